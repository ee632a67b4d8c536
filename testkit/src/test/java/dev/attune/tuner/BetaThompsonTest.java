package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

class BetaThompsonTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new BetaThompson(Few.of(space));
    }

    /**
     * With Gaussians of zero the first trial of the Gamma sampler is accepted and gives its mode, shape - 1/3; so theta =
     * (S - 1/3) / (S + F - 2/3) and the choice can be followed by hand.
     */
    @Test
    void firstRoundsByHand() {
        BetaThompson tuner = new BetaThompson(Candidates.product(Stories.space(1), new double[] {1, 2}));
        Suggestion first = tuner.suggest(1, Few.uniforms(0.5)); // thetas 1/2, 1/2: the first of equals
        assertThat(first.memo()).containsExactly(0, 0.5);
        tuner.observe(first, 0.5); // coin 0.5 is not below 0.5: a failure, (1, 2) and (1, 1)
        assertThat(tuner.mean(0)).isEqualTo(1.0 / 3);

        Suggestion second = tuner.suggest(2, Few.uniforms(0.25)); // thetas 2/7, 1/2
        assertThat(second.memo()).containsExactly(1, 0.25);
        tuner.observe(second, 0.26); // a success, (1, 2) and (2, 1)
        assertThat(tuner.mean(1)).isEqualTo(2.0 / 3);
        tuner.observe(second, 0); // paid again, another reward: (2, 2)
        tuner.observe(second, 0.1); // (2, 3)
        assertThat(tuner.mean(1)).isEqualTo(2.0 / 5);
        tuner.observe(second, 0.1); // (2, 4): theta 5/16, still above 2/7
        assertThat(tuner.suggest(3, Few.uniforms(0.125)).memo()).containsExactly(1, 0.125);
        tuner.observe(second, 0.1); // (2, 5): theta 5/19, below 2/7
        assertThat(tuner.suggest(3, Few.uniforms(0.125)).memo()).containsExactly(0, 0.125);
    }

    @Test
    void rewardsOfZeroAndOneNeedNoLuck() {
        BetaThompson tuner = new BetaThompson(Candidates.product(Stories.space(1), new double[] {1}));
        for (int k = 0; k < 1000; k++) {
            tuner.observe(tuner.suggest(k + 1, new RoundRandom(8, k)), 1);
        }
        assertThat(tuner.mean(0)).isEqualTo(1001.0 / 1002);
        for (int k = 0; k < 1000; k++) {
            tuner.observe(tuner.suggest(k + 1, new RoundRandom(9, k)), 0);
        }
        assertThat(tuner.mean(0)).isEqualTo(0.5);
    }

    /** By Hoeffding, 20,000 coins are off by more than 0.0233 with a chance of at most 2 exp(-2 n eps^2) = 8e-10. */
    @Test
    void theCoinTurnsARewardIntoItsProbability() {
        BetaThompson tuner = new BetaThompson(Candidates.product(Stories.space(1), new double[] {1}));
        int n = 20_000;
        for (int k = 0; k < n; k++) {
            tuner.observe(tuner.suggest(k + 1, new RoundRandom(10, k)), 0.3);
        }
        assertThat(tuner.mean(0)).isBetween(0.3 - 0.0234, 0.3 + 0.0234);
    }

    @Test
    void findsTheBestCandidate() {
        assertThat(Few.shareOfBest(new BetaThompson(Few.six()), 4000)).isGreaterThan(0.95);
    }
}
