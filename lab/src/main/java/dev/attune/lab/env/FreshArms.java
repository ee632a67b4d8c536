package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;

/**
 * New arms in every round, worth x' theta*: the paper's simulations. Contexts that change explore for free, so greedy choice is
 * close to the best here.
 *
 * <p>The same arrays are filled anew each round and the same action set is handed out: its numbers are in the unit ball by
 * construction, so nothing has to be checked again.
 */
final class FreshArms implements World {
    private final Region region;
    private final int arms;
    private final Coefficients coefficients;
    private final long featureSeed;
    private final RoundRandom rng;
    private final double[][] x;
    private final double[] scores;
    private final ActionSet set;

    FreshArms(Region region, int features, int arms, Coefficients coefficients, long seed) {
        this.region = region;
        this.arms = arms;
        this.coefficients = coefficients;
        this.featureSeed = seed ^ Keys.FEATURES;
        this.rng = new RoundRandom(featureSeed, 0);
        this.x = new double[features][ArmForms.rowLength(arms)];
        this.scores = new double[ArmForms.rowLength(arms)];
        this.set = ActionSet.wrap(x, arms);
    }

    /** Arms and theta* from the same region; theta* stays. */
    static World.Maker of(Region region, int features, int arms) {
        return (seed, horizon) -> {
            double[] theta = region.vector(features, 1, new RoundRandom(seed ^ Keys.TRUTH, 0));
            return new FreshArms(region, features, arms, t -> theta, seed);
        };
    }

    @Override
    public ActionSet arms(long t) {
        rng.reset(featureSeed, t);
        region.fill(x, arms, rng);
        ArmForms.linear(coefficients.at(t), x, arms, scores);
        return set;
    }

    @Override
    public double[] scores() {
        return scores;
    }
}
