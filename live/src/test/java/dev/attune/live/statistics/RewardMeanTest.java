package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.RewardRange;
import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Intervals of mean rewards contain the truth as often as they say. */
class RewardMeanTest {
    private static Moments of(double... values) {
        Moments moments = new Moments();
        for (double value : values) {
            moments.add(value);
        }
        return moments;
    }

    @Test
    void withoutRewardsNothingIsKnownAndWithOneNoInterval() {
        assertThat(RewardMean.of(of(), RewardRange.UNIT).mean()).isNaN();
        RewardMean one = RewardMean.of(of(0.5), RewardRange.UNIT);
        assertThat(one.mean()).isEqualTo(0.5);
        assertThat(one.low()).isNaN();
    }

    /** Wilson's interval for 0 of 10 and 4 of 10 is in every textbook: [0, 0.2775] and [0.1682, 0.6873]. */
    @Test
    void clicksHaveWilsonsInterval() {
        RewardMean none = RewardMean.of(of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), RewardRange.UNIT);
        assertThat(none.low()).isZero();
        assertThat(none.high()).isCloseTo(0.2775, within(1e-4));
        RewardMean four = RewardMean.of(of(0, 1, 0, 1, 0, 1, 0, 1, 0, 0), RewardRange.UNIT);
        assertThat(four.low()).isCloseTo(0.1682, within(1e-4));
        assertThat(four.high()).isCloseTo(0.6873, within(1e-4));
        RewardMean scaled = RewardMean.of(of(-2, 8, -2, 8, -2, 8, -2, 8, -2, -2), new RewardRange(-2, 8));
        assertThat(scaled.high()).isCloseTo(-2 + 10 * 0.6873, within(1e-3));
    }

    /** Amounts are not clicks, though none of them may have been anything but zero. */
    @Test
    void rewardsWithinAWideRangeHaveStudentsInterval() {
        RewardMean none = RewardMean.of(of(0, 0, 0), RewardRange.NON_NEGATIVE);
        assertThat(none.high()).isZero();
        RewardMean some = RewardMean.of(of(1, 2, 3), RewardRange.NON_NEGATIVE);
        assertThat(some.high()).isCloseTo(2 + 4.303 / Math.sqrt(3), within(1e-3));
        RewardMean reals = RewardMean.of(of(1, 2, 3), RewardRange.REALS);
        assertThat(reals.high()).isCloseTo(some.high(), within(1e-12));
    }

    @Test
    void anIntervalDoesNotReachBeyondThePossibleRewards() {
        RewardMean few = RewardMean.of(of(0, 1, 95), new RewardRange(0, 100));
        assertThat(few.mean()).isEqualTo(32);
        assertThat(few.low()).isZero();
        assertThat(few.high()).isEqualTo(100);
    }

    /** 2,000 repetitions of an interval that holds with 0.95 have a standard error of 0.005; 5 of them are never exceeded. */
    @ParameterizedTest
    @CsvSource({"clicks, 0.02, 500", "clicks, 0.3, 40", "normal, 3, 5", "normal, -1e6, 60"})
    void intervalsContainTheTruthInAboutNineteenOfTwentyCases(String kind, double truth, int n) {
        int inside = 0;
        int repetitions = 2000;
        RewardRange range = kind.equals("clicks") ? RewardRange.UNIT : RewardRange.REALS;
        for (int r = 0; r < repetitions; r++) {
            RoundRandom rng = new RoundRandom(91, r);
            Moments moments = new Moments();
            for (int i = 0; i < n; i++) {
                moments.add(
                        kind.equals("clicks") ? (rng.nextDouble() < truth ? 1 : 0) : truth + 2 * rng.nextGaussian());
            }
            RewardMean estimate = RewardMean.of(moments, range);
            inside += estimate.low() <= truth && truth <= estimate.high() ? 1 : 0;
        }
        assertThat((double) inside / repetitions).isBetween(0.925, 0.985);
    }

    @Test
    void momentsPutTogetherAreThoseOfAllNumbers() {
        Moments all = of(1e9 + 1, 1e9 + 2, 1e9 + 4, 1e9 + 9);
        Moments first = of(1e9 + 1);
        first.add(of());
        first.add(of(1e9 + 2, 1e9 + 4, 1e9 + 9));
        assertThat(first.n).isEqualTo(4);
        assertThat(first.mean).isCloseTo(all.mean, within(1e-3));
        assertThat(first.m2).isCloseTo(38, within(1e-3));
    }
}
