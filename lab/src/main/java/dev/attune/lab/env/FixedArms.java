package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Worlds whose arms stay the same for the whole repetition. Nothing explores by itself here: greedy choice may stay wrong for ever. What the arms are
 * worth may be drawn anew at changes.
 */
final class FixedArms {
    private FixedArms() {}

    /**
     * Arms with features and theta* uniform in a box, as in the paper's simulation, worth x' theta* plus an effect of their own
     * that no feature explains.
     *
     * @param signal multiplies theta*
     * @param unseen standard deviation of the effect, which is Gaussian; 0 for a linear world
     * @param changes how often theta* and these effects are drawn anew
     */
    static World.Maker inBox(int features, int arms, double signal, double unseen, int changes) {
        return (seed, horizon) -> {
            double[][] x = new double[features][ArmForms.rowLength(arms)];
            Region.BOX.fill(x, arms, new RoundRandom(seed ^ World.FEATURES, 0));
            return world(x, arms, Segments.draw(new Segments(changes).uneven(seed, horizon), seed, truth -> {
                double[] theta = Region.BOX.vector(features, signal, truth);
                double[] scores = new double[arms];
                ArmForms.linear(theta, x, arms, scores);
                for (int k = 0; k < arms; k++) {
                    scores[k] += unseen * truth.nextGaussian();
                }
                return scores;
            }));
        };
    }

    /**
     * Arms that have nothing in common, each with a feature of its own and a mean uniform in [0, 1).
     *
     * @param changes how often the means are drawn anew
     */
    static World.Maker independent(int arms, int changes) {
        return (seed, horizon) -> oneHot(
                arms, Segments.draw(new Segments(changes).uneven(seed, horizon), seed, truth -> uniform(arms, truth)));
    }

    private static double[] uniform(int arms, RoundRandom truth) {
        double[] means = new double[arms];
        Arrays.setAll(means, k -> truth.nextDouble());
        return means;
    }

    /** Arms that have nothing in common: one, anywhere, is worth a gap, all others nothing. */
    static World.Maker oneGood(int arms, double gap) {
        return (seed, horizon) -> {
            double[] means = new double[arms];
            means[new RoundRandom(seed ^ World.TRUTH, 0).nextInt(arms)] = gap;
            return oneHot(arms, t -> means);
        };
    }

    /**
     * Arms that have nothing in common: one, anywhere, is worth 0.1 in the first half of the repetition and 0.9 in the second. The means of the others
     * are uniform in [0.2, 0.6) and stay.
     */
    static World.Maker rising(int arms) {
        return (seed, horizon) -> {
            RoundRandom truth = new RoundRandom(seed ^ World.TRUTH, 0);
            double[] before = uniform(arms, truth);
            for (int k = 0; k < arms; k++) {
                before[k] = 0.2 + (0.6 - 0.2) * before[k];
            }
            int rising = truth.nextInt(arms);
            double[] after = before.clone();
            before[rising] = 0.1;
            after[rising] = 0.9;
            long[] starts = new Segments(1).starts(horizon);
            return oneHot(arms, t -> Segments.of(t, starts) == 0 ? before : after);
        };
    }

    private static World oneHot(int arms, LongFunction<double[]> scores) {
        double[][] x = new double[arms][ArmForms.rowLength(arms)];
        for (int k = 0; k < arms; k++) {
            x[k][k] = 1;
        }
        return world(x, arms, scores);
    }

    private static World world(double[][] x, int arms, LongFunction<double[]> scores) {
        ActionSet set = ActionSet.wrap(x, arms);
        return (t, rng) -> new World.Round(set, scores.apply(t));
    }
}
