package dev.attune.api;

/** Checks on what comes in from outside; each message names the thing and its value. */
public final class Require {
    /** Largest size of a feature or reward: its square still sums without overflow. */
    public static final double LIMIT = 1e100;

    private Require() {}

    /** A dimension or count that must be at least one. */
    public static int positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + " must be at least 1");
        }
        return value;
    }

    /** A finite number above zero. */
    public static double positive(String name, double value) {
        if (!(value > 0 && value <= LIMIT)) {
            throw new IllegalArgumentException(name + " = " + value + " must be a positive finite number");
        }
        return value;
    }

    /** Arms with as many features as the model has coefficients; 0 stands for sparse arms. */
    public static ActionSet dimension(ActionSet arms, int dimension) {
        if (arms.dimension() != dimension) {
            if (arms.isSparse()) {
                throw new IllegalArgumentException(
                        "the arms are sparse, the policy expects vectors of " + dimension + " features");
            }
            if (dimension == 0) {
                throw new IllegalArgumentException("the arms are vectors of " + arms.dimension()
                        + " features, the policy expects sparse arms (ActionSet.crossed)");
            }
            throw new IllegalArgumentException(
                    "the arms have " + arms.dimension() + " features, the policy expects " + dimension);
        }
        return arms;
    }

    /** One feature vector: the right length, every number finite; of dimension 0, terms of a sparse set. */
    public static double[] features(double[] x, int dimension) {
        if (dimension == 0) {
            return terms(x);
        }
        if (x.length != dimension) {
            throw new IllegalArgumentException("x has " + x.length + " features, the policy expects " + dimension);
        }
        for (int i = 0; i < x.length; i++) {
            if (!(Math.abs(x[i]) <= LIMIT)) {
                throw new IllegalArgumentException(
                        "feature " + i + " = " + x[i] + " must be a number of size at most " + LIMIT);
            }
        }
        return x;
    }

    /** Checks the groups of terms that {@link ActionSet#features} writes for an arm of a sparse set. */
    private static double[] terms(double[] x) {
        for (int at = 0; at < x.length; ) {
            if (at + 2 > x.length || !isCount(x[at], x.length) || !isCount(x[at + 1], x.length)) {
                throw new IllegalArgumentException(
                        "position " + at + " of x is not the start of a group of sparse terms: two whole numbers");
            }
            long end = at + 2 + 3 * ((long) x[at] + (long) x[at + 1]);
            if (end > x.length) {
                throw new IllegalArgumentException(
                        "x has " + x.length + " numbers, but its last group of sparse terms" + " ends at " + end);
            }
            for (int i = at + 2; i < end; i += 3) {
                term(x, i);
            }
            at = (int) end;
        }
        return x;
    }

    private static void term(double[] x, int i) {
        if (!isCount(x[i], 0xFFFFFFFFL) || !isCount(x[i + 1], 0xFFFFFFFFL)) {
            throw new IllegalArgumentException("the term at position " + i + " of x has the key (" + x[i] + ", "
                    + x[i + 1] + "); both must be whole numbers from 0 to 2^32 - 1");
        }
        if (!(Math.abs(x[i + 2]) <= LIMIT)) {
            throw new IllegalArgumentException(
                    "the term at position " + i + " of x = " + x[i + 2] + " must be a number of size at most " + LIMIT);
        }
    }

    private static boolean isCount(double number, long most) {
        return number >= 0 && number <= most && number == (long) number;
    }
    /** One observation for a policy: features, reward and setting must all be acceptable to it. */
    public static void observation(Policy policy, double[] x, double y, Setting setting) {
        features(x, policy.dimension());
        policy.rewards().require(y);
        policy.space().require(setting);
    }
}
