package dev.attune.math;

import java.util.Arrays;

/** Upper envelope of the K lines m_k + alpha w_k on [lo, hi]: the arm chosen as alpha grows. */
public final class UpperEnvelope {
    private int[] arms = new int[8];
    private double[] from = new double[8];
    private int size;
    private double hi;

    /** Builds the envelope and returns its number of segments, at least 1. */
    public int build(double[] mean, double[] bonus, int arms, double lo, double hi) {
        if (this.arms.length < arms) {
            this.arms = new int[arms];
            from = new double[arms];
        }
        this.hi = hi;
        size = 0;
        double at = lo;
        int best = 0;
        for (int k = 1; k < arms; k++) {
            double v = Math.fma(at, bonus[k], mean[k]);
            double b = Math.fma(at, bonus[best], mean[best]);
            if (v > b || (v == b && bonus[k] > bonus[best])) {
                best = k;
            }
        }
        while (true) {
            this.arms[size] = best;
            from[size++] = at;
            double nextAt = hi;
            int next = -1;
            for (int k = 0; k < arms; k++) {
                double dw = bonus[k] - bonus[best];
                if (dw > 0) {
                    double cross = Math.max(at, (mean[best] - mean[k]) / dw);
                    if (cross < nextAt || (cross == nextAt && next >= 0 && bonus[k] > bonus[next])) {
                        nextAt = cross;
                        next = k;
                    }
                }
            }
            if (next < 0) {
                return size;
            }
            if (nextAt <= at) {
                size--;
            }
            at = nextAt;
            best = next;
        }
    }

    public int arm(int segment) {
        return arms[segment];
    }

    public double from(int segment) {
        return from[segment];
    }

    public double to(int segment) {
        return segment + 1 < size ? from[segment + 1] : hi;
    }

    public int armAt(double alpha) {
        int i = Arrays.binarySearch(from, 0, size, alpha);
        return arms[i >= 0 ? i : Math.max(0, -i - 2)];
    }
}
