package dev.attune.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Time that the calling thread spent on a core. Other programs on the machine, the compiler threads and the collector
 * do not count, which makes ratios of one run repeatable on a busy machine.
 */
public final class CpuTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int WARM_UP_PAIRS = 4; // until the JIT compiler has seen both

    private CpuTime() {}

    /** Returns the nanoseconds that the calling thread has spent on a core. */
    public static long nanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Returns the nanoseconds of one call of each task: the tasks take turns, and each one's fastest turn counts. */
    static double[] fastest(int turns, int callsPerTurn, Runnable... tasks) {
        double[] best = new double[tasks.length];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        for (int turn = 0; turn < turns; turn++) {
            for (int i = 0; i < tasks.length; i++) {
                long start = nanos();
                for (int call = 0; call < callsPerTurn; call++) {
                    tasks[i].run();
                }
                best[i] = Math.min(best[i], (double) (nanos() - start) / callsPerTurn);
            }
        }
        return best;
    }

    /** Returns how much longer one task takes than another: the median over many pairs, run back to back in changing order. */
    static double ratio(int pairs, Runnable task, Runnable over) {
        for (int i = 0; i < WARM_UP_PAIRS; i++) {
            task.run();
            over.run();
        }
        double[] ratios = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            boolean first = i % 2 == 0;
            double a = nanos(first ? task : over);
            double b = nanos(first ? over : task);
            ratios[i] = first ? a / b : b / a;
        }
        Arrays.sort(ratios);
        return ratios[pairs / 2];
    }

    private static double nanos(Runnable task) {
        long start = nanos();
        task.run();
        return nanos() - start;
    }
}
