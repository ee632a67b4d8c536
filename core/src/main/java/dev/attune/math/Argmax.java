package dev.attune.math;

/** The position of the largest number; the first of equals. */
public final class Argmax {
    private Argmax() {}

    /**
     * The first position of the largest of the first {@code n} values.
     *
     * @throws ArithmeticException if one of them is not a number
     */
    public static int first(double[] values, int n) {
        int best = 0;
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < n; k++) {
            if (!(values[k] <= largest)) { // so written that NaN enters
                if (Double.isNaN(values[k])) {
                    throw new ArithmeticException("value " + k + " is not a number");
                }
                best = k;
                largest = values[k];
            }
        }
        return best;
    }
}
