package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.function.Function;

/**
 * Arms that stay the same for the whole repetition. Nothing explores by itself here: greedy choice may stay wrong for ever. What they are worth may be
 * drawn anew at changes.
 */
final class FixedArms implements World {
    private final ActionSet set;
    private final long[] starts; // of segments but the first
    private final double[][] scores; // [segment][arm]
    private int segment;

    private FixedArms(double[][] x, long[] starts, double[][] scores) {
        this.set = ActionSet.wrap(x, scores[0].length);
        this.starts = starts;
        this.scores = scores;
    }

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
            Region.BOX.fill(x, arms, new RoundRandom(seed ^ Salts.FEATURES, 0));
            return changing(x, changes, seed, horizon, truth -> {
                double[] theta = Region.BOX.vector(features, signal, truth);
                double[] scores = new double[arms];
                ArmForms.linear(theta, x, arms, scores);
                for (int k = 0; k < arms; k++) {
                    scores[k] += unseen * truth.nextGaussian();
                }
                return scores;
            });
        };
    }

    /**
     * Arms that have nothing in common, each with a feature of its own and a mean uniform in [0, 1).
     *
     * @param changes how often the means are drawn anew
     */
    static World.Maker independent(int arms, int changes) {
        return (seed, horizon) -> changing(oneHot(arms), changes, seed, horizon, truth -> {
            double[] means = new double[arms];
            for (int k = 0; k < arms; k++) {
                means[k] = truth.nextDouble();
            }
            return means;
        });
    }

    /** Arms that have nothing in common: one, anywhere, is worth a gap, all others nothing. */
    static World.Maker oneGood(int arms, double gap) {
        return (seed, horizon) -> {
            double[] means = new double[arms];
            means[new RoundRandom(seed ^ Salts.TRUTH, 0).nextInt(arms)] = gap;
            return new FixedArms(oneHot(arms), new long[0], new double[][] {means});
        };
    }

    /**
     * Arms that have nothing in common: one, anywhere, is worth {@code low} in the first half of the repetition and {@code high} in the second. The
     * means of the others are uniform in [least, most) and stay.
     */
    static World.Maker rising(int arms, double low, double high, double least, double most) {
        return (seed, horizon) -> {
            RoundRandom truth = new RoundRandom(seed ^ Salts.TRUTH, 0);
            double[] before = new double[arms];
            for (int k = 0; k < arms; k++) {
                before[k] = least + (most - least) * truth.nextDouble();
            }
            int rising = truth.nextInt(arms);
            double[] after = before.clone();
            before[rising] = low;
            after[rising] = high;
            return new FixedArms(oneHot(arms), new Segments(1).starts(horizon), new double[][] {before, after});
        };
    }

    /** Draws what the arms are worth, once for each segment. */
    private static FixedArms changing(
            double[][] x, int changes, long seed, long horizon, Function<RoundRandom, double[]> draw) {
        double[][] scores = new double[changes + 1][];
        for (int s = 0; s <= changes; s++) {
            scores[s] = draw.apply(new RoundRandom(seed ^ Salts.TRUTH, s));
        }
        return new FixedArms(x, new Segments(changes).uneven(seed, horizon), scores);
    }

    private static double[][] oneHot(int arms) {
        double[][] x = new double[arms][ArmForms.rowLength(arms)];
        for (int k = 0; k < arms; k++) {
            x[k][k] = 1;
        }
        return x;
    }

    @Override
    public ActionSet arms(long t) {
        segment = Segments.of(t, starts);
        return set;
    }

    @Override
    public double[] scores() {
        return scores[segment];
    }
}
