package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.RoundRandom;
import java.util.Optional;

/**
 * A function on [0, 1] or [0, 1]^2, for tuners alone. There is one arm with the single feature 1, and the reward of a decision is the function at its
 * setting plus Gaussian noise, so it is played with the {@link PointPolicy}.
 *
 * <p>The highest point of a function on [0, 1] jumps, as in the paper's Appendix A.3. Where the paper is silent or short:
 *
 * <ul>
 *   <li>Change points "at random in the very beginning", fixed for all repetitions, but not printed: evenly spread over the
 *       horizon here, {@link Segments}.
 *   <li>The peak of each segment is drawn from the five, keyed by the seed, and never the same twice in a row.
 *   <li>Noise N(0, 0.1): the paper's second number is a variance, as in its simulation and in its published code, so the
 *       preset is the standard deviation 0.3162.
 * </ul>
 *
 * @param shape the mean reward
 * @param changes how often the peak jumps
 * @param deviation standard deviation of the noise
 */
record PointEnvironment(Shape shape, int changes, double deviation) implements Environment {
    private static final double[] PEAKS = {0.05, 0.25, 0.45, 0.70, 0.95};

    /** A function of the point that is played: the mean reward. */
    enum Shape {
        /** 0.9 - 0.9 |x - a|. */
        TRIANGLE {
            @Override
            double mean(Setting at, double a) {
                return 0.9 - 0.9 * Math.abs(at.get(0) - a);
            }
        },
        /** (2 / (3 pi)) sin((3 pi / 2) (x - a + 1/3)). */
        SINE {
            @Override
            double mean(Setting at, double a) {
                return 2 / (3 * Math.PI) * StrictMath.sin(1.5 * Math.PI * (at.get(0) - a + 1.0 / 3));
            }
        },
        /**
         * Himmelblau's function on [-5, 5]^2, mapped to [0, 1]^2 and scaled to values in [0, 1]: four peaks of height 1 that do not move, 1 - ((x^2 + y
         * - 11)^2 + (x + y^2 - 7)^2) / 890.
         */
        HIMMELBLAU {
            @Override
            double mean(Setting at, double a) {
                double x = 10 * at.get(0) - 5;
                double y = 10 * at.get(1) - 5;
                double first = x * x + y - 11;
                double second = x + y * y - 7;
                return 1 - (first * first + second * second) / 890; // the largest value on the square, at (5, 5)
            }

            @Override
            PolicyProvider policy() {
                return PointPolicy.SQUARE_ENTRY;
            }

            @Override
            double highest(double a) {
                return 1;
            }
        };

        /** Returns the mean reward at a point, with the peak at a. */
        abstract double mean(Setting at, double a);

        /** Returns the policy that plays it. */
        PolicyProvider policy() {
            return PointPolicy.ENTRY;
        }

        /** Returns the mean reward at the peak. */
        double highest(double a) {
            return mean(PointPolicy.SPACE.setting(a), a);
        }
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public Optional<PolicyProvider> ownPolicy() {
        return Optional.of(shape.policy());
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return new Points(seed, new Segments(changes).starts(horizon));
    }

    /** Draws one peak for each segment, neighbours different. */
    static double[] peaks(int segments, long seed) {
        RoundRandom rng = new RoundRandom(seed ^ World.TRUTH, 0);
        double[] peaks = new double[segments];
        int before = rng.nextInt(PEAKS.length);
        peaks[0] = PEAKS[before];
        for (int s = 1; s < segments; s++) {
            // One of the others: the numbers from the last one on move up by one.
            int other = rng.nextInt(PEAKS.length - 1);
            before = other < before ? other : other + 1;
            peaks[s] = PEAKS[before];
        }
        return peaks;
    }

    private final class Points implements Rounds {
        private final long luckSeed;
        private final long[] starts;
        private final double[] peaks;
        private final RoundRandom luck;
        private final SettingSpace space = shape.policy().space();
        private final ActionSet arm = ActionSet.ofRows(new double[] {1});
        private long t;
        private double peak;

        Points(long seed, long[] starts) {
            this.luckSeed = seed ^ World.LUCK;
            this.starts = starts;
            this.peaks = peaks(starts.length + 1, seed);
            this.luck = new RoundRandom(luckSeed, 0);
        }

        @Override
        public ActionSet next() {
            t++;
            peak = peaks[Segments.of(t, starts)];
            return arm;
        }

        @Override
        public double reward(int arm, Setting setting) {
            luck.reset(luckSeed, t);
            return mean(setting) + deviation * luck.nextGaussian();
        }

        @Override
        public double regret(int arm, Setting setting) {
            return Math.max(0, shape.highest(peak) - mean(setting));
        }

        private double mean(Setting setting) {
            return shape.mean(space.require(setting), peak);
        }
    }
}
