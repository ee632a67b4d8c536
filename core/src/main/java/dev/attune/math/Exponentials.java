package dev.attune.math;

/** Functions built on exp and log that keep their digits and do not overflow, the same to the last bit everywhere. */
public final class Exponentials {
    private Exponentials() {}

    /** 1 / (1 + e^-z), exact in the limits, never NaN for finite z. */
    public static double logistic(double z) {
        if (z >= 0) {
            return 1 / (1 + StrictMath.exp(-z));
        }
        double e = StrictMath.exp(z);
        return e / (1 + e);
    }

    /** log of the sum of e^v over the first {@code n} values; negative infinity for none. */
    public static double logSumExp(double[] v, int n) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < n; k++) {
            largest = Math.max(largest, v[k]);
        }
        if (Double.isInfinite(largest)) {
            return largest; // all terms are zero, or one is infinite
        }
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += StrictMath.exp(v[k] - largest);
        }
        return largest + StrictMath.log(sum);
    }
}
