package dev.attune.api;

import dev.attune.math.ArmForms;
import java.util.Arrays;

/**
 * The arms on offer in one round, stored feature-major: d arrays of length K, so that one pass over an array touches
 * one feature of all arms and the scoring loops run over contiguous memory.
 *
 * <p>Every number is checked when the set is made: an action set that exists has at least one arm, at least one
 * feature, and no NaN or infinity. Immutable, except that {@link #wrap} trusts its caller not to write to the arrays
 * while they are in use.
 */
public final class ActionSet {
    private static final int EXPECTED_ARMS = 16;

    private final double[][] x;
    private final int arms;

    private ActionSet(double[][] x, int arms) {
        this.x = x;
        this.arms = arms;
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

    /** Collects arms row by row; for a known dimension and a growing number of arms. */
    public static Builder builder(int dimension) {
        return new Builder(dimension, EXPECTED_ARMS);
    }

    /** Number of arms, K. */
    public int arms() {
        return arms;
    }

    /** Number of features of each arm, d. */
    public int dimension() {
        return x.length;
    }

    /** A copy of the features of one arm. */
    public double[] features(int arm) {
        if (arm < 0 || arm >= arms) {
            throw new IllegalArgumentException("arm = " + arm + " is not one of the " + arms + " arms");
        }
        double[] row = new double[x.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = x[i][arm];
        }
        return row;
    }

    /**
     * The arrays themselves, {@code [feature][arm]}, for scoring loops: to be read only, and only the first {@link
     * #arms()} entries of each.
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
