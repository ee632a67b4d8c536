package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Terms;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SparseEncoderTest {
    private static final EncoderDefinition DEFAULTS =
            EncoderDefinition.builder().build();
    private static final List<Arm> TWO = List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE));

    /** The values of an arm's pairs: own terms in their order, each with the terms of the context that it is joined with. */
    private static List<Double> values(ActionSet arms, int arm) {
        List<Double> values = new ArrayList<>();
        pairs(arms, arm).values().forEach(values::add);
        return values;
    }

    private static Set<List<Long>> keys(ActionSet arms, int arm) {
        return new HashSet<>(pairs(arms, arm).keySet());
    }

    private static Map<List<Long>, Double> pairs(ActionSet arms, int arm) {
        Map<List<Long>, Double> pairs = new LinkedHashMap<>();
        for (int a = arms.start(arm); a < arms.end(arm); a++) {
            for (int c = 0; c < arms.context().size(); c++) {
                if ((arms.context().mask(c) & arms.own().mask(a)) != 0) {
                    pairs.merge(
                            List.of(arms.context().key(c), arms.own().key(a)),
                            arms.context().value(c) * arms.own().value(a),
                            Double::sum);
                }
            }
        }
        return pairs;
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
        Set<List<Long>> shared = keys(encoded, 0);
        shared.retainAll(keys(encoded, 1));
        assertThat(shared).hasSize(2); // the genre, alone and with the country; not the id
        EncoderDefinition never =
                EncoderDefinition.builder().armIdentity(ArmIdentity.NEVER).build();
        assertThat(values(Encoder.sparse(never).encode(Features.NONE, TWO), 0)).isEmpty();
    }

    @Test
    void countsStayAsTheyAreAndLargeNumbersAreScaled() {
        Encoder counts = Encoder.sparse(DEFAULTS);
        for (double count : new double[] {1, 3, 0, 2, 7, 1, 1, 1}) {
            assertThat(number(counts, count)).isEqualTo(count);
        }
        Encoder encoder = Encoder.sparse(DEFAULTS);
        assertThat(number(encoder, -40)).isEqualTo(-40 / 32.0);
        assertThat(number(encoder, 20)).isEqualTo(20 / 32.0);
        assertThat(number(encoder, 1e9)).isEqualTo(20);
        assertThat(number(encoder, 1e9)).isCloseTo(1, within(1.0)); // the size has grown
        ActionSet zero = encoder.encode(Features.of("n", 0), TWO);
        assertThat(values(zero, 0)).isEqualTo(values(encoder.encode(Features.NONE, TWO), 0));
        Encoder other = Encoder.sparse(DEFAULTS);
        number(other, 0);
        assertThat(number(other, 1e40)).isBetween(.5, 2.0);
    }

    @Test
    void aNumberIsSmallOnlyIfFourValuesAre() {
        Encoder around = Encoder.sparse(DEFAULTS);
        assertThat(number(around, .01)).isEqualTo(.01); // small by chance
        assertThat(number(around, -1.5)).isEqualTo(-1.5);
        Encoder tiny = Encoder.sparse(DEFAULTS);
        for (int i = 0; i < 4; i++) {
            assertThat(number(tiny, 1e-100)).isEqualTo(1e-100);
        }
        assertThat(number(tiny, 1e-100)).isBetween(.5, 2.0);
    }

    @Test
    void aNumberFarFromZeroShowsItsDifferencesAndAConstantIsAFlag() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        for (int i = 0; i < 40; i++) {
            encoder.encode(Features.of("year", 2000 + i % 20, "constant", 17), TWO);
        }
        List<Double> early = values(encoder.encodeWithoutLearning(Features.of("year", 2000, "constant", 17), TWO), 0);
        List<Double> late = values(encoder.encodeWithoutLearning(Features.of("year", 2019, "constant", 17), TWO), 0);
        assertThat(early).hasSize(4); // id, constant, year, year minus mean
        assertThat(early.get(3)).isLessThan(-1.5);
        assertThat(late.get(3)).isGreaterThan(1.5);
        assertThat(early.subList(0, 2)).isEqualTo(late.subList(0, 2));
        assertThat(values(encoder.encodeWithoutLearning(Features.of("constant", 17), TWO), 0))
                .hasSize(2);
    }

    @Test
    void termsKeepTheirNames() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        ActionSet arms = encoder.encode(Features.of("country", "DE", "age", 31), TWO);
        Set<String> names = new HashSet<>();
        keys(arms, 0)
                .forEach(
                        pair -> names.add(encoder.name(pair.get(0), pair.get(1)).orElseThrow()));
        assertThat(names).containsExactlyInAnyOrder("id=a", "context.country=DE x id=a", "context.age x id=a");
        assertThat(encoder.name(12345, 6789)).isEmpty();
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
        Vocabulary words = new Vocabulary(2);
        for (long key = 1; key <= 3; key++) {
            words.hear(key << 40, 28, "context.", "n" + key, -1);
        }
        words.learn();
        assertThat(words.unscaled()).isEqualTo(1);
        assertThat(words.scaled(3L << 40, 28)).isEqualTo(28);
        assertThat(words.scaled(1L << 40, 28)).isEqualTo(28 / 32.0);
    }

    @Test
    void listsAreReusedOnlyIfAskedFor() {
        Encoder encoder = Encoder.sparse(DEFAULTS);
        ActionSet kept = encoder.encode(Features.of("a", "1"), TWO);
        ActionSet brief = encoder.encodeForNow(Features.of("a", "1"), TWO);
        ActionSet copy = brief.keep();
        double[] x = brief.features(1);
        ActionSet next = encoder.encodeForNow(Features.of("b", "2"), TWO);
        assertThat(next.context()).isSameAs(brief.context()).isNotSameAs(kept.context());
        assertThat(kept.features(1)).isEqualTo(x).isEqualTo(copy.features(1)).isNotEqualTo(next.features(1));
        assertThat(x).hasSize(2 + 3 * 3).startsWith(2, 1);
        assertThat(ActionSet.key(x, 2)).isEqualTo(ActionSet.CONSTANT);
        assertThat(x[4]).isEqualTo(1);
        assertThat(ActionSet.key(x, 8)).isEqualTo(kept.own().key(1));
    }

    @Test
    void theContextIsJoinedOnceHoweverManyArmsThereAre() {
        List<Arm> many = IntStream.range(0, 100)
                .mapToObj(k -> new Arm("arm" + k, Features.NONE))
                .toList();
        ActionSet arms = Encoder.sparse(DEFAULTS).encode(Features.of("a", 1, "b", 2), many);
        assertThat(arms.context().size()).isEqualTo(3);
        assertThat(arms.own().size()).isEqualTo(100);
    }

    @Test
    void unitNormScalesThePairsOfAnArm() {
        EncoderDefinition unit = EncoderDefinition.builder().unitNorm(true).build();
        ActionSet arms = Encoder.sparse(unit)
                .encode(
                        Features.of("a", 1, "b", 2),
                        List.of(new Arm("a", Features.of("c", 3)), new Arm("b", Features.NONE)));
        for (int k = 0; k < 2; k++) {
            double square = values(arms, k).stream().mapToDouble(v -> v * v).sum();
            assertThat(square).isCloseTo(1, within(1e-12));
        }
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
                .hasMessageContaining("pairs of terms");
        assertThat(Checkpoint.write(encoder)).isEqualTo(before);
        try (Encoder.Rehearsal rehearsal = encoder.rehearse()) {
            rehearsal.next(Features.of("n", 100), TWO);
            assertThatThrownBy(() -> rehearsal.next(million, ten)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Checkpoint.write(encoder)).isEqualTo(before);
        assertThat(encoder.encode(million, TWO).context().size()).isEqualTo(1_000_001);
        assertThat(number(encoder, 6)).isEqualTo(6);
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
        Set<List<Long>> keys = new HashSet<>();
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
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, ActionSet.ALONE);
        Terms own = new Terms();
        own.add(-1, -.1, ActionSet.ALONE);
        own.add(Long.MIN_VALUE, 2, ActionSet.ALONE);
        Terms invalid = new Terms();
        invalid.add(1, Double.NaN, 1);
        assertThatThrownBy(() -> ActionSet.crossed(invalid, own, new int[] {1, 2}, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("context");
        assertThatThrownBy(() -> ActionSet.crossed(context, invalid, new int[] {1}, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("arm");
        assertThatThrownBy(() -> ActionSet.crossed(context, own, new int[] {2, 1}, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActionSet.crossed(context, own, new int[] {3}, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActionSet.crossed(context, own, new int[] {1}, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActionSet.crossed(context, own, new int[0], 0))
                .isInstanceOf(IllegalArgumentException.class);
        double[] x = ActionSet.crossed(context, own, new int[] {2}, 1).features(0);
        assertThat(x).startsWith(1, 2);
        assertThat(ActionSet.key(x, 5)).isEqualTo(-1);
        assertThat(x[7]).isEqualTo(-.1);
        assertThat(ActionSet.key(x, 8)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void termsWithDifferentMasksAreInDifferentGroups() {
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, ActionSet.ALONE);
        context.add(5, 1, 1);
        context.add(6, 2, 2);
        Terms own = new Terms();
        own.add(10, 1, 1);
        own.add(11, 1, ActionSet.ALONE | 2);
        own.add(12, 3, 1);
        own.add(13, 1, 4); // joined with nothing
        double[] x = ActionSet.crossed(context, own, new int[] {4}, 1).features(0);
        assertThat(x).containsExactly(1, 2, 0, 5, 1, 0, 10, 1, 0, 12, 3, 2, 1, 0, 0, 1, 0, 6, 2, 0, 11, 1);
    }
}
