package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.TunablePrior;
import dev.attune.math.ArmForms;
import dev.attune.math.Cholesky;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.math.Tridiagonal;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Ridge regression with coefficients that all arms share and coefficients of each arm's own: the same as {@link RidgeModel} on the vector
 * (z, 0, .., x, .., 0) with x at the place of the arm's block, without that vector.
 *
 * <pre>
 *   (a, f): a the number of the block ;  z the first k features of f ;  x the last d of them ;  y = z' beta + x' theta_a + noise
 *
 *   A_a = lambda I + sum x x'     B_a = sum x z'     b_a = sum x y     over the rewards of block a
 *   E_a = A_a^-1 B_a              c_a = A_a^-1 b_a
 *   A_0 = lambda I + sum z z' - sum_a B_a' E_a       b_0 = sum z y - sum_a B_a' c_a
 *   beta = A_0^-1 b_0             theta_a = c_a - E_a beta
 *
 *   of an arm, with w = z - E_a' x:   mean = w' beta + x' c_a     variance = w' A_0^-1 w + x' A_a^-1 x
 *
 *   a reward, with q = x' A_a^-1 x of the old A_a:
 *     A_0 += w w'/(1+q)     b_0 += w (y - x' c_a)/(1+q)
 *     A_a += x x'           B_a += x z'           b_a += x y           E_a += A_a^-1 x w' of the new A_a
 * </pre>
 *
 * <p>This is block elimination: A_0 is the precision of beta after all theta_a are integrated out. Lines 17-23 of the publication subtract
 * B_a' A_a^-1 B_a before the reward and add it after; the difference is w w'/(1+q), which costs O(k^2) and has no digits to lose.
 *
 * <p>Cost: O(k^2 + d^2) for each arm that is scored and for each reward; E_a is recomputed from B_a every few hundred rewards, so that it does not
 * drift. O(k^3) and O(d^3 + k d^2 + k^2 d) for each block when lambda changes, and for each value whose evidence is asked for.
 *
 * <p>A block that is cleared takes its theta_a with it; what its rewards said about beta stays, since theta_a was integrated out.
 *
 * <p>Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article recommendation", WWW 2010, Algorithm 2.
 */
public final class HybridRidge implements LinearModel {
    private static final int SHORTEST_PERIOD = 512;
    private static final Reduced NOT_REDUCED = new Reduced(new Tridiagonal(1), new double[0][]);
    private static final long SHARED_DRAW = Blocks.MOST; // key of the draw of beta, beside those of the blocks

    private final int p; // features without the number of the block
    private final int k;
    private final int d;
    private final boolean tunable;
    private final Block prior; // stands for every block that was never rewarded
    private Block[] blocks = {};
    private final Precision A0;
    private final double[] b0;
    private final double[] beta;
    private final double[][] zz; // sum z z', without what cleared blocks explain of it
    private final double[] zy; // sum z y, the same
    private double yy;
    private double ofCleared; // the part of yy that the own coefficients of cleared blocks explain
    private double explained;
    private long n;

    /** Makes the prior: lambda = 1, until {@link #prior} changes it. */
    public HybridRidge(int features, int shared, int own) {
        this(features, shared, own, 1, true);
    }

    /** Makes the prior with a lambda that is kept. */
    public HybridRidge(int features, int shared, int own, double lambda) {
        this(features, shared, own, lambda, false);
    }

    private HybridRidge(int features, int shared, int own, double lambda, boolean tunable) {
        this.p = Require.positive("the number of features without the block", features);
        this.k = within("shared", shared);
        this.d = within("own", own);
        if (k + d < p) {
            throw new IllegalArgumentException("shared = " + k + " and own = " + d + " leave " + (p - k - d)
                    + " of the " + p + " features without a coefficient");
        }
        this.tunable = tunable;
        this.A0 = new Precision(k, lambda);
        this.prior = new Block(lambda);
        this.b0 = new double[k];
        this.beta = new double[k];
        this.zz = new double[k][k];
        this.zy = new double[k];
    }

    private int within(String name, int count) {
        if (count < 1 || count > p) {
            throw new IllegalArgumentException(
                    name + " = " + count + " must be between 1 and the number of features, " + p);
        }
        return count;
    }

    /** What is known about the coefficients of one block, given beta. */
    private final class Block {
        private final Precision A;
        private final double[][] B = new double[d][k];
        private final double[][] E = new double[d][k];
        private final double[] b = new double[d];
        private final double[] c = new double[d];
        private Reduced reduced = NOT_REDUCED;
        private double explained; // b'c
        private long count;

        Block(double lambda) {
            A = new Precision(d, lambda);
        }

        /** Recomputes E and c from A, B and b. */
        void solve() {
            for (int i = 0; i < d; i++) {
                ArmForms.linear(A.inverse()[i], B, k, E[i]);
            }
            solveVector();
        }

        /** Recomputes c from A and b. */
        void solveVector() {
            A.solve(b, c);
            explained = Symmetric.dot(b, c, d);
        }

        /** Computes w = z - E' x. */
        void residual(double[] f, double[] x, double[] w) {
            ArmForms.linear(x, E, k, w);
            for (int j = 0; j < k; j++) {
                w[j] = f[j] - w[j];
            }
        }

        double mean(double[] x, double[] w) {
            return Symmetric.dot(w, beta, k) + Symmetric.dot(x, c, d);
        }

        double variance(double[] x, double[] w, double[] work) {
            return Math.max(0, Symmetric.quadratic(A0.inverse(), w, work) + Symmetric.quadratic(A.inverse(), x, work));
        }
    }

    /** S, b and B of a block in a form in which the evidence of many priors costs less. */
    private static final class Reduced {
        private final Tridiagonal form;
        private final double[][] B;

        Reduced(Tridiagonal form, double[][] B) {
            this.form = form;
            this.B = B;
        }
    }

    /** Learns one reward; the caller has checked the features and y, except for the number of the block. */
    @Override
    public void add(double[] features, double y) {
        int a = Blocks.require(features);
        if (a >= blocks.length) {
            grow(a + 1);
        }
        if (blocks[a] == prior) {
            blocks[a] = new Block(lambda());
        }
        Block block = blocks[a];
        double[] f = Arrays.copyOfRange(features, 1, 1 + p);
        double[] x = own(f);
        double[] w = new double[k];
        block.residual(f, x, w);
        double rest = y - Symmetric.dot(x, block.c, d);
        double q = block.A.add(1, x); // line 19
        A0.add(1 / (1 + q), w); // lines 17 and 22
        add(b0, rest / (1 + q), w, k); // lines 18 and 23
        double[] u = new double[d];
        Symmetric.multiply(block.A.inverse(), x, u);
        for (int i = 0; i < d; i++) {
            add(block.B[i], x[i], f, k); // line 20
            add(block.E[i], u[i], w, k);
        }
        add(block.b, y, x, d); // line 21
        Symmetric.rankOne(zz, 1, f);
        add(zy, y, f, k);
        block.reduced = NOT_REDUCED;
        block.count++;
        n++;
        yy = Math.fma(y, y, yy);
        if (block.count % Math.max(SHORTEST_PERIOD, 4L * d) == 0 || q > Precision.LARGEST_LEVERAGE) {
            block.solve();
        } else {
            block.solveVector();
        }
        A0.solve(b0, beta);
        sum();
    }

    /** t += c s. */
    private static void add(double[] t, double c, double[] s, int n) {
        for (int j = 0; j < n; j++) {
            t[j] = Math.fma(c, s[j], t[j]);
        }
    }

    private double[] own(double[] f) {
        return d == p ? f : Arrays.copyOfRange(f, p - d, p);
    }

    private void grow(int least) {
        int from = blocks.length;
        blocks = Arrays.copyOf(blocks, Math.min(Blocks.MOST, Math.max(least, 2 * from)));
        Arrays.fill(blocks, from, blocks.length, prior);
    }

    /** Recomputes the sums instead of taking differences, so that nothing drifts. */
    private void sum() {
        explained = ofCleared + Symmetric.dot(b0, beta, k);
        for (Block block : blocks) {
            explained += block.explained;
        }
    }

    @Override
    public void clear(int number) {
        int a = Blocks.require(number);
        if (a < blocks.length && blocks[a] != prior) {
            double[] parts = eliminate(blocks[a], lambda(), zz, zy);
            if (Double.isNaN(parts[0])) {
                throw new ArithmeticException("A is not positive definite with lambda = " + lambda());
            }
            ofCleared += parts[1];
            blocks[a] = prior;
            sum();
        }
    }

    /**
     * Integrates the coefficients of a block out: with A = S + l I, matrix -= B' A^-1 B and vector -= B' A^-1 b.
     *
     * @return ln|A| and b' A^-1 b; the first is NaN, with nothing changed, if l is lost in the rounding of S
     */
    private double[] eliminateReduced(Block block, double l, double[][] matrix, double[] vector) {
        if (d <= RidgeModel.REDUCED_ABOVE) {
            return eliminate(block, l, matrix, vector);
        }
        if (block.reduced == NOT_REDUCED) {
            block.reduced = new Reduced(new Tridiagonal(d), Symmetric.copy(block.B));
            block.A.reduceSum(block.b, block.reduced.B, block.reduced.form);
        }
        Tridiagonal form = block.reduced.form;
        if (form.shift(l)) {
            double[][] g = new double[d][k];
            double[] u = new double[d];
            subtract(g, u, form.solve(block.reduced.B, g, u), matrix, vector);
        }
        return new double[] {form.logDeterminant(), form.form()};
    }

    /** Does the same as {@link #eliminateReduced}, to the last digit, but from scratch for each l. */
    private double[] eliminate(Block block, double l, double[][] matrix, double[] vector) {
        double[][] a = block.A.sum();
        for (int i = 0; i < d; i++) {
            a[i][i] += l;
        }
        Cholesky factor = new Cholesky(d);
        if (!factor.factor(a)) {
            return new double[] {Double.NaN, 0};
        }
        double[][] g = Symmetric.copy(block.B); // A = R'R: B' A^-1 B = G'G with R'G = B
        factor.solveLower(g);
        double[] u = block.b.clone();
        factor.solveLower(u);
        subtract(g, u, d, matrix, vector);
        return new double[] {factor.logDeterminant(), Symmetric.dot(u, u, d)};
    }

    /** Computes matrix -= G'G and vector -= G'u. */
    private void subtract(double[][] g, double[] u, int rows, double[][] matrix, double[] vector) {
        double[] minus = new double[rows];
        Arrays.fill(minus, -1);
        Symmetric.addWeightedOuter(matrix, g, minus, rows);
        for (int i = 0; i < rows; i++) {
            add(vector, -u[i], g[i], k);
        }
    }

    private Block ofBlock(double number) {
        return number < blocks.length ? blocks[(int) number] : prior;
    }

    @Override
    public int features() {
        return 1 + p;
    }

    @Override
    public void check(ActionSet arms) {
        Blocks.require(Require.dimension(arms, features()));
    }

    private void gather(ActionSet arms, int arm, double[] f, double[] x) {
        double[][] features = arms.byFeature();
        for (int i = 0; i < p; i++) {
            f[i] = features[i + 1][arm];
        }
        System.arraycopy(f, p - d, x, 0, d);
    }

    @Override
    public double score(double[] features) {
        Block block = ofBlock(Blocks.require(features));
        double[] f = Arrays.copyOfRange(features, 1, 1 + p);
        double[] x = own(f);
        double[] w = new double[k];
        block.residual(f, x, w);
        return block.mean(x, w);
    }

    @Override
    public void meansAndWidths(ActionSet arms, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), p);
        double[] f = out.draw();
        double[] x = out.work(0, d);
        double[] w = out.work(1, k);
        double[] work = out.work(2, p);
        for (int arm = 0; arm < arms.arms(); arm++) {
            Block block = ofBlock(arms.byFeature()[0][arm]);
            gather(arms, arm, f, x);
            block.residual(f, x, w);
            out.mean()[arm] = block.mean(x, w);
            out.bonus()[arm] = Math.sqrt(block.variance(x, w, work));
        }
    }

    @Override
    public void meansAndDraw(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), p);
        out.bonusesAreDrawn();
        for (int arm = 0; arm < arms.arms(); arm++) {
            out.mean()[arm] = score(arms.features(arm));
        }
        draws(arms, rng, out.draw(), out.bonus());
    }

    /** As in {@link BlockRidge#draws}, and one draw for what all arms share: x' u = w' u_0 + x' u_a, both drawn from their own matrices. */
    @Override
    public void draws(ActionSet arms, RandomGenerator rng, double[] scratch, double[] out) {
        long key = rng.nextLong();
        RoundRandom generator = new RoundRandom(key, SHARED_DRAW);
        double[] shared = new double[k];
        RoundRandom.gaussians(generator, shared);
        A0.shape(shared);
        double[] f = new double[p];
        double[] x = new double[d];
        double[] w = new double[k];
        double[] own = new double[d];
        double drawn = -1; // the block that own is of
        for (int arm = 0; arm < arms.arms(); arm++) {
            double number = arms.byFeature()[0][arm];
            Block block = ofBlock(number);
            if (number != drawn) {
                drawn = number;
                generator.reset(key, (long) number);
                RoundRandom.gaussians(generator, own);
                block.A.shape(own);
            }
            gather(arms, arm, f, x);
            block.residual(f, x, w);
            out[arm] = Symmetric.dot(w, shared, k) + Symmetric.dot(x, own, d);
        }
    }

    @Override
    public boolean perArm() {
        return true;
    }

    @Override
    public boolean independentBlocks() {
        return false;
    }

    @Override
    public int blockDimension() {
        return p;
    }

    @Override
    public int dimension() {
        return k + d * blocks.length;
    }

    /** Returns beta, then theta_a of all blocks, one after another. */
    @Override
    public double[] mean() {
        double[] all = Arrays.copyOf(beta, dimension());
        for (int a = 0; a < blocks.length; a++) {
            for (int i = 0; i < d; i++) {
                all[k + a * d + i] = blocks[a].c[i] - Symmetric.dot(blocks[a].E[i], beta, k);
            }
        }
        return all;
    }

    /** Returns the covariance of {@link #mean}: row i is that of w and x of the i-th unit vector with all others. */
    @Override
    public double[][] covariance() {
        int all = dimension();
        double[][] covariance = new double[all][all];
        double[][] w = new double[all][];
        for (int i = 0; i < all; i++) {
            w[i] = residualOfUnit(i);
            double[] row = new double[k];
            Symmetric.multiply(A0.inverse(), w[i], row);
            for (int j = 0; j <= i; j++) {
                double own = i >= k && j >= k && (i - k) / d == (j - k) / d
                        ? blocks[(i - k) / d].A.inverse()[(i - k) % d][(j - k) % d]
                        : 0;
                covariance[i][j] = Symmetric.dot(row, w[j], k) + own;
                covariance[j][i] = covariance[i][j];
            }
        }
        return covariance;
    }

    /** Returns z - E' x of the i-th of all coefficients. */
    private double[] residualOfUnit(int i) {
        double[] w = new double[k];
        if (i < k) {
            w[i] = 1;
        } else {
            add(w, -1, blocks[(i - k) / d].E[(i - k) % d], k);
        }
        return w;
    }

    @Override
    public double variance(int i) {
        double own = i < k ? 0 : blocks[(i - k) / d].A.inverse()[(i - k) % d][(i - k) % d];
        return Symmetric.quadratic(A0.inverse(), residualOfUnit(i)) + own;
    }

    @Override
    public void shape(double[] z) {
        double[] shared = Arrays.copyOf(z, k);
        A0.shape(shared);
        System.arraycopy(shared, 0, z, 0, k);
        for (int a = 0; a < blocks.length; a++) {
            int from = k + a * d;
            double[] part = Arrays.copyOfRange(z, from, from + d);
            blocks[a].A.shape(part);
            for (int i = 0; i < d; i++) {
                z[from + i] = part[i] - Symmetric.dot(blocks[a].E[i], shared, k);
            }
        }
    }

    /** Returns what is believed about the coefficients of an arm's features: beta_i, theta_a,i, or their sum where a feature has both. */
    @Override
    public Posterior block(int number) {
        return new OfArm(number);
    }

    /** The marginal posterior of the coefficients of one arm's p features. */
    private final class OfArm implements Posterior {
        private final int number;

        OfArm(int number) {
            this.number = number;
        }

        private Block block() {
            return ofBlock(number);
        }

        @Override
        public int dimension() {
            return p;
        }

        @Override
        public long count() {
            return block().count;
        }

        @Override
        public double[] mean() {
            double[] mean = new double[p];
            for (int i = 0; i < p; i++) {
                mean[i] = score(unit(i));
            }
            return mean;
        }

        private double[] unit(int i) {
            double[] unit = new double[1 + p];
            unit[0] = number;
            unit[1 + i] = 1;
            return unit;
        }

        private double[] residual(int i) {
            double[] f = Arrays.copyOfRange(unit(i), 1, 1 + p);
            double[] w = new double[k];
            block().residual(f, own(f), w);
            return w;
        }

        @Override
        public double[][] covariance() {
            double[][] covariance = new double[p][p];
            double[] product = new double[k];
            for (int i = 0; i < p; i++) {
                Symmetric.multiply(A0.inverse(), residual(i), product);
                for (int j = 0; j <= i; j++) {
                    covariance[i][j] = Symmetric.dot(product, residual(j), k) + own(i, j);
                    covariance[j][i] = covariance[i][j];
                }
            }
            return covariance;
        }

        private double own(int i, int j) {
            int first = p - d;
            return i >= first && j >= first ? block().A.inverse()[i - first][j - first] : 0;
        }

        private double[] own(double[] f) {
            return HybridRidge.this.own(f);
        }

        @Override
        public double variance(int i) {
            return Symmetric.quadratic(A0.inverse(), residual(i)) + own(i, i);
        }

        @Override
        public void shape(double[] z) {
            Cholesky factor = new Cholesky(p);
            if (!factor.factor(covariance())) {
                throw new ArithmeticException("the covariance of block " + number + " is not positive definite");
            }
            for (int j = p - 1; j >= 0; j--) { // R'z, from the end, as entry j needs only those before it
                double sum = 0;
                for (int i = 0; i <= j; i++) {
                    sum = Math.fma(factor.rows()[i][j], z[i], sum);
                }
                z[j] = sum;
            }
        }

        @Override
        public double noise() {
            return HybridRidge.this.noise();
        }

        @Override
        public double weight(double[] x) {
            return 1;
        }
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    @Override
    public long count() {
        return n;
    }

    /** As {@link RidgeModel#noise}, from all rewards. */
    @Override
    public double noise() {
        return n == 0 ? 0 : RidgeModel.noise(yy, explained, n);
    }

    @Override
    public Optional<TunablePrior> prior() {
        return tunable ? Optional.of(this) : Optional.empty();
    }

    @Override
    public boolean hasScale() {
        return yy > 0;
    }

    @Override
    public double lambda() {
        return A0.lambda();
    }

    /**
     * Changes the prior precision of all coefficients.
     *
     * @throws ArithmeticException with nothing changed if a matrix is not numerically positive definite with it
     */
    @Override
    public void lambda(double lambda) {
        double[][] matrix = Symmetric.copy(zz);
        double[] vector = zy.clone();
        boolean positive = true;
        for (Block block : blocks) {
            positive &= block == prior || !Double.isNaN(eliminate(block, lambda, matrix, vector)[0]);
        }
        if (!positive || !A0.replaceSum(matrix, lambda)) {
            throw new ArithmeticException("A is not positive definite with lambda = " + lambda);
        }
        System.arraycopy(vector, 0, b0, 0, k);
        A0.solve(b0, beta);
        prior.A.lambda(lambda);
        for (Block block : blocks) {
            if (block != prior) {
                block.A.lambda(lambda);
                block.solve();
            }
        }
        sum();
    }

    /** As {@link RidgeModel#logEvidence}; a block without rewards adds nothing, and one that was cleared what it did then. */
    @Override
    public double logEvidence(double l) {
        if (!(yy > 0)) {
            throw new IllegalStateException("the evidence needs at least one reward that is not zero");
        }
        double[][] matrix = Symmetric.copy(zz);
        double[] vector = zy.clone();
        double coefficients = k;
        double logDeterminant = 0;
        double explainedThen = ofCleared;
        for (Block block : blocks) {
            if (block != prior) {
                double[] parts = eliminateReduced(block, l, matrix, vector);
                coefficients += d;
                logDeterminant += parts[0];
                explainedThen += parts[1];
            }
        }
        for (int i = 0; i < k; i++) {
            matrix[i][i] += l;
        }
        Cholesky factor = new Cholesky(k);
        if (Double.isNaN(logDeterminant) || !factor.factor(matrix)) {
            return Double.NEGATIVE_INFINITY;
        }
        factor.solveLower(vector);
        return RidgeModel.logEvidence(
                coefficients,
                l,
                logDeterminant + factor.logDeterminant(),
                explainedThen + Symmetric.dot(vector, vector, k),
                yy,
                n);
    }

    /** As {@link Precision#leastKnown}, of the vectors (z, x). */
    @Override
    public double leastKnown(ActionSet arms) {
        double least = Double.POSITIVE_INFINITY;
        double[] f = new double[p];
        double[] x = new double[d];
        double[] w = new double[k];
        double[] work = new double[p];
        for (int arm = 0; arm < arms.arms(); arm++) {
            gather(arms, arm, f, x);
            double square = Symmetric.dot(f, f, k) + Symmetric.dot(x, x, d);
            if (square > 0) {
                Block block = ofBlock(arms.byFeature()[0][arm]);
                block.residual(f, x, w);
                double left = lambda() * block.variance(x, w, work) / square;
                least = Math.min(least, Math.max(0, lambda() * (1 / left - 1)));
            }
        }
        return least;
    }

    @Override
    public int firstFeature() {
        return 1;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeInt(p);
        out.writeInt(k);
        out.writeInt(d);
        A0.writeState(out);
        out.writeDoubles(b0);
        out.writeMatrix(zz);
        out.writeDoubles(zy);
        out.writeDouble(yy);
        out.writeDouble(ofCleared);
        out.writeLong(n);
        out.writeInt(blocks.length);
        for (Block block : blocks) {
            out.writeFlag(block != prior);
            if (block != prior) {
                block.A.writeState(out);
                out.writeMatrix(block.B);
                out.writeMatrix(block.E);
                out.writeDoubles(block.b);
                out.writeLong(block.count);
            }
        }
    }

    private static void requireSame(String what, int saved, int here) {
        if (saved != here) {
            throw new StateFormatException("the saved model has " + saved + " " + what + ", this one " + here);
        }
    }

    @Override
    public void readState(StateReader in) {
        requireSame("features", in.readInt(), p);
        requireSame("shared features", in.readInt(), k);
        requireSame("own features", in.readInt(), d);
        A0.readState(in);
        prior.A.lambda(lambda());
        in.readDoubles(b0);
        A0.solve(b0, beta);
        in.readMatrix(zz);
        in.readDoubles(zy);
        yy = in.readDouble();
        ofCleared = in.readDouble();
        n = in.readTally();
        int length = in.readCount(Blocks.MOST);
        blocks = new Block[0];
        grow(length);
        for (int a = 0; a < length; a++) {
            if (in.readFlag()) {
                if (in.remainingDoubles() < 3L * d * d) { // a file that is too short must not make us allocate
                    throw new StateFormatException("the saved state ends within a block");
                }
                Block block = new Block(lambda());
                block.A.readState(in);
                in.readMatrix(block.B);
                in.readMatrix(block.E);
                in.readDoubles(block.b);
                block.count = in.readTally();
                block.solveVector();
                blocks[a] = block;
            }
        }
        sum();
    }
}
