package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import org.junit.jupiter.api.Test;

class ChallengerTest {
    static double[] theta(long seed, int d) {
        double[] theta = new double[d];
        RoundRandom.gaussians(new RoundRandom(seed, 1_000_000_000), theta);
        double length = 0;
        for (double c : theta) {
            length += c * c;
        }
        for (int i = 0; i < d; i++) {
            theta[i] /= Math.sqrt(length);
        }
        return theta;
    }

    static void teach(RidgeModel model, double[] theta, long seed, long t) {
        RoundRandom rng = new RoundRandom(seed, t);
        double[] x = new double[theta.length];
        RoundRandom.gaussians(rng, x);
        double y = 0.5 * rng.nextGaussian();
        for (int i = 0; i < x.length; i++) {
            y += x[i] * theta[i];
        }
        model.add(x, y);
    }

    /**
     * Over 200 seeds each, 5,000 rewards raised a false alarm in 0, 0, 1, 3 and 1 runs at d = 1, 3, 5, 10, 25: one run in
     * two hundred. Two or more in 20 runs would be seen with probability 0.5 % by chance.
     */
    @Test
    void aSteadyWorldIsLeftAlone() {
        int d = 5;
        int alarms = 0;
        for (long seed = 0; seed < 20; seed++) {
            RidgeModel model = RidgeModel.forgetting(d, 1);
            for (int t = 0; t < 5000; t++) {
                teach(model, theta(seed, d), seed, t);
            }
            alarms += model.challenger().changes() > 0 ? 1 : 0;
            assertThat(model.count() == 5000 || alarms > 0).isTrue();
        }
        assertThat(alarms).isLessThanOrEqualTo(1);
    }

    /** Over 200 seeds the median delay was 15 rewards, the 90th percentile 28 and the largest 45. */
    @Test
    void anotherThetaIsNoticedWithinAHundredRewards() {
        int d = 10;
        for (long seed = 0; seed < 20; seed++) {
            RidgeModel model = RidgeModel.forgetting(d, 1);
            for (int t = 0; t < 2000; t++) {
                teach(model, theta(seed, d), seed, t);
            }
            long before = model.challenger().changes();
            for (int t = 2000; t < 2100; t++) {
                teach(model, theta(seed + 1000, d), seed, t);
            }
            assertThat(model.challenger().changes()).as("seed %d", seed).isGreaterThan(before);
        }
    }

    @Test
    void whatIsOutOfDateIsForgottenInTheEnd() {
        int d = 5;
        RidgeModel forgetting = RidgeModel.forgetting(d, 1);
        RidgeModel stubborn = new RidgeModel(d, 1);
        for (int t = 0; t < 4000; t++) {
            double[] theta = theta(t < 2000 ? 1 : 2, d);
            teach(forgetting, theta, 3, t);
            teach(stubborn, theta, 3, t);
        }
        assertThat(distance(forgetting.mean(), theta(2, d))).isLessThan(0.1);
        assertThat(distance(stubborn.mean(), theta(2, d))).isGreaterThan(0.3);
        assertThat(forgetting.count()).isLessThan(2400); // what was learnt since, and a little from before
    }

    private static double distance(double[] a, double[] b) {
        double squared = 0;
        for (int i = 0; i < a.length; i++) {
            squared += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(squared);
    }

    @Test
    void rewardsThatAreAllZeroChallengeNobody() {
        RidgeModel model = RidgeModel.forgetting(2, 1);
        for (int t = 0; t < 2000; t++) {
            model.add(new double[] {1, t % 3}, 0);
        }
        assertThat(model.challenger().changes()).isZero();
    }

    @Test
    void savedInTheMiddleAModelGoesOnAsIfNothingHadHappened() {
        int d = 3;
        LinUcb whole = LinUcb.forgetting(d, 1);
        LinUcb restored = LinUcb.forgetting(d, 1);
        for (int t = 0; t < 1500; t++) {
            teach((RidgeModel) whole.model(), theta(t < 1400 ? 1 : 2, d), 4, t);
        }
        Checkpoint.read(Checkpoint.write(whole), restored);
        for (int t = 1500; t < 3000; t++) {
            teach((RidgeModel) whole.model(), theta(t < 2500 ? 2 : 3, d), 4, t);
            teach((RidgeModel) restored.model(), theta(t < 2500 ? 2 : 3, d), 4, t);
        }
        assertThat(((RidgeModel) whole.model()).challenger().changes()).isGreaterThanOrEqualTo(1);
        assertThat(Checkpoint.write(restored)).isEqualTo(Checkpoint.write(whole));
    }
}
