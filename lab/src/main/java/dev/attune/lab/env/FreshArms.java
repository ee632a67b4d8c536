package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.function.LongFunction;

/**
 * Worlds with new arms in every round, worth x' theta*: the paper's simulations. Contexts that change explore for free, so greedy choice is
 * close to the best here.
 */
final class FreshArms {
    private FreshArms() {}

    /** Draws arms and theta* from the same region; theta* stays. */
    static World.Maker of(Region region, int features, int arms) {
        return (seed, horizon) -> {
            double[] theta = region.vector(features, 1, new RoundRandom(seed ^ World.TRUTH, 0));
            return world(region, features, arms, t -> theta);
        };
    }

    /** Draws theta* anew at changes, which are evenly spread over the horizon: what was learnt before is then worth nothing. */
    static World.Maker switching(int features, int arms, int changes) {
        return (seed, horizon) -> world(
                Region.BOX,
                features,
                arms,
                Segments.draw(
                        new Segments(changes).starts(horizon), seed, truth -> Region.BOX.vector(features, 1, truth)));
    }

    /**
     * Turns theta* at constant speed in a random plane: theta(t) = u cos(angle) + v sin(angle), angle = 2 pi turns t / T. It starts as the simulation's
     * theta* does; v is a second draw made orthogonal to u and as long. With a turn instead of a random walk, the speed is the same in every repetition,
     * and any round can be computed by itself. A plane needs two features.
     */
    static World.Maker turning(int features, int arms, double turns) {
        return (seed, horizon) -> {
            RoundRandom rng = new RoundRandom(seed ^ World.TRUTH, 0);
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
            return world(Region.BOX, features, arms, t -> {
                double cos = StrictMath.cos(anglePerRound * t);
                double sin = StrictMath.sin(anglePerRound * t);
                for (int i = 0; i < features; i++) {
                    theta[i] = u[i] * cos + v[i] * sin;
                }
                return theta;
            });
        };
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Fills the same arrays in each round: its numbers are in the unit ball by construction, so nothing has to be checked again. */
    private static World world(Region region, int features, int arms, LongFunction<double[]> theta) {
        double[][] x = new double[features][ArmForms.rowLength(arms)];
        double[] scores = new double[ArmForms.rowLength(arms)];
        ActionSet set = ActionSet.wrap(x, arms);
        return (t, rng) -> {
            region.fill(x, arms, rng);
            ArmForms.linear(theta.apply(t), x, arms, scores);
            return new World.Round(set, scores);
        };
    }
}
