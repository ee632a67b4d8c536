package dev.attune.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.lab.policy.Vids.InformationRatio;
import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;

class InformationRatioTest {
    /**
     * Delta = (1, 2, 3), v = (0.1, 2, 2.1). Alone: 1/0.1 = 10, 4/2 = 2, 9/2.1 = 4.29.
     *
     * <pre>
     *   arms 0, 1: q = 1/1 - 2 * 0.1/1.9 = 17/19; Delta 36/19, v = 0.1 + 17/10 = 1.8; ratio (36/19)^2/1.8 = 1.994460
     *   arms 0, 2: q = 1/2 - 2 * 0.1/2   = 2/5;   Delta 9/5,   v = 0.9;              ratio 3.24/0.9      = 3.6
     *   arms 1, 2: q = 2/1 - 2 * 2/0.1 < 0, cut at 0: arm 1 alone, 2
     * </pre>
     */
    @Test
    void mixtureWorkedOutByHand() {
        InformationRatio ratio = InformationRatio.minimise(new double[] {1, 2, 3}, new double[] {0.1, 2, 2.1}, 3);
        assertThat(ratio.low()).isEqualTo(0);
        assertThat(ratio.high()).isEqualTo(1);
        assertThat(ratio.shareOfHigh()).isCloseTo(17.0 / 19, within(1e-14));
        assertThat(ratio.least()).isCloseTo(36.0 / 19 * 36 / 19 / 1.8, within(1e-14));
    }

    @Test
    void armWithoutRegretIsPlayedAlone() {
        InformationRatio ratio = InformationRatio.minimise(new double[] {2, 0, 1}, new double[] {9, 0, 4}, 3);
        assertThat(ratio.low()).isEqualTo(1);
        assertThat(ratio.shareOfHigh()).isZero();
        assertThat(ratio.least()).isZero();
    }

    @Test
    void armOfLeastRegretIsPlayedWhenNothingTeaches() {
        InformationRatio ratio = InformationRatio.minimise(new double[] {2, 1, 3}, new double[3], 3);
        assertThat(ratio.low()).isEqualTo(1);
        assertThat(ratio.shareOfHigh()).isZero();
        assertThat(ratio.least()).isInfinite();
    }

    @Test
    void ofEqualRegretTheMoreInformativeArmIsPlayed() {
        InformationRatio ratio = InformationRatio.minimise(new double[] {1, 1, 1}, new double[] {1, 3, 2}, 3);
        assertThat(ratio.low()).isEqualTo(1);
        assertThat(ratio.high()).isEqualTo(1);
    }

    /** Entries beyond K belong to an earlier, larger round. */
    @Test
    void onlyTheFirstArmsCount() {
        InformationRatio ratio = InformationRatio.minimise(new double[] {2, 1, 0}, new double[] {4, 4, 9}, 2);
        assertThat(ratio.low()).isEqualTo(1);
    }

    /** Numbers on a coarse grid, so that ties, zeros and arms on one line occur often. */
    @Test
    void hullWalkFindsWhatAllPairsFind() {
        for (int seed = 0; seed < 1500; seed++) {
            hullWalkFindsWhatAllPairsFind(1 + seed % 9, seed / 9 % 2 == 0, seed);
        }
    }

    private static void hullWalkFindsWhatAllPairsFind(int K, boolean coarse, long seed) {
        RoundRandom rng = new RoundRandom(seed, K);
        double[] regret = new double[K];
        double[] information = new double[K];
        for (int k = 0; k < K; k++) {
            regret[k] = coarse ? rng.nextInt(6) : rng.nextDouble();
            information[k] = coarse ? rng.nextInt(6) : rng.nextDouble();
        }
        InformationRatio ratio = InformationRatio.minimise(regret, information, K);
        double least = Double.POSITIVE_INFINITY;
        for (int a = 0; a < K; a++) {
            for (int b = 0; b < K; b++) {
                least = Math.min(least, leastOfPair(regret[a], information[a], regret[b], information[b]));
            }
        }
        if (least < Double.POSITIVE_INFINITY) {
            assertThat(ratio.least()).isCloseTo(least, within(1e-12 * least));
        } else {
            assertThat(ratio.least()).isInfinite();
        }
        double q = ratio.shareOfHigh();
        assertThat(q).isBetween(0.0, 1.0);
        double Delta = (1 - q) * regret[ratio.low()] + q * regret[ratio.high()];
        double v = (1 - q) * information[ratio.low()] + q * information[ratio.high()];
        if (least < Double.POSITIVE_INFINITY) {
            assertThat(of(Delta, v)).isCloseTo(least, within(1e-9 * (1 + least)));
        }
    }

    /** The ratio is convex in q: thirds are cut off until nothing is left; no closed form. */
    private static double leastOfPair(double Delta1, double v1, double Delta2, double v2) {
        double lo = 0;
        double hi = 1;
        double least = Math.min(of(Delta1, v1), of(Delta2, v2));
        for (int step = 0; step < 80; step++) {
            double m1 = lo + (hi - lo) / 3;
            double m2 = hi - (hi - lo) / 3;
            double r1 = of((1 - m1) * Delta1 + m1 * Delta2, (1 - m1) * v1 + m1 * v2);
            double r2 = of((1 - m2) * Delta1 + m2 * Delta2, (1 - m2) * v1 + m2 * v2);
            least = Math.min(least, Math.min(r1, r2));
            if (r1 < r2) {
                hi = m2;
            } else {
                lo = m1;
            }
        }
        return least;
    }

    private static double of(double Delta, double v) {
        if (Delta == 0) {
            return 0;
        }
        return v > 0 ? Delta * Delta / v : Double.POSITIVE_INFINITY;
    }
}
