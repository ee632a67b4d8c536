package dev.attune.math;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Bounds of the difference between what a program earns and what a control would have earned, valid at every look: the chance that the difference is
 * ever outside, at whatever moment somebody looks, is at most {@value #ALPHA} over the whole life.
 *
 * <pre>
 *   g    of each decision, with expectation 0 where the choice does not matter:  1 - P(control chooses the arm) / P(the arm was chosen)
 *   B    bound of |g|, known before the choice ;  R the range of rewards ;  q the mean reward before
 *   x    = 1 + s g (y - q) / (B R)              s = +1 for the lower bound, -1 for the upper one ;  x is at least 0
 *   lambda = min(1/2, sqrt(2 ln(2/alpha) / (v t ln(1 + t))))      psi(l) = -ln(1 - l) - l
 *   L    = (sum lambda (x - 1) - ln(2/alpha) - sum psi(lambda) (x - m)^2) / sum lambda / (B R)
 *   m, v mean and variance of x before, m at most 1
 * </pre>
 *
 * <p>The exponential of lambda (x - E x) - psi(lambda) (x - m)^2, summed, is a supermartingale as long as x - m is at least -1, so Ville's inequality
 * bounds it at all times at once. Weights, bounds and ranges may differ from decision to decision, as long as they are known before the reward: the
 * statement is about the mean of the differences, weighted by lambda / (B R).
 *
 * <p>Rewards without declared limits are cut at the smallest and the largest reward before them; the statement is then about rewards so cut.
 *
 * <p>O(1) in time and memory. Waudby-Smith, Wu, Ramdas, Karampatziakis, Mineiro, "Anytime-valid off-policy inference for contextual bandits", 2022;
 * Howard, Ramdas, McAuliffe, Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 2021.
 */
public final class ConfidenceSequence {
    /** The chance that a bound is ever wrong. */
    public static final double ALPHA = 0.05;

    private static final double LOG = StrictMath.log(2 / ALPHA);
    private static final double LARGEST_LAMBDA = 0.5;
    private static final double FIRST_VARIANCE = 0.25;

    private final boolean declared;
    private double least;
    private double most;
    private long n;
    private double sum; // of rewards
    private final Side lower = new Side(1);
    private final Side upper = new Side(-1);

    /** One of the two bounds. */
    private static final class Side {
        final double sign;
        long t;
        double mean; // of x - 1
        double squares; // of x - m
        double gained;
        double paid;
        double weights;

        Side(double sign) {
            this.sign = sign;
        }

        /** Adds x - 1 = sign z; the unit is B R. */
        void add(double z, double unit) {
            double x = sign * z;
            double m = Math.min(0, mean);
            double v = (FIRST_VARIANCE + squares) / (t + 1);
            double lambda = Math.min(LARGEST_LAMBDA, Math.sqrt(2 * LOG / (v * (t + 1) * StrictMath.log(2.0 + t))));
            double deviation = x - m;
            gained += lambda * x;
            paid += (-StrictMath.log(1 - lambda) - lambda) * deviation * deviation;
            weights += lambda / unit;
            t++;
            squares += deviation * deviation;
            mean += (x - mean) / t;
        }

        double bound() {
            return weights > 0 ? (gained - LOG - paid) / weights : Double.NEGATIVE_INFINITY;
        }

        void write(StateWriter out) {
            out.writeLong(t);
            out.writeDouble(mean);
            out.writeDouble(squares);
            out.writeDouble(gained);
            out.writeDouble(paid);
            out.writeDouble(weights);
        }

        void read(StateReader in) {
            t = in.readTally();
            mean = in.readDouble();
            squares = in.readDouble();
            gained = in.readDouble();
            paid = in.readDouble();
            weights = in.readDouble();
        }
    }

    /**
     * Creates bounds that know nothing.
     *
     * @param least reward that is possible; infinite if that is not known
     * @param most reward that is possible; infinite if that is not known
     */
    public ConfidenceSequence(double least, double most) {
        this.declared = Double.isFinite(least) && Double.isFinite(most) && least < most;
        this.least = declared ? least : Double.POSITIVE_INFINITY;
        this.most = declared ? most : Double.NEGATIVE_INFINITY;
    }

    /**
     * Adds a rewarded decision.
     *
     * @param g how much more likely the program was to choose the arm than the control, in units of the former
     * @param bound of the absolute value of g, known before the choice
     * @param y the reward
     */
    public void add(double g, double bound, double y) {
        double range = most - least;
        if (range > 0) {
            double cut = Math.max(least, Math.min(most, y));
            double q = n == 0 ? (least + most) / 2 : Math.max(least, Math.min(most, sum / n));
            double unit = Math.max(1, bound) * range;
            double z = g * (cut - q) / unit;
            lower.add(z, unit);
            upper.add(z, unit);
        }
        n++;
        sum += y;
        if (!declared) {
            least = Math.min(least, y);
            most = Math.max(most, y);
        }
    }

    /** Returns the number of rewarded decisions. */
    public long count() {
        return n;
    }

    /** Returns the lower bound of the difference; negative infinity if nothing is known. */
    public double low() {
        return lower.bound();
    }

    /** Returns the upper bound of the difference; infinite if nothing is known. */
    public double high() {
        return -upper.bound();
    }

    /** Writes all state. */
    public void writeState(StateWriter out) {
        out.writeLong(n);
        out.writeDouble(sum);
        out.writeFlag(least <= most);
        if (least <= most) {
            out.writeDouble(least);
            out.writeDouble(most);
        }
        lower.write(out);
        upper.write(out);
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        n = in.readTally();
        sum = in.readDouble();
        if (in.readFlag()) {
            least = in.readDouble();
            most = in.readDouble();
        }
        lower.read(in);
        upper.read(in);
    }
}
