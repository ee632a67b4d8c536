package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SparseEncoderTest {
    private static final EncoderDefinition DEFAULTS =
            EncoderDefinition.builder().build();
    private static final List<Arm> TWO = List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE));

    private static List<Double> values(ActionSet arms, int arm) {
        List<Double> values = new ArrayList<>();
        for (int i = arms.start(arm); i < arms.end(arm); i++) {
            values.add(arms.values()[i]);
        }
        return values;
    }

    private static Set<Long> keys(ActionSet arms, int arm) {
        Set<Long> keys = new HashSet<>();
        for (int i = arms.start(arm); i < arms.end(arm); i++) {
            keys.add(arms.keys()[i]);
        }
        return keys;
    }

    @Test
    void anArmWithoutFeaturesHasItsIdAndTheContextJoinedWithIt() {
        ActionSet arms = Encoder.sparse(DEFAULTS)
                .encode(Features.of("country", "DE", "new", false, "topics", List.of("x", "y", "x")), TWO);
        assertThat(arms.isSparse()).isTrue();
        assertThat(arms.dimension()).isZero();
        assertThat(values(arms, 0)).containsExactly(1.0, 1.0, -1.0, 2.0, 1.0).isEqualTo(values(arms, 1));
        assertThat(keys(arms, 0)).hasSize(5).doesNotContainAnyElementsOf(keys(arms, 1));
    }

    @Test
    void anArmWithFeaturesHasThemItsIdAndThePairs() {
        List<Arm> arms = List.of(
                new Arm("a", Features.of("genre", "jazz", "price", 3)), new Arm("b", Features.of("genre", "jazz")));
        ActionSet encoded = Encoder.sparse(DEFAULTS).encode(Features.of("country", "DE"), arms);
        assertThat(values(encoded, 0)).hasSize(5); // two features, each with the country, and the id
        assertThat(values(encoded, 1)).hasSize(3);
        Set<Long> shared = keys(encoded, 0);
        shared.retainAll(keys(encoded, 1));
        assertThat(shared).hasSize(2); // the genre, alone and with the country; not the id
        EncoderDefinition never =
                EncoderDefinition.builder().armIdentity(ArmIdentity.NEVER).build();
        assertThat(values(Encoder.sparse(never).encode(Features.NONE, TWO), 0)).isEmpty();
    }

    @Test
    void numbersAreDividedByTheirTypicalSize() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        assertThat(number(encoder, -40)).isEqualTo(-1);
        assertThat(number(encoder, 40)).isEqualTo(1);
        assertThat(number(encoder, 20)).isEqualTo(.5);
        assertThat(number(encoder, 10)).isCloseTo(10 / Math.sqrt((1600 + 1600 + 400) / 3.0), within(1e-12));
        assertThat(number(encoder, 1e9)).isEqualTo(5);
        ActionSet zero = encoder.encode(Features.of("n", 0), TWO);
        assertThat(values(zero, 0)).isEqualTo(values(encoder.encode(Features.NONE, TWO), 0));
        Encoder other = Encoder.sparse(DEFAULTS);
        number(other, 0);
        assertThat(number(other, 1e-300)).isEqualTo(1);
        assertThat(number(other, 1e40)).isEqualTo(1);
    }

    private static double number(Encoder encoder, double value) {
        Features one = Features.of("n", value);
        double expected = values(encoder.encodeWithoutLearning(one, TWO), 0).size() < 2
                ? 0
                : values(encoder.encodeWithoutLearning(one, TWO), 0).get(1);
        List<Double> encoded = values(encoder.encodeForNow(one, TWO), 0);
        assertThat(encoded.size() < 2 ? 0 : encoded.get(1)).isEqualTo(expected);
        return expected;
    }

    @Test
    void namesBeyondTheLimitAreUsedAsTheyAreAndCounted() {
        NumberSizes sizes = new NumberSizes(2);
        for (long key = 1; key <= 3; key++) {
            assertThat(sizes.hear(key << 40, 7)).isEqualTo(1);
        }
        sizes.learn();
        assertThat(sizes.unscaled()).isEqualTo(1);
        assertThat(sizes.scaled(3L << 40, 7)).isEqualTo(7);
        assertThat(sizes.scaled(1L << 40, 7)).isEqualTo(1);
    }

    @Test
    void arraysAreReusedOnlyIfAskedFor() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        ActionSet kept = encoder.encode(Features.of("a", "1"), TWO);
        ActionSet brief = encoder.encodeForNow(Features.of("a", "1"), TWO);
        ActionSet copy = brief.keep();
        double[] x = brief.features(1);
        ActionSet next = encoder.encodeForNow(Features.of("b", "2"), TWO);
        assertThat(next.keys()).isSameAs(brief.keys()).isNotSameAs(kept.keys());
        assertThat(kept.features(1)).isEqualTo(x).isEqualTo(copy.features(1)).isNotEqualTo(next.features(1));
        assertThat(ActionSet.key(x, 0)).isEqualTo(kept.keys()[kept.start(1)]);
        assertThat(ActionSet.value(x, 0)).isEqualTo(1);
    }

    @Test
    void rejectedRoundsChangeNothing() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        encoder.encode(Features.of("n", 3), TWO);
        byte[] before = Checkpoint.write(encoder);
        List<Arm> twice = List.of(TWO.get(0), TWO.get(0));
        assertThatThrownBy(() -> encoder.encode(Features.of("n", 4), twice))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> encoder.encode(Features.of("n", 4, "z", 1e41), TWO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("z");
        Features million = Features.builder()
                .tags("t", IntStream.range(0, 1_000_000).mapToObj(i -> "t" + i).toList())
                .build();
        List<Arm> ten = IntStream.range(0, 10)
                .mapToObj(k -> new Arm("arm" + k, Features.NONE))
                .toList();
        assertThatThrownBy(() -> encoder.encode(million, ten))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("terms");
        assertThat(Checkpoint.write(encoder)).isEqualTo(before);
        try (Encoder.Rehearsal rehearsal = encoder.rehearse()) {
            rehearsal.next(Features.of("n", 100), TWO);
            assertThatThrownBy(() -> rehearsal.next(million, ten)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Checkpoint.write(encoder)).isEqualTo(before);
        assertThat(encoder.encode(million, TWO).end(1)).isEqualTo(2_000_002);
        assertThat(number(encoder, 6)).isEqualTo(2);
    }

    @Test
    void stateIsReadBackAndDamageIsNoticed() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        for (int i = 1; i < 100; i++) {
            encoder.encode(Features.of("n" + i % 7, i), TWO);
        }
        byte[] saved = Checkpoint.write(encoder);
        Encoder copy = Encoder.sparse(DEFAULTS);
        Checkpoint.read(saved, copy);
        assertThat(Checkpoint.write(copy)).isEqualTo(saved);
        ActionSet arms = copy.encode(Features.of("n3", 5), TWO);
        assertThat(arms.features(0))
                .isEqualTo(encoder.encode(Features.of("n3", 5), TWO).features(0));
        assertThatThrownBy(() -> Checkpoint.read(saved, new Encoder(DEFAULTS)))
                .isInstanceOf(StateFormatException.class);
        byte[] cut = java.util.Arrays.copyOf(saved, saved.length - 9);
        assertThatThrownBy(() -> Checkpoint.read(cut, copy)).isInstanceOf(StateFormatException.class);
    }

    @Test
    void oddNamesAreNames() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        Set<Long> keys = new HashSet<>();
        String[] names = {
            " ", "\0", "\uD800", "\u00e9", "e\u0301", "\uD83D\uDE00", "a=b", "a x b", "id", "x".repeat(100_000)
        };
        for (String name : names) {
            for (String value : new String[] {"", "\uDFFF", "1", name}) {
                keys.addAll(keys(encoder.encode(Features.of(name, value), TWO), 0));
            }
        }
        assertThat(keys).hasSize(1 + 4 * names.length);
        assertThatThrownBy(() -> Features.of("", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSparseSetIsChecked() {
        long[] keys = {1, 2};
        assertThatThrownBy(() -> ActionSet.sparse(keys, new double[] {1, Double.NaN}, new int[] {1, 2}, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("arm 1");
        assertThatThrownBy(() -> ActionSet.sparse(keys, new double[2], new int[] {2, 1}, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActionSet.sparse(keys, new double[2], new int[] {3}, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActionSet.sparse(keys, new double[2], new int[] {1}, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActionSet.sparse(keys, new double[2], new int[0], 0))
                .isInstanceOf(IllegalArgumentException.class);
        double[] x = ActionSet.sparse(new long[] {-1, Long.MIN_VALUE}, new double[] {-.1, 2}, new int[] {2}, 1)
                .features(0);
        assertThat(ActionSet.key(x, 0)).isEqualTo(-1);
        assertThat(ActionSet.key(x, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(ActionSet.value(x, 0)).isEqualTo(-.1);
    }
}
