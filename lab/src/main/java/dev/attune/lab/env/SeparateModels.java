package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;

/**
 * A context z that all arms share, and a theta_k for each arm k: worth z' theta_k. Arm k's features are z in its own block of
 * an otherwise empty vector, so that one linear model of arms x context coefficients is a separate model for each arm.
 *
 * <p>All coordinates are standard normal; the context is fresh in every round, the theta_k stay.
 */
final class SeparateModels implements World {
    private final int arms;
    private final double[][] theta; // [coordinate][arm]
    private final long featureSeed;
    private final RoundRandom rng;
    private final double[] z;
    private final double[][] x;
    private final double[] scores;
    private final ActionSet set;

    private SeparateModels(int context, int arms, long seed) {
        this.arms = arms;
        this.z = new double[context];
        this.theta = new double[context][ArmForms.rowLength(arms)];
        RoundRandom truth = new RoundRandom(seed ^ Keys.TRUTH, 0);
        for (double[] coordinate : theta) {
            RoundRandom.gaussians(truth, coordinate);
        }
        this.featureSeed = seed ^ Keys.FEATURES;
        this.rng = new RoundRandom(featureSeed, 0);
        this.x = new double[Math.multiplyExact(context, arms)][ArmForms.rowLength(arms)];
        this.scores = new double[ArmForms.rowLength(arms)];
        this.set = ActionSet.wrap(x, arms);
    }

    static World.Maker of(int context, int arms) {
        return (seed, horizon) -> new SeparateModels(context, arms, seed);
    }

    @Override
    public ActionSet arms(long t) {
        rng.reset(featureSeed, t);
        RoundRandom.gaussians(rng, z);
        for (int k = 0; k < arms; k++) {
            for (int i = 0; i < z.length; i++) {
                x[k * z.length + i][k] = z[i];
            }
        }
        ArmForms.linear(z, theta, arms, scores);
        return set;
    }

    @Override
    public double[] scores() {
        return scores;
    }
}
