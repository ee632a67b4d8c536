package dev.attune.bench;

/**
 * The most multiply-adds a core does per second in plain Java: chains of them over an array in the nearest cache, which
 * the JIT compiler vectorises. Each element is loaded and stored once for 32 operations, and neighbouring elements are
 * independent, so the arithmetic units are the only limit.
 */
final class PeakFlops {
    private static final int LENGTH = 510; // 4 KB, and the array with its header is a multiple of 64 bytes
    private static final int FLOPS_PER_ELEMENT = 32;
    private static final int TURNS = 60;
    private static final int CALLS = 2000;

    private PeakFlops() {}

    /** Gflop/s, a fused multiply-add counted as two. */
    static double measure() {
        double[] a = new double[LENGTH];
        double[] b = new double[LENGTH];
        double nanos = CpuTime.fastest(TURNS, CALLS, () -> chains(a, b, 0.5, 0.1, 0.4, 0.2, LENGTH))[0];
        return (double) FLOPS_PER_ELEMENT * LENGTH / nanos;
    }

    /** Two chains of eight multiply-adds for each position. */
    private static void chains(double[] a, double[] b, double p, double q, double r, double s, int n) {
        for (int k = 0; k < n; k++) {
            double t = a[k];
            double u = b[k];
            t = Math.fma(t, p, q);
            u = Math.fma(u, p, q);
            t = Math.fma(t, r, s);
            u = Math.fma(u, r, s);
            t = Math.fma(t, p, q);
            u = Math.fma(u, p, q);
            t = Math.fma(t, r, s);
            u = Math.fma(u, r, s);
            t = Math.fma(t, p, q);
            u = Math.fma(u, p, q);
            t = Math.fma(t, r, s);
            u = Math.fma(u, r, s);
            t = Math.fma(t, p, q);
            u = Math.fma(u, p, q);
            t = Math.fma(t, r, s);
            u = Math.fma(u, r, s);
            a[k] = t;
            b[k] = u;
        }
    }
}
