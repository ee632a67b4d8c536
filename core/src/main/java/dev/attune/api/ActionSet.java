package dev.attune.api;

import dev.attune.math.ArmForms;
import java.util.Arrays;

/**
 * The arms on offer in one round, in one of two forms.
 *
 * <p>Dense: d numbers for each arm, stored feature-major in d arrays of length K, so that one pass over an array touches
 * one feature of all arms and the scoring loops run over contiguous memory.
 *
 * <p>Sparse ({@link #crossed}): the terms of the context, stored once, and those of each arm. A coefficient belongs to a pair of
 * keys, one of the context and one of an arm; an arm has the pairs of its own terms with those of the context where the masks
 * have a bit in common, with the product of the two values. A term that stands alone is joined with the constant
 * {@link #CONSTANT}. There is no number of features, {@link #dimension()} is 0. {@link #features} writes an arm as an array of
 * numbers, so that a pull carries one in either form.
 *
 * <p>Every number is checked when the set is made: an action set that exists has at least one arm, at least one
 * feature if it is dense, and no NaN or infinity. Immutable, except that {@link #wrap} and {@link #crossed} trust their
 * caller not to write to the arguments while they are in use.
 */
public final class ActionSet {
    private static final int EXPECTED_ARMS = 16;

    /** The key of the context's constant, the term with value 1 that is in every sparse set with terms that stand alone. */
    public static final long CONSTANT = 0;

    /** The bit of a mask that joins a term of an arm with the constant. */
    public static final long ALONE = 1L << 63;

    private static final double[][] NOT_DENSE = {};
    private static final int[] NOT_SPARSE = {};
    private static final Terms NO_TERMS = new Terms();

    private final double[][] x;
    private final int arms;
    private final Terms context;
    private final Terms own;
    private final int[] ends; // where the own terms of an arm end; empty if the set is dense

    private ActionSet(double[][] x, int arms) {
        this(x, arms, NO_TERMS, NO_TERMS, NOT_SPARSE);
    }

    private ActionSet(double[][] x, int arms, Terms context, Terms own, int[] ends) {
        this.x = x;
        this.arms = arms;
        this.context = context;
        this.own = own;
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

    /** Wraps feature-major arrays that were made of checked numbers. */
    static ActionSet trusted(double[][] x, int arms) {
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
     * Creates a sparse set, checked but not copied.
     *
     * @param context the terms that all arms share, the constant included
     * @param own the terms of all arms, one arm after another; an arm may have none
     * @param ends for each arm, one more than the position of its last term; may be longer than the number of arms
     * @param arms number of arms
     */
    public static ActionSet crossed(Terms context, Terms own, int[] ends, int arms) {
        if (arms < 1 || ends.length < arms) {
            throw new IllegalArgumentException(
                    arms < 1
                            ? "a round needs at least one arm, but the arm set is empty"
                            : "there are ends of " + ends.length + " arms, not of " + arms);
        }
        int from = 0;
        for (int k = 0; k < arms; k++) {
            if (ends[k] < from || ends[k] > own.size()) {
                throw new IllegalArgumentException(
                        "arm " + k + ": its terms end at " + ends[k] + ", outside [" + from + ", " + own.size() + "]");
            }
            from = ends[k];
        }
        checkTerms("the context", context);
        checkTerms("an arm", own);
        return new ActionSet(NOT_DENSE, arms, context, own, ends);
    }

    private static void checkTerms(String of, Terms terms) {
        for (int i = 0; i < terms.size(); i++) {
            if (!(Math.abs(terms.value(i)) <= Require.LIMIT)) {
                throw new IllegalArgumentException("term " + i + " of " + of + " = " + terms.value(i)
                        + " must be a number of size at most " + Require.LIMIT);
            }
        }
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

    /** Returns the terms that all arms of a sparse set share, to be read only. */
    public Terms context() {
        return context;
    }

    /** Returns the terms of all arms of a sparse set, arm by arm, to be read only. */
    public Terms own() {
        return own;
    }

    /** Returns the position of the first own term of an arm of a sparse set. */
    public int start(int arm) {
        return arm == 0 ? 0 : ends[arm - 1];
    }

    /** Returns one more than the position of the last own term of an arm of a sparse set. */
    public int end(int arm) {
        return ends[arm];
    }

    /** Returns a set that does not change if the caller of {@link #crossed} writes to its arguments. */
    public ActionSet keep() {
        return isSparse() ? new ActionSet(x, arms, context.copy(), own.copy(), Arrays.copyOf(ends, arms)) : this;
    }

    /**
     * Returns a copy of the features of one arm. Of a sparse set, groups of joined terms one after another, each written as
     *
     * <pre>
     *   number of context terms, number of own terms, the context terms, the own terms
     *   a term is three numbers: the upper 32 bits of its key, the lower 32 bits, its value
     * </pre>
     *
     * <p>Within a group every context term is joined with every own term. Own terms with different masks are in different groups.
     */
    public double[] features(int arm) {
        if (arm < 0 || arm >= arms) {
            throw new IllegalArgumentException("arm = " + arm + " is not one of the " + arms + " arms");
        }
        if (isSparse()) {
            return terms(start(arm), end(arm));
        }
        double[] row = new double[x.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = x[i][arm];
        }
        return row;
    }

    private double[] terms(int from, int to) {
        int length = 0;
        for (int a = from; a < to; a++) {
            boolean first = firstOfItsMask(from, a);
            length += first && joined(own.mask(a)) > 0 ? 2 + 3 * joined(own.mask(a)) : 0;
            length += joined(own.mask(a)) > 0 ? 3 : 0;
        }
        double[] out = new double[length];
        int at = 0;
        for (int a = from; a < to; a++) {
            long mask = own.mask(a);
            if (firstOfItsMask(from, a) && joined(mask) > 0) {
                int head = at;
                out[head] = joined(mask);
                at += 2;
                for (int c = 0; c < context.size(); c++) {
                    if ((context.mask(c) & mask) != 0) {
                        at = write(context, c, out, at);
                    }
                }
                for (int b = a; b < to; b++) {
                    if (own.mask(b) == mask) {
                        at = write(own, b, out, at);
                        out[head + 1]++;
                    }
                }
            }
        }
        return out;
    }

    private boolean firstOfItsMask(int from, int a) {
        for (int b = from; b < a; b++) {
            if (own.mask(b) == own.mask(a)) {
                return false;
            }
        }
        return true;
    }

    private int joined(long mask) {
        int joined = 0;
        for (int c = 0; c < context.size(); c++) {
            joined += (context.mask(c) & mask) != 0 ? 1 : 0;
        }
        return joined;
    }

    private static int write(Terms terms, int i, double[] out, int at) {
        out[at] = terms.key(i) >>> 32;
        out[at + 1] = terms.key(i) & 0xFFFFFFFFL;
        out[at + 2] = terms.value(i);
        return at + 3;
    }

    /** Returns the key that starts at a position of what {@link #features} returned for an arm of a sparse set. */
    public static long key(double[] features, int at) {
        return ((long) features[at] << 32) | (long) features[at + 1];
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
