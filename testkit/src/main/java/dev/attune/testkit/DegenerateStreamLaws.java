package dev.attune.testkit;

import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Streams that leave directions unexplored, or whose likelihood has no maximum, keep every score finite. */
public interface DegenerateStreamLaws {
    /** Creates a policy for arms of this many features; two calls create equal ones. */
    Policy create(int dimension);

    /** Checks that the policy chooses, by finite scores if it has an exploration path. */
    void assertFiniteScores(Policy policy);

    /** Returns the number of rewards in a stream; fewer for policies whose cost grows with it. */
    default int streamLength() {
        return 100_000;
    }

    /** One feature is a multiple of the other. */
    @Test
    @Tag("slow")
    default void collinearFeaturesKeepScoresFinite() {
        stream((x, rng) -> {
            x[0] = 2 * rng.nextDouble() - 1;
            x[1] = -3 * x[0];
        });
    }

    /** All pulls have the same features. */
    @Test
    @Tag("slow")
    default void constantFeaturesKeepScoresFinite() {
        stream((x, rng) -> {
            x[0] = 1;
            x[1] = 1;
        });
    }

    /** All features are zero. */
    @Test
    @Tag("slow")
    default void zeroFeaturesKeepScoresFinite() {
        stream((x, rng) -> {
            x[0] = 0;
            x[1] = 0;
        });
    }

    private void stream(Features features) {
        Policy policy = create(2);
        Setting setting = policy.space().preset();
        double[] x = new double[2];
        RoundRandom rng = new RoundRandom(0, 0);
        for (int t = 1; t <= streamLength(); t++) {
            rng.reset(11, t);
            features.next(x, rng);
            policy.update(x, Worlds.reward(policy, x[0], rng), setting);
        }
        assertFiniteScores(policy);
    }

    /** The largest reward whenever x[0] is positive, else the smallest: without a ridge, theta would run away. */
    @Test
    @Tag("slow")
    default void separableStreamKeepsScoresFinite() {
        Policy policy = create(2);
        Setting setting = policy.space().preset();
        double low = policy.rewards().equals(RewardRange.REALS) ? -1 : 0;
        double[] x = new double[2];
        RoundRandom rng = new RoundRandom(0, 0);
        for (int t = 1; t <= streamLength(); t++) {
            rng.reset(12, t);
            x[0] = 2 * rng.nextDouble() - 1;
            x[1] = 2 * rng.nextDouble() - 1;
            policy.update(x, x[0] > 0 ? 1 : low, setting);
        }
        assertFiniteScores(policy);
    }

    /** Fills the features of one pull. */
    @FunctionalInterface
    interface Features {
        /** Fills the features of the next pull. */
        void next(double[] x, RandomGenerator rng);
    }
}
