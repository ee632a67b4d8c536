package dev.attune.bench;

import java.util.Arrays;

/**
 * The double-precision fused multiply-add peak of one core, as near as plain Java comes to it.
 *
 * <p>Pairs (x, t) turn in place, t += c x, x -= c t: every result overwrites its own addend, which is the one form of the
 * instruction the JIT compiler emits without a register move, and the turn keeps all numbers bounded. One vector's chain is long,
 * but the processor runs many iterations of the loop at once, so the units are never short of work. Two arrays of 12 KB stay in the
 * first-level cache, and ten operations a load and store leave memory idle most of the time.
 */
public final class PeakFlops {
    private static final int LENGTH = 1534;
    private static final int OPERATIONS = 10;
    private static final int CALLS = 40;
    private static final int TURNS = 400;

    private PeakFlops() {}

    /** Returns the Gflop/s of the fastest of many short turns; a fused multiply-add counts as two. Takes about 0.2 s. */
    public static double measure() {
        double[] x = new double[LENGTH];
        double[] t = new double[LENGTH];
        Arrays.fill(x, 1.0);
        long fastest = Long.MAX_VALUE;
        for (int turn = 0; turn < TURNS; turn++) {
            long start = System.nanoTime();
            for (int call = 0; call < CALLS; call++) {
                turn(x, t, 0.1);
            }
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        if (!(Math.abs(x[LENGTH - 1]) < 2)) {
            throw new IllegalStateException("the calibration loop left its circle: " + x[LENGTH - 1]);
        }
        return 2.0 * OPERATIONS * LENGTH * CALLS / fastest;
    }

    private static void turn(double[] x, double[] t, double c) {
        double minus = -c;
        for (int k = 0; k < LENGTH; k++) {
            double a = x[k];
            double b = t[k];
            b = Math.fma(a, c, b);
            a = Math.fma(b, minus, a);
            b = Math.fma(a, c, b);
            a = Math.fma(b, minus, a);
            b = Math.fma(a, c, b);
            a = Math.fma(b, minus, a);
            b = Math.fma(a, c, b);
            a = Math.fma(b, minus, a);
            b = Math.fma(a, c, b);
            a = Math.fma(b, minus, a);
            x[k] = a;
            t[k] = b;
        }
    }
}
