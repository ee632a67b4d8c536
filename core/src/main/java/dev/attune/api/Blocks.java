package dev.attune.api;

import dev.attune.math.RoundRandom;
import java.util.BitSet;
import java.util.random.RandomGenerator;

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

    /** Returns whether no two of these arms, whose first features are numbers of blocks, belong to the same block. */
    public static boolean distinct(ActionSet arms) {
        double[] numbers = arms.byFeature()[0];
        int k = 1;
        while (k < arms.arms() && numbers[k] > numbers[k - 1]) { // in ascending order, as mostly
            k++;
        }
        if (k >= arms.arms()) {
            return true;
        }
        BitSet seen = new BitSet(MOST);
        for (k = 0; k < arms.arms(); k++) {
            if (seen.get((int) numbers[k])) {
                return false;
            }
            seen.set((int) numbers[k]);
        }
        return true;
    }

    /**
     * Draws the shares x' u, u ~ N(0, covariance), of arms that share no block: they are independent, so the widths sqrt(x' covariance x)
     * suffice. Each block has a generator of its own, keyed by its number: the order of arms does not matter.
     *
     * @param widths of the arms; may be the same array as {@code out}
     */
    public static void draws(ActionSet arms, double[] widths, RandomGenerator rng, double[] out) {
        double[] numbers = arms.byFeature()[0];
        long key = rng.nextLong();
        RoundRandom ofBlock = new RoundRandom(key, 0);
        for (int k = 0; k < arms.arms(); k++) {
            ofBlock.reset(key, (long) numbers[k]);
            out[k] = widths[k] * ofBlock.nextGaussian();
        }
    }

    private static boolean isNumber(double value) {
        return value >= 0 && value < MOST && value == (int) value;
    }

    private static String complaint(double value) {
        return "feature 0 = " + value + " must be the number of the arm's block, a whole number from 0 to "
                + (MOST - 1);
    }
}
