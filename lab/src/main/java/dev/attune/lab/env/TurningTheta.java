package dev.attune.lab.env;

import dev.attune.math.RoundRandom;

/**
 * A theta* that turns at constant speed in a random plane and keeps its length: theta(t) = u cos(angle) + v sin(angle), angle =
 * 2 pi turns t / T. It starts as the simulation's theta* does; v is a second draw made orthogonal to u and as long. A turn,
 * and not a random walk: the speed is then the same in every repetition, and any round can be computed by itself.
 */
final class TurningTheta implements Coefficients {
    private final double[] u;
    private final double[] v;
    private final double anglePerRound;
    private final double[] theta;

    private TurningTheta(double[] u, double[] v, double anglePerRound) {
        this.u = u;
        this.v = v;
        this.anglePerRound = anglePerRound;
        this.theta = new double[u.length];
    }

    /** Fresh arms with such a theta*; a plane needs two features. */
    static World.Maker arms(int features, int arms, double turns) {
        return (seed, horizon) -> {
            RoundRandom rng = new RoundRandom(seed ^ Keys.TRUTH, 0);
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
            return new FreshArms(
                    Region.BOX, features, arms, new TurningTheta(u, v, 2 * Math.PI * turns / horizon), seed);
        };
    }

    @Override
    public double[] at(long t) {
        double cos = StrictMath.cos(anglePerRound * t);
        double sin = StrictMath.sin(anglePerRound * t);
        for (int i = 0; i < theta.length; i++) {
            theta[i] = u[i] * cos + v[i] * sin;
        }
        return theta;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
