package dev.attune.api;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * Bounds of the difference between what a program earns and what a control would have earned, valid at every look: the chance that the difference is
 * ever outside, at whatever moment the bounds are read, is at most {@value #ALPHA} over the whole life.
 *
 * <pre>
 *   g      of each decision:  1 - P(control chooses the arm) / P(the arm was chosen), with expectation 0 if rewards do not depend on the arm
 *   B      bound of |g|, known before the choice, at least 1 ;  R the range of rewards ;  q the mean reward before
 *   z      = g (y - q) / (B R), between -1 and 1 ;  its expectation given the past is d / (B R), d the difference of this decision
 *   S      = sum d / (B R) ;  W = sum 1 / (B R) ;  S / W is the mean difference, in which decisions count by 1 / (B R)
 *   C_j    = product (1 + l_j z)      the capital of a gambler who stakes the part l_j on every decision
 *   l_j    = .6, .3, .15 ... ;  w_j = 1 / ((j + 1)(j + 2)), j from 0
 *   lower bound   S / W where sum w_j C_j exp(-l_j S) = 2 / alpha ;  the upper one is that of -z
 * </pre>
 *
 * <p>As E (1 + l z) is at most exp(l E z), the sum is a supermartingale that starts below 1, so Ville's inequality bounds it at all times at once.
 * Differences, bounds and ranges may change from decision to decision as long as they are known before the choice. The lower bound is above 0 if and only
 * if the stakes have multiplied by 2 / alpha. Both bounds are about the same mean, and the {@linkplain #estimate() estimate} is always between them.
 *
 * <p>Rewards need limits: no bound on a mean holds at every look if a single reward may be as large as all others together. Cutting rewards at those
 * seen before would bound the difference of rewards so cut, which may have another sign.
 *
 * <p>A decision takes O(1): {@value #STAKES} multiplications for each bound. Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
 * Journal of the Royal Statistical Society B, 2023; Waudby-Smith, Wu, Ramdas, Karampatziakis, Mineiro, "Anytime-valid off-policy inference for contextual
 * bandits", 2022, whose bound with one predictable lambda is that of a gambler who changes his stake; a mixture of constant stakes (Robbins 1970) was as quick
 * or quicker on all of six worlds of clicks.
 */
public final class ConfidenceSequence {
    /** The chance that a bound is ever wrong. */
    public static final double ALPHA = 0.05;

    private static final int STAKES = 12;
    private static final double LARGEST_STAKE = 0.6; // below 1: a single reward never takes all
    private static final double LOG_ODDS = StrictMath.log(2 / ALPHA);
    private static final double[] STAKE = new double[STAKES];
    private static final double[] LOG_SHARE = new double[STAKES];
    private static final double SMALL = 1e-100; // of a product before its logarithm is taken
    private static final int NEWTON_STEPS = 60;
    private static final double PRECISION = 1e-12;

    static {
        double stake = LARGEST_STAKE;
        for (int j = 0; j < STAKES; j++) {
            STAKE[j] = stake;
            stake /= 2;
            LOG_SHARE[j] = -StrictMath.log((j + 1.0) * (j + 2));
        }
    }

    private final double least;
    private final double most;
    private long n;
    private double sum; // of rewards
    private double total; // of z
    private double weight; // of 1 / (B R)
    private final Capital above = new Capital();
    private final Capital below = new Capital();

    /** What the gamblers on one side have. */
    private static final class Capital {
        final double[] product = new double[STAKES]; // since the logarithm was last taken
        final double[] log = new double[STAKES];

        Capital() {
            Arrays.fill(product, 1);
        }

        void bet(double z) {
            for (int j = 0; j < STAKES; j++) {
                product[j] *= 1 + STAKE[j] * z;
                if (product[j] < SMALL || product[j] > 1 / SMALL) {
                    log[j] += StrictMath.log(product[j]);
                    product[j] = 1;
                }
            }
        }

        /** Returns the S that all together just rule out. Newton's method on a convex function comes from below, so a cut is on the safe side. */
        double bound() {
            double[] have = new double[STAKES];
            double s = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < STAKES; j++) {
                have[j] = LOG_SHARE[j] + log[j] + StrictMath.log(product[j]);
                s = Math.max(s, (have[j] - LOG_ODDS) / STAKE[j]); // what one of them rules out alone
            }
            for (int i = 0; i < NEWTON_STEPS; i++) {
                double largest = Double.NEGATIVE_INFINITY;
                for (int j = 0; j < STAKES; j++) {
                    largest = Math.max(largest, have[j] - STAKE[j] * s);
                }
                double all = 0;
                double slope = 0;
                for (int j = 0; j < STAKES; j++) {
                    double each = StrictMath.exp(have[j] - STAKE[j] * s - largest);
                    all += each;
                    slope += STAKE[j] * each;
                }
                double step = (largest + StrictMath.log(all) - LOG_ODDS) * all / slope;
                if (!(step > PRECISION * (1 + Math.abs(s)))) {
                    break;
                }
                s += step;
            }
            return s;
        }

        void take(Capital other) {
            System.arraycopy(other.product, 0, product, 0, STAKES);
            System.arraycopy(other.log, 0, log, 0, STAKES);
        }

        void write(StateWriter out) {
            out.writeDoubles(product);
            out.writeDoubles(log);
        }

        void read(StateReader in) {
            in.readDoubles(product);
            in.readDoubles(log);
            for (double each : product) {
                if (!(each > 0)) {
                    throw new StateFormatException("a saved capital = " + each + " must be positive");
                }
            }
        }
    }

    /**
     * Creates bounds that know nothing.
     *
     * @param least reward that is possible
     * @param most reward that is possible
     */
    public ConfidenceSequence(double least, double most) {
        if (!(least < most && most - least < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rewards in [" + least + ", " + most + "] have no limits");
        }
        this.least = least;
        this.most = most;
    }

    /** Returns bounds that know the same. */
    public ConfidenceSequence copy() {
        ConfidenceSequence copy = new ConfidenceSequence(least, most);
        copy.n = n;
        copy.sum = sum;
        copy.total = total;
        copy.weight = weight;
        copy.above.take(above);
        copy.below.take(below);
        return copy;
    }

    /**
     * Adds a rewarded decision.
     *
     * @param g how much more likely the program was to choose the arm than the control, in units of the former
     * @param bound of the absolute value of g, known before the choice
     * @param y the reward
     */
    public void add(double g, double bound, double y) {
        double cut = Math.max(least, Math.min(most, y));
        double q = n == 0 ? (least + most) / 2 : Math.max(least, Math.min(most, sum / n));
        double unit = Math.max(1, bound) * (most - least);
        double z = Math.max(-1, Math.min(1, g * (cut - q) / unit)); // beyond 1 by rounding only
        above.bet(z);
        below.bet(-z);
        total += z;
        weight += 1 / unit;
        n++;
        sum += cut;
    }

    /** Returns the number of rewarded decisions. */
    public long count() {
        return n;
    }

    /** Returns the estimate of the difference, within what the limits of rewards allow; NaN if nothing is known. */
    public double estimate() {
        return weight > 0 ? Math.max(-range(), Math.min(range(), total / weight)) : Double.NaN;
    }

    /** Returns the lower bound of the difference, at least what the limits of rewards allow. */
    public double low() {
        return weight > 0 ? Math.max(above.bound() / weight, -range()) : -range();
    }

    /** Returns the upper bound of the difference, at most what the limits of rewards allow. */
    public double high() {
        return weight > 0 ? Math.min(-below.bound() / weight, range()) : range();
    }

    private double range() {
        return most - least;
    }

    /** Writes all state. */
    public void writeState(StateWriter out) {
        out.writeLong(n);
        out.writeDouble(sum);
        out.writeDouble(total);
        out.writeDouble(weight);
        above.write(out);
        below.write(out);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        n = in.readTally();
        sum = in.readDouble();
        total = in.readDouble();
        weight = in.readDouble();
        above.read(in);
        below.read(in);
    }
}
