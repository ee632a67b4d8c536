package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import java.util.Optional;

/**
 * A Lipschitz function on [0, 1] whose highest point jumps, for tuners alone: the paper's Appendix A.3. Nothing contextual is
 * chosen. There is one arm with the single feature 1, and the reward of a decision is the function at its setting plus
 * noise, so it is played with the {@link PointPolicy}.
 *
 * <p>Where the paper is silent or short:
 *
 * <ul>
 *   <li>Change points "at random in the very beginning", fixed for all repetitions, but not printed: evenly spread over the
 *       horizon here, {@link Segments}.
 *   <li>The peak of each segment is drawn from the five, keyed by the seed, and never the same twice in a row; a change that
 *       changes nothing would not be one.
 *   <li>Noise N(0, 0.1): the paper's second number is a variance, as in its simulation and in its published code, so the
 *       preset is the standard deviation 0.3162.
 * </ul>
 */
final class SwitchingFunctions implements Switching {
    private static final double[] PEAKS = {0.05, 0.25, 0.45, 0.70, 0.95};

    /** The mean reward around its peak. */
    enum Shape {
        /** 0.9 - 0.9 |x - a|. */
        TRIANGLE {
            @Override
            double mean(double x, double a) {
                return 0.9 - 0.9 * Math.abs(x - a);
            }
        },
        /** (2 / (3 pi)) sin((3 pi / 2) (x - a + 1/3)). */
        SINE {
            @Override
            double mean(double x, double a) {
                return 2 / (3 * Math.PI) * StrictMath.sin(1.5 * Math.PI * (x - a + 1.0 / 3));
            }
        };

        abstract double mean(double x, double a);
    }

    private final Shape shape;
    private final Segments segments;
    private final double deviation;

    SwitchingFunctions(Shape shape, int changes, double deviation) {
        this.shape = shape;
        this.segments = new Segments(changes);
        this.deviation = deviation;
    }

    @Override
    public int dimension() {
        return 1;
    }

    @Override
    public Optional<PolicyProvider> ownPolicy() {
        return Optional.of(PointPolicy.ENTRY);
    }

    @Override
    public long[] changes(long horizon) {
        return segments.starts(horizon);
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return new Points(seed, changes(horizon));
    }

    /** One peak a segment, neighbours different. */
    static double[] peaks(int segments, long seed) {
        RoundRandom rng = new RoundRandom(seed ^ Keys.TRUTH, 0);
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
        private final ActionSet arm = ActionSet.ofRows(new double[] {1});
        private long t;
        private double peak;

        Points(long seed, long[] starts) {
            this.luckSeed = seed ^ Keys.LUCK;
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
            return shape.mean(point(setting), peak) + deviation * luck.nextGaussian();
        }

        @Override
        public double regret(int arm, Setting setting) {
            return Math.max(0, shape.mean(peak, peak) - shape.mean(point(setting), peak));
        }

        private static double point(Setting setting) {
            return PointPolicy.SPACE.require(setting).get(0);
        }
    }
}
