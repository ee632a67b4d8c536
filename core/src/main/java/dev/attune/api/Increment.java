package dev.attune.api;

import dev.attune.math.Symmetric;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * What a replica of a bandit has learnt since it last told: sums over rewards, so that the sums of all replicas add up to those of one
 * bandit that saw all rewards. An {@link AdditivePolicy} makes it, fills it and merges it.
 *
 * <pre>
 *   matrix = sum w x x'     vector = sum v x     outer = sum x x', where the policy wants both     squares = sum y^2
 *   linear models:        w = 1                v = y
 *   generalized linear:   w = mu'(x' theta)    v = y - mu(x' theta) + w x' theta      at the theta of the replica then
 * </pre>
 *
 * <p>Beside the rewards it tells of the arms that were on offer, by which the prior is set.
 */
public final class Increment {
    private static final String STATE_NAME = "increment/1";
    private static final double[][] NO_MATRIX = {};

    private final String policy;
    private final double[][] matrix;
    private final double[] vector;
    private final double[][] outer;
    private double squares;
    private long count;
    private double largestNorm;
    private double armSquares;
    private long arms;
    private long lookedAt = -1;
    private double leastKnown;

    /**
     * Of nothing yet.
     *
     * @param policy state name of the policy that it is for
     * @param dimension number of coefficients
     * @param withOuter whether the policy also needs the sum of x x' without weights
     */
    public Increment(String policy, int dimension, boolean withOuter) {
        this.policy = policy;
        this.matrix = Symmetric.scaledIdentity(Require.positive("dimension", dimension), 0);
        this.vector = new double[dimension];
        this.outer = withOuter ? Symmetric.scaledIdentity(dimension, 0) : NO_MATRIX;
    }

    /** Counts a reward: its features, its weight w, its pull v on the coefficients, and the reward itself. */
    public void add(double[] x, double w, double v, double y) {
        Symmetric.rankOne(matrix, w, x);
        if (outer.length > 0) {
            Symmetric.rankOne(outer, 1, x);
        }
        for (int i = 0; i < vector.length; i++) {
            vector[i] = Math.fma(v, x[i], vector[i]);
        }
        squares = Math.fma(y, y, squares);
        count++;
        largestNorm = Math.max(largestNorm, Math.sqrt(Symmetric.dot(x, x, vector.length)));
    }

    /** Counts arms on offer by the sum of their squared lengths. */
    public void offered(double sumOfSquares, long howMany) {
        armSquares += sumOfSquares;
        arms += howMany;
    }

    /** Takes note of what {@link TunablePrior#leastKnown} said when the model knew so many rewards. */
    public void looked(long rewards, double least) {
        leastKnown = lookedAt == rewards ? Math.min(leastKnown, least) : rewards > lookedAt ? least : leastKnown;
        lookedAt = Math.max(lookedAt, rewards);
    }

    /**
     * Adds what another replica has learnt.
     *
     * @throws IllegalArgumentException if it is of another kind of bandit; nothing has changed then
     */
    public void add(Increment other) {
        require(other.policy, other.vector.length);
        plus(matrix, other.matrix);
        plus(outer, other.outer);
        for (int i = 0; i < vector.length; i++) {
            vector[i] += other.vector[i];
        }
        squares += other.squares;
        count += other.count;
        largestNorm = Math.max(largestNorm, other.largestNorm);
        offered(other.armSquares, other.arms);
        if (other.lookedAt >= 0) {
            looked(other.lookedAt, other.leastKnown);
        }
    }

    private static void plus(double[][] to, double[][] from) {
        for (int i = 0; i < to.length; i++) {
            for (int j = 0; j < to.length; j++) {
                to[i][j] += from[i][j];
            }
        }
    }

    /**
     * Refuses to be merged into another kind of policy than it was made for.
     *
     * @throws IllegalArgumentException if name or number of coefficients differ
     */
    public void require(String otherPolicy, int dimension) {
        if (!policy.equals(otherPolicy) || vector.length != dimension) {
            throw new IllegalArgumentException("an increment of " + policy + " with " + vector.length
                    + " coefficients cannot be merged into " + otherPolicy + " with " + dimension);
        }
    }

    /** Whether there is nothing to tell: no reward was learnt and no arm offered. */
    public boolean isEmpty() {
        return count == 0 && arms == 0 && lookedAt < 0;
    }

    /** The sum of w x x', to be read only. */
    public double[][] matrix() {
        return matrix;
    }

    /** The sum of v x, to be read only. */
    public double[] vector() {
        return vector;
    }

    /** The sum of x x', to be read only; of no rows unless the policy wanted it. */
    public double[][] outer() {
        return outer;
    }

    /** The sum of y^2. */
    public double squares() {
        return squares;
    }

    /** Number of rewards. */
    public long count() {
        return count;
    }

    /** The largest length of an x. */
    public double largestNorm() {
        return largestNorm;
    }

    /** The sum of squared lengths of the arms on offer. */
    public double armSquares() {
        return armSquares;
    }

    /** Number of arms on offer. */
    public long arms() {
        return arms;
    }

    /** How many rewards the model knew when its least known arm was last looked for; -1 if it was not. */
    public long lookedAt() {
        return lookedAt;
    }

    /** What {@link TunablePrior#leastKnown} said then. */
    public double leastKnown() {
        return leastKnown;
    }

    /** All of it, sealed. */
    public byte[] write() {
        return Checkpoint.seal(STATE_NAME, this::write);
    }

    private void write(StateWriter out) {
        out.writeString(policy);
        out.writeInt(vector.length);
        out.writeFlag(outer.length > 0);
        out.writeMatrix(matrix);
        out.writeMatrix(outer);
        out.writeDoubles(vector);
        out.writeDouble(squares);
        out.writeLong(count);
        out.writeDouble(largestNorm);
        out.writeDouble(armSquares);
        out.writeLong(arms);
        out.writeLong(lookedAt);
        out.writeDouble(leastKnown);
    }

    /**
     * What {@link #write} sealed.
     *
     * @throws StateFormatException if the bytes are damaged or foreign
     */
    public static Increment read(byte[] bytes) {
        return Checkpoint.open(bytes, STATE_NAME, Increment::read);
    }

    private static Increment read(StateReader in) {
        String policy = in.readString();
        int d = in.readCount((int) Math.sqrt(in.remainingDoubles()));
        if (d == 0) {
            throw new StateFormatException("the saved increment has no coefficients");
        }
        Increment read = new Increment(policy, d, in.readFlag());
        in.readMatrix(read.matrix);
        in.readMatrix(read.outer);
        in.readDoubles(read.vector);
        read.squares = in.readDouble();
        read.count = in.readTally();
        read.largestNorm = in.readDouble();
        read.armSquares = in.readDouble();
        read.arms = in.readTally();
        read.lookedAt = in.readLong();
        read.leastKnown = in.readDouble();
        return read;
    }
}
