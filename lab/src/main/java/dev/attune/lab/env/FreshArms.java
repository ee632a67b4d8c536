package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.function.LongFunction;

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
    private final LongFunction<double[]> theta; // by round
    private final long featureSeed;
    private final RoundRandom rng;
    private final double[][] x;
    private final double[] scores;
    private final ActionSet set;

    private FreshArms(Region region, int features, int arms, LongFunction<double[]> theta, long seed) {
        this.region = region;
        this.arms = arms;
        this.theta = theta;
        this.featureSeed = seed ^ Salts.FEATURES;
        this.rng = new RoundRandom(featureSeed, 0);
        this.x = new double[features][ArmForms.rowLength(arms)];
        this.scores = new double[ArmForms.rowLength(arms)];
        this.set = ActionSet.wrap(x, arms);
    }

    /** Draws arms and theta* from the same region; theta* stays. */
    static World.Maker of(Region region, int features, int arms) {
        return (seed, horizon) -> {
            double[] theta = region.vector(features, 1, new RoundRandom(seed ^ Salts.TRUTH, 0));
            return new FreshArms(region, features, arms, t -> theta, seed);
        };
    }

    /** Draws theta* anew at changes, which are evenly spread over the horizon: what was learnt before is then worth nothing. */
    static World.Maker switching(int features, int arms, int changes) {
        return (seed, horizon) -> {
            long[] starts = new Segments(changes).starts(horizon);
            double[][] thetas = new double[starts.length + 1][];
            for (int s = 0; s < thetas.length; s++) {
                thetas[s] = Region.BOX.vector(features, 1, new RoundRandom(seed ^ Salts.TRUTH, s));
            }
            return new FreshArms(Region.BOX, features, arms, t -> thetas[Segments.of(t, starts)], seed);
        };
    }

    /**
     * Turns theta* at constant speed in a random plane: theta(t) = u cos(angle) + v sin(angle), angle = 2 pi turns t / T. It starts as the simulation's
     * theta* does; v is a second draw made orthogonal to u and as long. With a turn instead of a random walk, the speed is the same in every repetition,
     * and any round can be computed by itself. A plane needs two features.
     */
    static World.Maker turning(int features, int arms, double turns) {
        return (seed, horizon) -> {
            RoundRandom rng = new RoundRandom(seed ^ Salts.TRUTH, 0);
            double[] u = Region.BOX.vector(features, 1, rng);
            double[] v = Region.BOX.vector(features, 1, rng);
            double share = dot(u, v) / dot(u, u);
            for (int i = 0; i < features; i++) {
                v[i] -= share * u[i];
            }
            double stretch = Math.sqrt(dot(u, u) / dot(v, v));
            for (int i = 0; i < features; i++) {
                v[i] *= stretch;
            }
            double anglePerRound = 2 * Math.PI * turns / horizon;
            double[] theta = new double[features];
            LongFunction<double[]> turned = t -> {
                double cos = StrictMath.cos(anglePerRound * t);
                double sin = StrictMath.sin(anglePerRound * t);
                for (int i = 0; i < features; i++) {
                    theta[i] = u[i] * cos + v[i] * sin;
                }
                return theta;
            };
            return new FreshArms(Region.BOX, features, arms, turned, seed);
        };
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    @Override
    public ActionSet arms(long t) {
        rng.reset(featureSeed, t);
        region.fill(x, arms, rng);
        ArmForms.linear(theta.apply(t), x, arms, scores);
        return set;
    }

    @Override
    public double[] scores() {
        return scores;
    }
}
