package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.math.ArmForms;
import dev.attune.math.Cholesky;
import dev.attune.math.Symmetric;
import dev.attune.math.Tridiagonal;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * The matrix V = lambda D + sum w x x' of a Bayesian linear model, kept in the three forms that scoring needs. D is the identity but for its first
 * entry, which may differ: the first coefficient may have a prior of its own.
 *
 * <pre>
 *   S = sum w x x'        the sum itself, exact up to rounding
 *   R, V = R'R            for draws from N(0, V^-1) and solves
 *   B = V^-1              for the widths sqrt(x' V^-1 x) of all arms in one pass
 * </pre>
 *
 * <p>Two square arrays hold all three: S is kept once, below the diagonal of the rows of R, with its own diagonal beside them.
 *
 * <p>Adding one x costs O(d^2): R by a rank-one update, B by Sherman-Morrison. Sherman-Morrison drifts, so every {@link
 * #refreshPeriod} additions R is refactorised from S and B inverted from R; amortised that is O(d^2) as well.
 *
 * <p>Two things can go wrong with features of very different or very large size, and neither may: where one x outweighs
 * all that is known by {@value #LARGEST_LEVERAGE}, or B is so rounded that x' B x is negative, B is inverted from R
 * instead of updated; and once lambda is lost in the rounding of S, R is no longer refactorised but only updated,
 * which keeps it positive definite. There is no stream of finite features that makes this class fail.
 */
public final class Precision {
    private static final int SHORTEST_PERIOD = 512;
    static final double LARGEST_LEVERAGE = 1e6;
    private static final double SMALLEST_SHARE = 1e-12;

    private final int d;
    private final Cholesky R;
    private final double[][] below; // the rows of R, which hold S below the diagonal
    private final double[] diagonal; // of S
    private final double[][] B;
    private final double[] scaled;
    private final double[] product; // B x
    private final double[] work;
    private double lambda;
    private double first = 1; // entry of D
    private int sinceRefresh;

    /** Makes V = lambda I. */
    public Precision(int dimension, double lambda) {
        this.d = Require.positive("dimension", dimension);
        this.lambda = Require.positive("lambda", lambda);
        this.R = new Cholesky(d);
        this.below = R.rows();
        this.diagonal = new double[d];
        this.B = Symmetric.scaledIdentity(d, 1 / lambda);
        this.scaled = new double[d];
        this.product = new double[d];
        this.work = new double[d];
        rebuild(sum(), lambda);
    }

    /** Copies another matrix of the same dimension. */
    void copyFrom(Precision other) {
        for (int i = 0; i < d; i++) {
            System.arraycopy(other.below[i], 0, below[i], 0, d);
            System.arraycopy(other.B[i], 0, B[i], 0, d);
        }
        System.arraycopy(other.diagonal, 0, diagonal, 0, d);
        lambda = other.lambda;
        first = other.first;
        sinceRefresh = other.sinceRefresh;
    }

    /** Returns the prior precision in force. */
    public double lambda() {
        return lambda;
    }

    /**
     * Changes the prior precision and rebuilds: O(d^3).
     *
     * @throws ArithmeticException with nothing changed if S + newLambda I is not numerically positive definite
     */
    public void lambda(double newLambda) {
        if (!rebuild(sum(), Require.positive("lambda", newLambda))) {
            throw new ArithmeticException("V is not positive definite with lambda = " + newLambda);
        }
        lambda = newLambda;
    }

    /** Returns the prior precision of the first coefficient, in units of lambda. */
    double first() {
        return first;
    }

    /**
     * Changes the prior precision, and that of the first coefficient in units of it, and rebuilds: O(d^3).
     *
     * @throws ArithmeticException with nothing changed if the new V is not numerically positive definite
     */
    void prior(double newLambda, double newFirst) {
        double before = first;
        first = Require.positive("the prior precision of the first coefficient", newFirst);
        try {
            lambda(newLambda);
        } catch (ArithmeticException e) {
            first = before;
            throw e;
        }
    }

    /** Sets the prior precision of the first coefficient that a state which was read has been learnt with. */
    void restoreFirst(double saved) {
        first = saved;
    }

    /**
     * Computes V += w x x', O(d^2).
     *
     * @return x' V^-1 x before the addition
     */
    public double add(double w, double[] x) {
        Symmetric.multiply(B, x, product);
        double leverage = Symmetric.dot(x, product, d);
        boolean trusted = leverage >= 0 && w * leverage <= LARGEST_LEVERAGE;
        if (!trusted) {
            leverage = leverageFromFactor(x);
        }
        Symmetric.rankOneBelow(below, w, x);
        double root = Math.sqrt(w);
        for (int i = 0; i < d; i++) {
            diagonal[i] = Math.fma(w, x[i] * x[i], diagonal[i]);
            scaled[i] = root * x[i];
        }
        R.update(scaled, work);
        if (++sinceRefresh >= refreshPeriod()) {
            refresh();
        } else if (trusted) {
            Symmetric.rankOne(B, -w / (1 + w * leverage), product); // Sherman-Morrison
        } else {
            R.inverse(B); // the difference that Sherman-Morrison takes would leave too few digits
        }
        return leverage;
    }

    /** Returns x' V^-1 x as |R'^-1 x|^2: never negative, and exact where B has lost its digits. */
    private double leverageFromFactor(double[] x) {
        System.arraycopy(x, 0, work, 0, d);
        R.solveLower(work);
        double leverage = Symmetric.dot(work, work, d);
        if (!Double.isFinite(leverage)) {
            throw new ArithmeticException("x' V^-1 x = " + leverage + " at lambda = " + lambda);
        }
        return leverage;
    }

    /**
     * Replaces the sum: S becomes {@code sum}, and R and B follow. O(d^3).
     *
     * @return false, with nothing changed, if the new V is not numerically positive definite
     */
    public boolean replaceSum(double[][] sum) {
        return replaceSum(sum, lambda);
    }

    /** Replaces sum and prior precision together, as {@link #replaceSum(double[][])} does the sum. */
    boolean replaceSum(double[][] sum, double newLambda) {
        if (!rebuild(Symmetric.copy(sum), Require.positive("lambda", newLambda))) {
            return false;
        }
        lambda = newLambda;
        keep(sum);
        return true;
    }

    private void keep(double[][] sum) {
        for (int i = 0; i < d; i++) {
            System.arraycopy(sum[i], 0, below[i], 0, i);
            diagonal[i] = sum[i][i];
        }
    }

    /** Computes V = lambda I + factor S, and R and B from it: O(d^3). */
    void fade(double factor) {
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                below[i][j] *= factor;
            }
            diagonal[i] *= factor;
        }
        if (lambda < largestDiagonal() * SMALLEST_SHARE || !rebuild(sum(), lambda)) {
            fadeFactor(factor);
            R.inverse(B);
            sinceRefresh = 0;
        }
    }

    /** Computes factor V + (1 - factor) lambda I in R alone, where lambda is lost in the rounding of S. */
    private void fadeFactor(double factor) {
        double root = Math.sqrt(factor);
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                R.rows()[i][j] *= root;
            }
        }
        for (int i = 0; i < d; i++) {
            Arrays.fill(scaled, 0);
            scaled[i] = Math.sqrt((1 - factor) * lambda * (i == 0 ? first : 1));
            R.update(scaled, work);
        }
    }

    private int refreshPeriod() {
        return Math.max(SHORTEST_PERIOD, 4 * d);
    }

    /**
     * Rebuilds R and B. S + lambda I keeps lambda's digits only while S is not too large; after that the updated R has
     * them.
     */
    private void refresh() {
        if (lambda < largestDiagonal() * SMALLEST_SHARE || !rebuild(sum(), lambda)) {
            R.inverse(B);
            sinceRefresh = 0;
        }
    }

    private double largestDiagonal() {
        double largest = 0;
        for (int i = 0; i < d; i++) {
            largest = Math.max(largest, diagonal[i]);
        }
        return largest;
    }

    /** Computes R and B from a copy of the sum, which is overwritten and not kept: there may be a model for each of many arms. */
    private boolean rebuild(double[][] sum, double prior) {
        for (int i = 0; i < d; i++) {
            sum[i][i] += i == 0 ? prior * first : prior;
        }
        if (!R.factor(sum)) {
            return false;
        }
        R.inverse(B);
        sinceRefresh = 0;
        return true;
    }

    /** Computes widths sqrt(x' V^-1 x) of all arms into the round's bonuses. */
    public void widths(ActionSet arms, ScoredRound round) {
        ArmForms.widths(B, arms.byFeature(), arms.arms(), round.bonus());
    }

    /** Computes out = V^-1 v, through R: accurate even where V is so ill-conditioned that B is not. */
    public void solve(double[] v, double[] out) {
        System.arraycopy(v, 0, out, 0, d);
        R.solve(out);
    }

    /** Turns standard normals into a draw from N(0, V^-1), in place. */
    public void shape(double[] z) {
        R.solveUpper(z);
    }

    /**
     * Returns the information about the least known of these arms, in units of lambda: with q = lambda x' B x / |x|^2,
     * the share of an arm's variance that the data have left, lambda (1/q - 1). O(K d^2); arms without features do not
     * count.
     */
    public double leastKnown(ActionSet arms) {
        int K = arms.arms();
        double[] widths = new double[ArmForms.rowLength(K)];
        double[] squares = new double[ArmForms.rowLength(K)];
        ArmForms.widths(B, arms.byFeature(), K, widths);
        double[][] features = arms.byFeature();
        for (int i = 0; i < features.length; i++) {
            double[] feature = features[i];
            for (int k = 0; k < K; k++) {
                squares[k] = Math.fma(feature[k], i == 0 ? feature[k] / first : feature[k], squares[k]);
            }
        }
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < K; k++) {
            if (squares[k] > 0) {
                double left = lambda * widths[k] * widths[k] / squares[k];
                least = Math.min(least, Math.max(0, lambda * (1 / left - 1)));
            }
        }
        return least;
    }

    /** Returns V^-1 itself, to be read only. */
    public double[][] inverse() {
        return B;
    }

    /** Reduces D^-1/2 S D^-1/2, and with it D^-1/2 v, to tridiagonal form, for a D with another first entry: O(d^3). */
    void reduceSum(double[] v, double otherFirst, Tridiagonal into) {
        double[][] spare = sum();
        double root = 1 / Math.sqrt(otherFirst);
        for (int i = 0; i < d; i++) {
            spare[0][i] *= root;
            spare[i][0] *= root;
        }
        double[] u = v.clone();
        u[0] *= root;
        into.reduce(spare, u);
    }

    /** Reduces S, and with it a vector and a matrix of d rows, which is changed, to tridiagonal form: O(d^3). */
    void reduceSum(double[] v, double[][] c, Tridiagonal into) {
        into.reduce(sum(), v, c);
    }

    /** Returns a copy of S. */
    public double[][] sum() {
        double[][] sum = new double[d][d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(below[i], 0, sum[i], 0, i);
            sum[i][i] = diagonal[i];
            for (int j = 0; j < i; j++) {
                sum[j][i] = below[i][j];
            }
        }
        return sum;
    }

    /** Returns an entry of the diagonal of S. */
    double sumOfSquares(int i) {
        return diagonal[i];
    }

    /** Writes all state. */
    public void writeState(StateWriter out) {
        out.writeDouble(lambda);
        out.writeInt(sinceRefresh);
        out.writeMatrix(sum());
        double[][] upper = new double[d][d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(R.rows()[i], i, upper[i], i, d - i);
        }
        out.writeMatrix(upper);
        out.writeMatrix(B);
    }

    private void requirePositiveDiagonal() {
        for (int i = 0; i < d; i++) {
            if (!(R.rows()[i][i] > 0)) {
                throw new StateFormatException("the saved factor has " + R.rows()[i][i] + " on its diagonal");
            }
        }
    }

    /** Reads what {@link #writeState} wrote. */
    public void readState(StateReader in) {
        lambda = in.readPositive();
        sinceRefresh = in.readCount(refreshPeriod());
        double[][] sum = new double[d][d];
        in.readMatrix(sum);
        in.readMatrix(R.rows());
        requirePositiveDiagonal();
        keep(sum);
        in.readMatrix(B);
    }
}
