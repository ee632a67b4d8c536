package dev.attune.math;

/**
 * Upper envelope of the K lines m_k + alpha w_k on [lo, hi]: the arm chosen as alpha grows.
 *
 * <p>The segments are half open, [from, to), the last one closed. At a tie the steeper line has it, since it is the one above
 * from there on; of identical lines the lowest index. Inside its segment an arm's value is the largest up to rounding.
 *
 * <p>Cost: two passes over the arms, which leave few candidates in practice (only lines above the kink of the two end lines),
 * then a sort by slope and a monotone chain: O(K log K) at worst. Means and bonuses must be finite; bonuses may be negative.
 * Nothing is allocated once an object has seen its largest round. Not thread-safe.
 */
public final class UpperEnvelope {
    private static final int SHORT_RUN = 12;

    private int[] chain = new int[0];
    private double[] from = new double[0];
    private int[] candidates = new int[0];
    private int[] merged = new int[0];
    private int size;
    private double end;

    /** Builds the envelope of the first {@code arms} arms; returns its number of segments, at least 1. */
    public int build(double[] mean, double[] bonus, int arms, double lo, double hi) {
        if (arms < 1) {
            throw new IllegalArgumentException("arms must be at least 1: " + arms);
        }
        if (!(lo <= hi) || Double.isInfinite(lo) || Double.isInfinite(hi)) {
            throw new IllegalArgumentException("not a finite interval: [" + lo + ", " + hi + "]");
        }
        reserve(arms);
        end = hi;
        int first = best(mean, bonus, arms, lo);
        size = 0;
        push(first, lo);
        if (lo < hi) {
            int last = best(mean, bonus, arms, hi);
            if (bonus[last] > bonus[first]) {
                int n = prune(mean, bonus, arms, first, last, lo, hi);
                sortBySlope(mean, bonus, n);
                for (int c = 0; c < n; c++) {
                    extend(mean, bonus, candidates[c]);
                }
                extend(mean, bonus, last);
            }
        }
        return size;
    }

    private void reserve(int arms) {
        if (chain.length < arms) {
            chain = new int[arms];
            from = new double[arms];
            candidates = new int[arms];
            merged = new int[arms];
        }
    }

    private void push(int arm, double at) {
        chain[size] = arm;
        from[size++] = at;
    }

    /** The line on top at alpha; at a tie the steeper, then the one of higher mean (of values that round alike), then the first. */
    private static int best(double[] mean, double[] bonus, int arms, double alpha) {
        int best = 0;
        double top = Math.fma(alpha, bonus[0], mean[0]);
        for (int k = 1; k < arms; k++) {
            double v = Math.fma(alpha, bonus[k], mean[k]);
            if (v >= top && (v > top || bonus[k] > bonus[best] || (bonus[k] == bonus[best] && mean[k] > mean[best]))) {
                best = k;
                top = v;
            }
        }
        return best;
    }

    /**
     * Collects the lines that may lie on the envelope between the lines best at either end. The excess of a line over the two
     * end lines is largest where these two cross, so a line not above them there is nowhere above them.
     */
    private int prune(double[] mean, double[] bonus, int arms, int first, int last, double lo, double hi) {
        double gentle = bonus[first];
        double steep = bonus[last];
        double kink = Math.min(hi, Math.max(lo, (mean[first] - mean[last]) / (steep - gentle)));
        double floor = Math.max(Math.fma(kink, gentle, mean[first]), Math.fma(kink, steep, mean[last]));
        int n = 0;
        for (int k = 0; k < arms; k++) {
            if (Math.fma(kink, bonus[k], mean[k]) > floor) {
                candidates[n++] = k;
            }
        }
        return n;
    }

    /** Adds the next line in the order of slopes, dropping what it hides. */
    private void extend(double[] mean, double[] bonus, int arm) {
        while (true) {
            int top = chain[size - 1];
            double steeper = bonus[arm] - bonus[top];
            if (!(steeper > 0)) {
                return; // parallel, and no higher
            }
            double crossing = (mean[top] - mean[arm]) / steeper;
            if (crossing >= end) {
                return;
            }
            if (crossing > from[size - 1]) {
                push(arm, crossing);
                return;
            }
            if (size == 1) {
                chain[0] = arm;
                return;
            }
            size--;
        }
    }

    /** Orders the candidates by slope, then falling mean, then index: short runs by insertion, then merged pairwise. */
    private void sortBySlope(double[] mean, double[] bonus, int n) {
        for (int start = 0; start < n; start += SHORT_RUN) {
            insertionSort(mean, bonus, start, Math.min(n, start + SHORT_RUN));
        }
        for (int width = SHORT_RUN; width < n; width *= 2) {
            for (int start = 0; start < n; start += 2 * width) {
                merge(mean, bonus, start, Math.min(n, start + width), Math.min(n, start + 2 * width));
            }
            int[] swap = candidates;
            candidates = merged;
            merged = swap;
        }
    }

    private void insertionSort(double[] mean, double[] bonus, int start, int stop) {
        for (int i = start + 1; i < stop; i++) {
            int arm = candidates[i];
            int j = i;
            while (j > start && before(mean, bonus, arm, candidates[j - 1])) {
                candidates[j] = candidates[j - 1];
                j--;
            }
            candidates[j] = arm;
        }
    }

    private void merge(double[] mean, double[] bonus, int start, int middle, int stop) {
        int left = start;
        int right = middle;
        for (int i = start; i < stop; i++) {
            boolean takeRight =
                    left == middle || (right < stop && before(mean, bonus, candidates[right], candidates[left]));
            merged[i] = takeRight ? candidates[right++] : candidates[left++];
        }
    }

    private static boolean before(double[] mean, double[] bonus, int a, int b) {
        return bonus[a] < bonus[b] || (bonus[a] == bonus[b] && mean[a] > mean[b]);
    }

    /** Number of segments of the last build. */
    public int segments() {
        return size;
    }

    /** The arm on top in a segment. */
    public int arm(int segment) {
        return chain[checked(segment)];
    }

    /** Where a segment begins, itself included. */
    public double from(int segment) {
        return from[checked(segment)];
    }

    /** Where a segment ends: not included, but for the last. */
    public double to(int segment) {
        return checked(segment) + 1 < size ? from[segment + 1] : end;
    }

    private int checked(int segment) {
        if (segment < 0 || segment >= size) {
            throw new IndexOutOfBoundsException("segment " + segment + " of " + size);
        }
        return segment;
    }
}
