package dev.attune.api;

import dev.attune.math.ArmForms;
import java.util.Arrays;

/**
 * The arms on offer in one round, in one of two forms.
 *
 * <p>Dense: d numbers for each arm, stored feature-major in d arrays of length K, so that one pass over an array touches
 * one feature of all arms and the scoring loops run over contiguous memory.
 *
 * <p>Sparse ({@link #sparse}): a list of terms for each arm, each a 64-bit key with a value. There is no number of
 * features, {@link #dimension()} is 0. A term stands for the coefficient with its key; a key that is listed twice counts
 * twice. {@link #features} writes a term as three numbers, so that a pull carries an array of numbers in either form.
 *
 * <p>Every number is checked when the set is made: an action set that exists has at least one arm, at least one
 * feature if it is dense, and no NaN or infinity. Immutable, except that {@link #wrap} and {@link #sparse} trust their
 * caller not to write to the arrays while they are in use.
 */
public final class ActionSet {
    private static final int EXPECTED_ARMS = 16;

    private static final double[][] NOT_DENSE = {};
    private static final long[] NO_KEYS = {};
    private static final double[] NO_VALUES = {};
    private static final int[] NOT_SPARSE = {};

    private final double[][] x;
    private final int arms;
    private final long[] keys;
    private final double[] values;
    private final int[] ends; // where the terms of an arm end; empty if the set is dense

    private ActionSet(double[][] x, int arms) {
        this(x, arms, NO_KEYS, NO_VALUES, NOT_SPARSE);
    }

    private ActionSet(double[][] x, int arms, long[] keys, double[] values, int[] ends) {
        this.x = x;
        this.arms = arms;
        this.keys = keys;
        this.values = values;
        this.ends = ends;
    }

    /** Arms given as row vectors, one per arm; copied. */
    public static ActionSet ofRows(double[]... rows) {
        if (rows.length == 0) {
            throw new IllegalArgumentException("a round needs at least one arm, but the arm set is empty");
        }
        Builder builder = new Builder(rows[0].length, rows.length);
        for (double[] row : rows) {
            builder.add(row);
        }
        return builder.build();
    }

    /** Arms given feature-major, {@code x[i][k]} being feature i of arm k; copied. */
    public static ActionSet ofFeatures(double[]... x) {
        int arms = x.length == 0 ? 0 : x[0].length;
        double[][] copy = new double[x.length][ArmForms.rowLength(arms)];
        for (int i = 0; i < x.length; i++) {
            if (x[i].length != arms) {
                throw new IllegalArgumentException(
                        "feature " + i + " has values for " + x[i].length + " arms, not for " + arms);
            }
            System.arraycopy(x[i], 0, copy[i], 0, arms);
        }
        return wrap(copy, arms);
    }

    /**
     * The first {@code arms} columns of feature-major arrays, checked but not copied: for callers that fill the same
     * arrays every round and leave them alone until the choice is made. Arrays of {@link ArmForms#rowLength} are scored
     * fastest.
     */
    public static ActionSet wrap(double[][] x, int arms) {
        if (arms < 1) {
            throw new IllegalArgumentException("a round needs at least one arm, but the arm set is empty");
        }
        if (x.length == 0) {
            throw new IllegalArgumentException("arms need at least one feature");
        }
        for (int i = 0; i < x.length; i++) {
            checkFeature(i, x[i], arms);
        }
        return new ActionSet(x, arms);
    }

    private static void checkFeature(int i, double[] values, int arms) {
        if (values.length < arms) {
            throw new IllegalArgumentException(
                    "feature " + i + " has values for " + values.length + " arms, not for " + arms);
        }
        for (int k = 0; k < arms; k++) {
            if (!(Math.abs(values[k]) <= Require.LIMIT)) {
                throw new IllegalArgumentException("arm " + k + ": feature " + i + " = " + values[k]
                        + " must be a number of size at most " + Require.LIMIT);
            }
        }
    }

    /**
     * Creates a sparse set, checked but not copied: the terms of arm k are those from {@code ends[k - 1]}, 0 for the first
     * arm, to {@code ends[k]}. An arm may have no terms. The arrays may be longer than what is used of them.
     *
     * @param keys the key of each term
     * @param values the value of each term
     * @param ends for each arm, one more than the position of its last term
     * @param arms number of arms
     */
    public static ActionSet sparse(long[] keys, double[] values, int[] ends, int arms) {
        if (arms < 1 || ends.length < arms) {
            throw new IllegalArgumentException(
                    arms < 1
                            ? "a round needs at least one arm, but the arm set is empty"
                            : "there are ends of " + ends.length + " arms, not of " + arms);
        }
        int from = 0;
        for (int k = 0; k < arms; k++) {
            if (ends[k] < from || ends[k] > keys.length || ends[k] > values.length) {
                throw new IllegalArgumentException("arm " + k + ": its terms end at " + ends[k] + ", outside [" + from
                        + ", " + Math.min(keys.length, values.length) + "]");
            }
            for (int i = from; i < ends[k]; i++) {
                if (!(Math.abs(values[i]) <= Require.LIMIT)) {
                    throw new IllegalArgumentException("arm " + k + ": term " + (i - from) + " = " + values[i]
                            + " must be a number of size at most " + Require.LIMIT);
                }
            }
            from = ends[k];
        }
        return new ActionSet(NOT_DENSE, arms, keys, values, ends);
    }

    /** Collects arms row by row; for a known dimension and a growing number of arms. */
    public static Builder builder(int dimension) {
        return new Builder(dimension, EXPECTED_ARMS);
    }

    /** Number of arms, K. */
    public int arms() {
        return arms;
    }

    /** Number of features of each arm, d; 0 if the set is sparse. */
    public int dimension() {
        return x.length;
    }

    /** Returns whether arms are lists of terms. */
    public boolean isSparse() {
        return ends.length > 0;
    }

    /** Returns the keys of all terms of a sparse set, arm by arm: the array itself, to be read only. */
    public long[] keys() {
        return keys;
    }

    /** Returns the values of all terms of a sparse set, arm by arm: the array itself, to be read only. */
    public double[] values() {
        return values;
    }

    /** Returns the position of the first term of an arm of a sparse set. */
    public int start(int arm) {
        return arm == 0 ? 0 : ends[arm - 1];
    }

    /** Returns one more than the position of the last term of an arm of a sparse set. */
    public int end(int arm) {
        return ends[arm];
    }

    /** Returns a set that does not change if the caller of {@link #sparse} writes to its arrays. */
    public ActionSet keep() {
        if (!isSparse()) {
            return this;
        }
        int terms = ends[arms - 1];
        return new ActionSet(
                x, arms, Arrays.copyOf(keys, terms), Arrays.copyOf(values, terms), Arrays.copyOf(ends, arms));
    }

    /** Returns the key of the i-th term of what {@link #features} returned for an arm of a sparse set. */
    public static long key(double[] features, int i) {
        return ((long) features[3 * i] << 32) | (long) features[3 * i + 1];
    }

    /** Returns the value of the i-th term of what {@link #features} returned for an arm of a sparse set. */
    public static double value(double[] features, int i) {
        return features[3 * i + 2];
    }

    /**
     * A copy of the features of one arm. Of a sparse set, three numbers for each term: the upper 32 bits of its key, the
     * lower 32 bits, its value.
     */
    public double[] features(int arm) {
        if (arm < 0 || arm >= arms) {
            throw new IllegalArgumentException("arm = " + arm + " is not one of the " + arms + " arms");
        }
        if (isSparse()) {
            double[] terms = new double[3 * (end(arm) - start(arm))];
            for (int i = start(arm), at = 0; i < end(arm); i++, at += 3) {
                terms[at] = keys[i] >>> 32;
                terms[at + 1] = keys[i] & 0xFFFFFFFFL;
                terms[at + 2] = values[i];
            }
            return terms;
        }
        double[] row = new double[x.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = x[i][arm];
        }
        return row;
    }

    /**
     * The arrays themselves, {@code [feature][arm]}, for scoring loops: to be read only, and only the first {@link
     * #arms()} entries of each. None if the set is sparse.
     */
    public double[][] byFeature() {
        return x;
    }

    /** Collects arms row by row; hands its arrays over on {@link #build()} and is then spent. */
    public static final class Builder {
        private double[][] x;
        private int arms;

        private Builder(int dimension, int expectedArms) {
            Require.positive("the number of features", dimension);
            x = new double[dimension][ArmForms.rowLength(expectedArms)];
        }

        /** Adds one arm. */
        public Builder add(double... row) {
            if (row.length != x.length) {
                throw new IllegalArgumentException("arm " + arms + " has " + row.length + " features, not " + x.length);
            }
            if (arms == x[0].length) {
                for (int i = 0; i < x.length; i++) {
                    x[i] = Arrays.copyOf(x[i], ArmForms.rowLength(2 * arms));
                }
            }
            for (int i = 0; i < row.length; i++) {
                x[i][arms] = row[i];
            }
            arms++;
            return this;
        }

        /** The collected arms, checked. */
        public ActionSet build() {
            ActionSet built = wrap(x, arms);
            x = new double[built.dimension()][ArmForms.rowLength(EXPECTED_ARMS)];
            arms = 0;
            return built;
        }
    }
}
