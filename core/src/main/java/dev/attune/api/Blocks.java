package dev.attune.api;

/**
 * Arms with models of their own: the first feature of an arm is the number of its block, a whole number from zero, and the
 * others are what its block's coefficients are multiplied with. Arms of the same block share coefficients.
 */
public final class Blocks {
    /** Number of blocks that there can be. */
    public static final int MOST = 10_000;

    private Blocks() {}

    /** Arms whose first feature is the number of a block. */
    public static ActionSet require(ActionSet arms) {
        double[] numbers = arms.byFeature()[0];
        for (int k = 0; k < arms.arms(); k++) {
            if (!isNumber(numbers[k])) {
                throw new IllegalArgumentException("arm " + k + ": " + complaint(numbers[k]));
            }
        }
        return arms;
    }

    /** The block that an arm belongs to, from its features. */
    public static int require(double[] x) {
        if (!isNumber(x[0])) {
            throw new IllegalArgumentException(complaint(x[0]));
        }
        return (int) x[0];
    }

    /** A number that a block can have. */
    public static int require(int number) {
        if (number < 0 || number >= MOST) {
            throw new IllegalArgumentException("block = " + number + " must be a whole number from 0 to " + (MOST - 1));
        }
        return number;
    }

    private static boolean isNumber(double value) {
        return value >= 0 && value < MOST && value == (int) value;
    }

    private static String complaint(double value) {
        return "feature 0 = " + value + " must be the number of the arm's block, a whole number from 0 to "
                + (MOST - 1);
    }
}
