package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import java.util.Optional;

/**
 * Himmelblau's function on [-5, 5]^2, mapped to [0, 1]^2 and scaled to values in [0, 1], for tuners alone: four peaks of the
 * same height, 1 - ((x^2 + y - 11)^2 + (x + y^2 - 7)^2) / 890. There is one arm with the single feature 1, and the reward of a
 * decision is the function at its setting plus noise, so it is played with the {@link PointPolicy}.
 */
final class Himmelblau implements Environment {
    private static final double DEPTH = 890; // the largest value on the square, at (5, 5)

    private final double deviation;

    Himmelblau(double deviation) {
        this.deviation = deviation;
    }

    /** The mean reward of a point of [0, 1]^2. */
    static double mean(double u, double v) {
        double x = 10 * u - 5;
        double y = 10 * v - 5;
        double first = x * x + y - 11;
        double second = x + y * y - 7;
        return 1 - (first * first + second * second) / DEPTH;
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public Optional<PolicyProvider> ownPolicy() {
        return Optional.of(PointPolicy.SQUARE_ENTRY);
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return new Points(seed ^ Keys.LUCK);
    }

    private final class Points implements Rounds {
        private final long luckSeed;
        private final RoundRandom luck;
        private final ActionSet arm = ActionSet.ofRows(new double[] {1});
        private long t;

        Points(long luckSeed) {
            this.luckSeed = luckSeed;
            this.luck = new RoundRandom(luckSeed, 0);
        }

        @Override
        public ActionSet next() {
            t++;
            return arm;
        }

        @Override
        public double reward(int arm, Setting setting) {
            luck.reset(luckSeed, t);
            return mean(setting) + deviation * luck.nextGaussian();
        }

        @Override
        public double regret(int arm, Setting setting) {
            return 1 - mean(setting);
        }

        private static double mean(Setting setting) {
            PointPolicy.SQUARE.require(setting);
            return Himmelblau.mean(setting.get(0), setting.get(1));
        }
    }
}
