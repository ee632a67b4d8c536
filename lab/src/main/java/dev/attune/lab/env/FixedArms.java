package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;

/** Arms that stay the same for the whole repetition. Nothing explores by itself here: greedy choice may stay wrong for ever. */
final class FixedArms implements World {
    private final ActionSet set;
    private final double[] scores;

    private FixedArms(double[][] x, double[] scores) {
        this.set = ActionSet.wrap(x, scores.length);
        this.scores = scores;
    }

    /**
     * Arms with features and theta* uniform in a box, as in the paper's simulation, worth x' theta* plus an effect of their own
     * that no feature tells.
     *
     * @param signal multiplies theta*
     * @param unseen standard deviation of the effect, which is Gaussian; 0 for a linear world
     */
    static World.Maker inBox(int features, int arms, double signal, double unseen) {
        return (seed, horizon) -> {
            RoundRandom truth = new RoundRandom(seed ^ Keys.TRUTH, 0);
            double[] theta = Region.BOX.vector(features, signal, truth);
            double[][] x = new double[features][ArmForms.rowLength(arms)];
            Region.BOX.fill(x, arms, new RoundRandom(seed ^ Keys.FEATURES, 0));
            double[] scores = new double[arms];
            ArmForms.linear(theta, x, arms, scores);
            for (int k = 0; k < arms; k++) {
                scores[k] += unseen * truth.nextGaussian();
            }
            return new FixedArms(x, scores);
        };
    }

    /** Arms that have nothing in common, each with a feature of its own and a mean uniform in [0, 1). */
    static World.Maker independent(int arms) {
        return (seed, horizon) -> {
            RoundRandom rng = new RoundRandom(seed ^ Keys.TRUTH, 0);
            double[] means = new double[arms];
            for (int k = 0; k < arms; k++) {
                means[k] = rng.nextDouble();
            }
            return oneHot(means);
        };
    }

    /** Arms that have nothing in common: one, anywhere, is worth a gap, all others nothing. */
    static World.Maker oneGood(int arms, double gap) {
        return (seed, horizon) -> {
            double[] means = new double[arms];
            means[new RoundRandom(seed ^ Keys.TRUTH, 0).nextInt(arms)] = gap;
            return oneHot(means);
        };
    }

    private static FixedArms oneHot(double[] means) {
        double[][] x = new double[means.length][ArmForms.rowLength(means.length)];
        for (int k = 0; k < means.length; k++) {
            x[k][k] = 1;
        }
        return new FixedArms(x, means);
    }

    @Override
    public ActionSet arms(long t) {
        return set;
    }

    @Override
    public double[] scores() {
        return scores;
    }
}
