package dev.attune.bench.service;

import java.util.Arrays;

/** How long answers took. For one thread. */
final class Latencies {
    private static final int FIRST = 1 << 16;

    private int[] micros = new int[FIRST];
    private int count;

    void add(long nanos) {
        if (count == micros.length) {
            micros = Arrays.copyOf(micros, 2 * count);
        }
        micros[count++] = (int) Math.min(Integer.MAX_VALUE, nanos / 1_000);
    }

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    /** These and others together. */
    Latencies with(Latencies others) {
        Latencies both = new Latencies();
        both.micros = Arrays.copyOf(micros, count + others.count);
        System.arraycopy(others.micros, 0, both.micros, count, others.count);
        both.count = count + others.count;
        return both;
    }

    /** Returns the time that a share of the answers did not exceed, in milliseconds. */
    double millis(double share) {
        int[] sorted = Arrays.copyOf(micros, count);
        Arrays.sort(sorted);
        return count == 0 ? Double.NaN : sorted[Math.min(count - 1, (int) (share * count))] / 1e3;
    }
}
