package dev.attune.encode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Keys computed by another program from the definition in the documentation. */
class FeatureHashTest {
    private static final int CONTEXT = 1;
    private static final int ARM = 2;
    private static final int ID = 3;

    @Test
    void keysAreThoseOfTheDefinition() {
        long age = FeatureHash.text(FeatureHash.root(0, CONTEXT, 1), "age");
        long country = FeatureHash.text(FeatureHash.text(FeatureHash.root(0, CONTEXT, 2), "country"), "DE");
        long a = FeatureHash.text(FeatureHash.root(0, ID, 0), "a");

        assertThat(age).isEqualTo(0xC5E36A6AA43F4AE3L);
        assertThat(country).isEqualTo(0xC48ECB747C90EF57L);
        assertThat(a).isEqualTo(0x68A275CD5BF2C0F1L);
        assertThat(FeatureHash.text(FeatureHash.root(0, CONTEXT, 3), "returning"))
                .isEqualTo(0x70166765C0103B4BL);
        assertThat(FeatureHash.position(FeatureHash.text(FeatureHash.root(0, ARM, 4), "embedding"), 3))
                .isEqualTo(0xEC31FBD2A7036B26L);
        assertThat(FeatureHash.pair(country, a)).isEqualTo(0xBA164E062B81CFE5L);
    }

    @Test
    void placeAndSeedMakeAnotherKey() {
        assertThat(FeatureHash.text(FeatureHash.root(0, ARM, 1), "age")).isEqualTo(0x6F2F0808AD483797L);
        assertThat(FeatureHash.text(FeatureHash.root(7, CONTEXT, 1), "age")).isEqualTo(0x7F30D3CB25593381L);
    }

    @Test
    void textIsReadAsUnitsOfSixteenBits() {
        long city = FeatureHash.text(FeatureHash.root(0, CONTEXT, 2), "stadt");

        assertThat(FeatureHash.text(city, "K\u00f6ln \ud83c\udfa1")).isEqualTo(0xAE63EE1D8CA58EBBL);
    }

    @Test
    void theSlotIsTheUpperHalfOfTheKeyAndTheSignItsLastBit() {
        assertThat(FeatureHash.slot(0x80000000_00000000L, 10)).isEqualTo(5);
        assertThat(FeatureHash.slot(0xFFFFFFFF_FFFFFFFFL, 10)).isEqualTo(9);
        assertThat(FeatureHash.slot(0x00000000_FFFFFFFFL, 10)).isZero();
        assertThat(FeatureHash.slot(-1, 1 << 16)).isEqualTo(65535);
        assertThat(FeatureHash.signed(2, 0.5)).isEqualTo(0.5);
        assertThat(FeatureHash.signed(3, 0.5)).isEqualTo(-0.5);
    }

    /** Chi-squared of 10 000 names in 64 slots with 63 degrees of freedom is above 120 once in 60 000 times. */
    @Test
    void namesThatDifferInANumberSpreadEvenlyOverSlotsAndSigns() {
        int slots = 64;
        int names = 10_000;
        int[] counts = new int[slots];
        int positive = 0;
        for (int i = 0; i < names; i++) {
            long key = FeatureHash.text(FeatureHash.root(0, CONTEXT, 1), "item" + i);
            counts[FeatureHash.slot(key, slots)]++;
            positive += FeatureHash.signed(key, 1) > 0 ? 1 : 0;
        }
        double expected = (double) names / slots;
        double chiSquared = 0;
        for (int count : counts) {
            chiSquared += (count - expected) * (count - expected) / expected;
        }

        assertThat(chiSquared).isBetween(20.0, 120.0);
        assertThat(positive).isBetween(4800, 5200); // four standard deviations: once in 16 000 times
    }
}
