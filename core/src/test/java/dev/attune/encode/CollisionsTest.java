package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollisionsTest {
    private static Encoder identitiesOnly(int slots) {
        return new Encoder(EncoderDefinition.builder()
                .dimension(slots)
                .bias(false)
                .interactions()
                .build());
    }

    private static List<Arm> arms(int n) {
        return IntStream.range(0, n)
                .mapToObj(i -> new Arm("arm" + i, Features.NONE))
                .toList();
    }

    private static long slotOf(Arm arm, int slots) {
        return FeatureHash.slot(FeatureHash.text(FeatureHash.root(0, 3, 0), arm.id()), slots);
    }

    @Test
    void noKeysHaveNoCollisions() {
        Collisions none = identitiesOnly(8).collisions();

        assertThat(none).isEqualTo(new Collisions(0, 0, 8, true));
        assertThat(none.rate()).isZero();
    }

    @Test
    void countsKeysThatAreNotAloneInTheirSlot() {
        int slots = 16;
        Encoder encoder = identitiesOnly(slots);
        List<Arm> arms = arms(12);
        encoder.encode(Features.NONE, arms);
        encoder.encode(Features.NONE, arms);

        long sharing = arms.stream()
                .filter(a -> arms.stream()
                                .filter(b -> slotOf(a, slots) == slotOf(b, slots))
                                .count()
                        > 1)
                .count();
        assertThat(sharing).isBetween(1L, 11L);
        assertThat(encoder.collisions()).isEqualTo(new Collisions(12, sharing, slots, true));
        assertThat(encoder.collisions().rate()).isEqualTo(sharing / 12.0);
    }

    @Test
    void countsPairsAsKeysAndTheBiasNot() {
        Encoder encoder = Encoder.of(1 << 16);
        encoder.encode(Features.builder().category("c", "x").flag("f", true).build(), arms(3));

        assertThat(encoder.collisions()).isEqualTo(new Collisions(2 + 3 + 6, 0, (1 << 16) - 1, true));
    }

    @Test
    void aContextThatDoesNotEnterOnItsOwnIsNoKey() {
        Encoder encoder = new Encoder(
                EncoderDefinition.builder().contextAlone(false).interactions().build());
        encoder.encode(Features.builder().category("c", "x").build(), arms(3));

        assertThat(encoder.collisions().keys()).isEqualTo(3);
    }

    /** The estimate has a standard error of about 2 %; a fixed seed makes the test repeatable. */
    @Test
    void manyKeysAreEstimatedInBoundedMemory() {
        int slots = 50_000;
        int keys = 40_000;
        SeenKeys seen = new SeenKeys(slots);
        for (int i = 0; i < 2 * keys; i++) {
            seen.see(FeatureHash.position(1, i % keys));
        }
        Collisions estimate = seen.collisions();

        assertThat(estimate.exact()).isFalse();
        assertThat((double) estimate.keys()).isCloseTo(keys, within(0.08 * keys));
        assertThat(estimate.rate()).isCloseTo(1 - Math.exp(-(double) keys / slots), within(0.04));
    }

    @Test
    void upToTheCapacityAllKeysAreCounted() {
        SeenKeys seen = new SeenKeys(64);
        for (int i = 0; i < SeenKeys.CAPACITY; i++) {
            seen.see(FeatureHash.position(0, i));
        }
        assertThat(seen.collisions().keys()).isEqualTo(SeenKeys.CAPACITY);
        assertThat(seen.collisions().exact()).isTrue();

        seen.see(FeatureHash.position(0, SeenKeys.CAPACITY));
        assertThat(seen.collisions().exact()).isFalse();
        assertThat((double) seen.collisions().keys()).isCloseTo(SeenKeys.CAPACITY, within(400.0));
    }

    @Test
    void lookingCountsNothing() {
        Encoder encoder = Encoder.of(8);
        encoder.encodeWithoutLearning(Features.NONE, arms(5));

        assertThat(encoder.collisions().keys()).isZero();
    }
}
