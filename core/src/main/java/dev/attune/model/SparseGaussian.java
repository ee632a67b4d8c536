package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A Gaussian with a diagonal covariance over coefficients that are made when they are first rewarded: one for each key of a sparse arm. Learnt
 * by assumed-density filtering, with a bank of priors that predictions choose from.
 *
 * <pre>
 *   mean m_j = 0, variance S_j = P_c                        a key that was never rewarded; in units of the noise
 *   mu = sum m_j x_j     w = sum S_j x_j^2                  over the terms of an arm, x in units of |x| of the first rewarded arm
 *   reward y:  e = y - mu     k = 1 / (1 + w)
 *              m_j += S_j x_j e k
 *              S_j  = S_j (1 + w - S_j x_j^2) k             which is S_j - (S_j x_j)^2 k, never zero
 *              s^2  = mean of e^2 k over all rewards
 *   bank:      P_c = .03, .3, 3, 30, 300; every candidate has its own m, S and s and learns every reward
 *              L_c = .9995 L_c + ln N(y; mu_c, s_c^2 (1 + w_c)) before it learns y, once s_c > 0
 *              the candidate with the largest L predicts; of equals, the one with the smallest prior
 * </pre>
 *
 * <p>Memory: 64 bytes for a coefficient with all its candidates, and 16 to 32 for the table that finds it, in arrays that grow by doubling up to
 * a budget. When the budget is spent, a new coefficient takes the slot of another: of {@value #PROBES} slots from a position that depends on the
 * number of evictions alone, the one with the largest S_j a_j of the leader, with a_j the number of rewards since j was last taught. So
 * coefficients of which little is known go first, and those of retired arms go in the end. Coefficients of the arm being taught stay; a term
 * without a slot predicts by the prior and is not learnt.
 *
 * <p>Cost: one look-up for each term to score, which changes nothing; one look-up and {@value #CANDIDATES} updates for each term to learn.
 * Coefficients are floats, all sums are doubles.
 *
 * <p>Rewards are kept in units of the first that is not zero, rounded down to a power of two. A feature or an error beyond 10^15 units counts as
 * 10^15.
 *
 * <p>Crammer, Kulesza, Dredze, "Adaptive regularization of weight vectors", NIPS 2009, with r = 1 and squared loss; Graepel, Candela, Borchert,
 * Herbrich, "Web-scale Bayesian click-through rate prediction for sponsored search advertising in Microsoft's Bing search engine", ICML 2010.
 */
public final class SparseGaussian implements Model {
    /** Number of coefficients that are kept unless a budget is passed. */
    public static final int BUDGET = 1 << 20;

    /** The largest budget. */
    public static final int LARGEST_BUDGET = (1 << 24) - 1; // what a bucket can number

    private static final int CANDIDATES = 5;
    private static final float[] PRIOR = {.03f, .3f, 3, 30, 300};
    private static final double MEMORY = .9995;
    private static final int PROBES = 4;
    private static final double LARGEST = 1e15;
    private static final float LEAST_VARIANCE = 1e-30f;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    // a slot: 16 ints, of which the first twelve, 48 bytes behind a header of 16, lie in one cache line
    private static final int SLOT = 16;
    private static final int LOW = 1; // lower half of the key, after the upper half
    private static final int FIRST = 2; // m and S of each candidate, as bits of floats
    private static final int TAUGHT = 12; // lower 32 bits of the number of the last reward
    private static final int HELD = 13; // whether the slot is of the arm being taught
    private static final int FIRST_ROOM = 16;
    private static final int TAG = 24; // bits of a bucket below the tag
    private static final int NUMBER = (1 << TAG) - 1;
    private static final int SAVED_BYTES = 4 * 13;

    private final int budget;
    private int[] slots;
    private int[] buckets; // open addressing: 8 bits of the hash, then slot + 1; 0 if free; at most a quarter full
    private int shift;
    private int size;
    private long evicted;

    private long count;
    private double perUnit; // 1 / |x| of the first rewarded arm; 0 until then
    private double unit; // of rewards; 0 until one is not zero
    private final double[] squares = new double[CANDIDATES]; // sum of e^2 k
    private final double[] evidence = new double[CANDIDATES]; // L
    private int leader;

    // scratch of a reward
    private int[] found = new int[64];
    private double[] values = new double[64];
    private final double[] ignorance = new double[PROBES];

    /** Creates a model with the default budget, having learnt nothing. */
    public SparseGaussian() {
        this(BUDGET);
    }

    /**
     * Creates a model that has learnt nothing.
     *
     * @param budget number of coefficients that are kept
     */
    public SparseGaussian(int budget) {
        if (budget < 1 || budget > LARGEST_BUDGET) {
            throw new IllegalArgumentException("budget = " + budget + " must be from 1 to " + LARGEST_BUDGET);
        }
        this.budget = budget;
        allocate(Math.min(budget, FIRST_ROOM));
    }

    private void allocate(int room) {
        slots = new int[room * SLOT];
        buckets = new int[Integer.highestOneBit(Math.max(1, room - 1)) * 8];
        shift = 64 - Integer.numberOfTrailingZeros(buckets.length);
    }

    // --- scoring ---------------------------------------------------------------------------------------------

    /** Checks the arms, then computes means and, as bonuses, sqrt(w_k) max(0, z_k) with independent z_k ~ N(0, 1). */
    public void meansAndOptimism(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), 0);
        out.bonusesAreDrawn();
        int terms = arms.end(arms.arms() - 1);
        int[] where = out.whole(terms);
        findAll(arms.keys(), terms, where);
        double scale = perUnit == 0 ? 1 : perUnit;
        for (int arm = 0; arm < arms.arms(); arm++) {
            double mean = 0;
            double width = 0;
            for (int i = arms.start(arm); i < arms.end(arm); i++) {
                double x = bounded(arms.values()[i] * scale);
                int at = where[i] + FIRST + 2 * leader;
                if (where[i] < 0) {
                    width += PRIOR[leader] * x * x;
                } else {
                    mean += Float.intBitsToFloat(slots[at]) * x;
                    width += Float.intBitsToFloat(slots[at + 1]) * x * x;
                }
            }
            out.mean()[arm] = mean * unit;
            out.bonus()[arm] = Math.sqrt(width) * Math.max(0, rng.nextGaussian());
        }
    }

    /**
     * Finds where the slots of many keys start, -1 if there is none. In passes, each of which loads from places that do not depend on each
     * other and branches on what is in the cache already, so that no cache miss waits for another.
     */
    private void findAll(long[] keys, int n, int[] where) {
        for (int i = 0; i < n; i++) {
            where[i] = buckets[(int) ((keys[i] * GOLDEN) >>> shift)];
        }
        for (int i = 0; i < n; i++) {
            int bucket = where[i];
            long key = keys[i];
            if (bucket == 0) {
                where[i] = -1;
            } else if (((bucket ^ tag(key * GOLDEN)) >>> TAG) != 0) {
                where[i] = find(key); // further on
            } else {
                int slot = slot(bucket);
                where[i] = has(slot, key) ? slot : find(key);
            }
        }
    }

    @Override
    public double score(double[] x) {
        double mean = 0;
        for (int i = 0; i < x.length / 3; i++) {
            int slot = find(ActionSet.key(x, i));
            if (slot >= 0) {
                mean += Float.intBitsToFloat(slots[slot + FIRST + 2 * leader])
                        * bounded(ActionSet.value(x, i) * perUnit);
            }
        }
        return mean * unit;
    }

    private static double bounded(double value) {
        return value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
    }

    // --- learning --------------------------------------------------------------------------------------------

    /**
     * Learns one reward.
     *
     * @param x the terms of an arm, as {@link ActionSet#features} writes those of a sparse set
     */
    public void add(double[] x, double y) {
        setUnits(x, y);
        int terms = x.length / 3;
        findOrMake(x, terms);
        double target = unit == 0 ? 0 : y / unit;
        count++;
        for (int c = 0; c < CANDIDATES; c++) {
            learn(c, terms, target);
        }
        for (int i = 0; i < terms; i++) {
            if (found[i] >= 0) {
                slots[found[i] + TAUGHT] = (int) count;
                slots[found[i] + HELD] = 0;
            }
        }
        lead();
    }

    private void learn(int c, int terms, double target) {
        int first = FIRST + 2 * c;
        double mu = 0;
        double w = 0;
        for (int i = 0; i < terms; i++) {
            double x = values[i];
            int at = found[i] + first;
            if (found[i] < 0) {
                w += PRIOR[c] * x * x;
            } else {
                mu += Float.intBitsToFloat(slots[at]) * x;
                w += Float.intBitsToFloat(slots[at + 1]) * x * x;
            }
        }
        double e = bounded(target - mu);
        double k = 1 / (1 + w);
        if (squares[c] > 0) {
            double variance = squares[c] / (count - 1) * (1 + w);
            evidence[c] = MEMORY * evidence[c] - .5 * (StrictMath.log(variance) + e * e / variance);
        }
        squares[c] += e * e * k;
        for (int i = 0; i < terms; i++) {
            int at = found[i] + first;
            if (found[i] >= 0) {
                double x = values[i];
                double s = Float.intBitsToFloat(slots[at + 1]);
                double m = Float.intBitsToFloat(slots[at]) + s * x * (e * k);
                double less = s * ((1 + Math.max(0, w - s * x * x)) * k);
                slots[at] = Float.floatToRawIntBits((float) m);
                slots[at + 1] = Float.floatToRawIntBits(Math.max(LEAST_VARIANCE, (float) less));
            }
        }
    }

    private void setUnits(double[] x, double y) {
        if (unit == 0 && y != 0) {
            unit = Math.scalb(1.0, Math.getExponent(y));
        }
        if (perUnit == 0) {
            double norm = 0;
            for (int i = 2; i < x.length; i += 3) {
                norm += x[i] * x[i];
            }
            perUnit = norm == 0 ? 0 : 1 / Math.sqrt(norm);
        }
    }

    /** Finds the slots of all terms, making those that are missing. */
    private void findOrMake(double[] x, int terms) {
        if (found.length < terms) {
            found = new int[Math.max(terms, 2 * found.length)];
            values = new double[found.length];
        }
        for (int i = 0; i < terms; i++) {
            values[i] = bounded(ActionSet.value(x, i) * perUnit);
            found[i] = find(ActionSet.key(x, i));
            if (found[i] >= 0) {
                slots[found[i] + HELD] = 1;
            }
        }
        for (int i = 0; i < terms; i++) {
            if (found[i] < 0) {
                long key = ActionSet.key(x, i);
                int slot = find(key); // a term before it may have the same key
                found[i] = slot < 0 ? make(key) : slot;
            }
        }
    }

    private void lead() {
        leader = 0;
        for (int c = 1; c < CANDIDATES; c++) {
            if (evidence[c] > evidence[leader]) {
                leader = c;
            }
        }
    }

    // --- the table -------------------------------------------------------------------------------------------

    /** Eight bits of a hash, where a bucket has them. */
    private static int tag(long hash) {
        return (int) (hash >>> 24) << TAG;
    }

    /** Returns where the slot of a bucket starts. */
    private static int slot(int bucket) {
        return ((bucket & NUMBER) - 1) * SLOT;
    }

    private boolean has(int slot, long key) {
        return slots[slot + LOW] == (int) key && slots[slot] == (int) (key >>> 32);
    }

    /** Returns where the slot of a key starts, or -1. */
    private int find(long key) {
        long hash = key * GOLDEN;
        int tag = tag(hash);
        int mask = buckets.length - 1;
        for (int at = (int) (hash >>> shift); buckets[at] != 0; at = (at + 1) & mask) {
            int bucket = buckets[at];
            if (((bucket ^ tag) >>> TAG) == 0 && has(slot(bucket), key)) {
                return slot(bucket);
            }
        }
        return -1;
    }

    /** Makes a coefficient, in place of another if the budget is spent; returns -1 if no slot can be had. */
    private int make(long key) {
        int slot;
        if (size < budget) {
            if (size * SLOT == slots.length) {
                grow();
            }
            slot = size++ * SLOT;
        } else {
            slot = evict();
            if (slot < 0) {
                return -1;
            }
        }
        slots[slot] = (int) (key >>> 32);
        slots[slot + LOW] = (int) key;
        for (int c = 0; c < CANDIDATES; c++) {
            slots[slot + FIRST + 2 * c] = 0;
            slots[slot + FIRST + 2 * c + 1] = Float.floatToRawIntBits(PRIOR[c]);
        }
        slots[slot + HELD] = 1;
        place(slot);
        return slot;
    }

    private void grow() {
        int[] before = slots;
        allocate((int) Math.min(budget, 2L * size));
        System.arraycopy(before, 0, slots, 0, before.length);
        for (int i = 0; i < size; i++) {
            place(i * SLOT);
        }
    }

    private long key(int slot) {
        return ((long) slots[slot] << 32) | (slots[slot + LOW] & 0xFFFFFFFFL);
    }

    private void place(int slot) {
        long hash = key(slot) * GOLDEN;
        int at = (int) (hash >>> shift);
        while (buckets[at] != 0) {
            at = (at + 1) & (buckets.length - 1);
        }
        buckets[at] = tag(hash) | (slot / SLOT + 1);
    }

    private int evict() {
        int probes = Math.min(PROBES, size);
        int from = (int) ((((evicted * GOLDEN) >>> 32) * (size - probes + 1)) >>> 32) * SLOT;
        for (int i = 0; i < probes; i++) { // without branches, so that no cache miss waits for another
            int slot = from + i * SLOT;
            double age = 1 + Integer.toUnsignedLong((int) count - slots[slot + TAUGHT]);
            double variance = Float.intBitsToFloat(slots[slot + FIRST + 2 * leader + 1]);
            ignorance[i] = variance * age * (1 - slots[slot + HELD]);
        }
        int worst = 0;
        for (int i = 1; i < probes; i++) {
            worst = ignorance[i] > ignorance[worst] ? i : worst;
        }
        if (ignorance[worst] == 0) {
            return -1;
        }
        evicted++;
        int slot = from + worst * SLOT;
        remove(slot);
        return slot;
    }

    /** Frees the bucket of a slot and moves those up that were put behind it. */
    private void remove(int slot) {
        int mask = buckets.length - 1;
        int free = (int) ((key(slot) * GOLDEN) >>> shift);
        while (slot(buckets[free]) != slot) {
            free = (free + 1) & mask;
        }
        for (int at = (free + 1) & mask; buckets[at] != 0; at = (at + 1) & mask) {
            int home = (int) ((key(slot(buckets[at])) * GOLDEN) >>> shift);
            if (((at - home) & mask) >= ((at - free) & mask)) {
                buckets[free] = buckets[at];
                free = at;
            }
        }
        buckets[free] = 0;
    }

    // --- what it believes ------------------------------------------------------------------------------------

    /** Returns the number of coefficients. */
    public int size() {
        return size;
    }

    /** Returns how many coefficients gave their slot to another. */
    public long evicted() {
        return evicted;
    }

    /** Returns the most coefficients that it keeps. */
    public int budget() {
        return budget;
    }

    /** Returns the prior variance of the candidate that predicts, for arms as long as the first that was rewarded. */
    public double priorVariance() {
        return PRIOR[leader];
    }

    /** Returns 0: the number of coefficients is not fixed. */
    @Override
    public int dimension() {
        return 0;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public double noise() {
        return count == 0 ? 0 : unit * Math.sqrt(squares[leader] / count);
    }

    @Override
    public double weight(double[] x) {
        return 1;
    }

    /** Always throws: there is no vector of coefficients. */
    @Override
    public double[] mean() {
        throw new UnsupportedOperationException("a sparse model has no vector of coefficients");
    }

    /** Always throws: there is no vector of coefficients. */
    @Override
    public double[][] covariance() {
        throw new UnsupportedOperationException("a sparse model has no matrix of covariances");
    }

    /** Always throws: there is no vector of coefficients. */
    @Override
    public void shape(double[] z) {
        throw new UnsupportedOperationException("a sparse model has no vector of coefficients");
    }

    // --- state -----------------------------------------------------------------------------------------------

    @Override
    public void writeState(StateWriter out) {
        out.writeInt(budget);
        out.writeLong(count);
        out.writeLong(evicted);
        out.writeDouble(perUnit);
        out.writeDouble(unit);
        out.writeDoubles(squares);
        out.writeDoubles(evidence);
        out.writeInt(size);
        for (int slot = 0; slot < size * SLOT; slot += SLOT) {
            for (int i = 0; i <= TAUGHT; i++) {
                out.writeInt(slots[slot + i]);
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        int saved = in.readInt();
        if (saved != budget) {
            throw new StateFormatException("the saved model has a budget of " + saved + ", this one of " + budget);
        }
        count = in.readTally();
        evicted = in.readTally();
        perUnit = in.readDouble();
        unit = in.readDouble();
        in.readDoubles(squares);
        in.readDoubles(evidence);
        if (perUnit < 0 || unit < 0 || Arrays.stream(squares).anyMatch(sum -> sum < 0)) {
            throw new StateFormatException("the saved model has a negative scale");
        }
        lead();
        int coefficients =
                in.readCount((int) Math.min(budget, (long) Double.BYTES * (in.remainingDoubles() + 1) / SAVED_BYTES));
        size = 0;
        allocate(Math.max(Math.min(budget, FIRST_ROOM), coefficients));
        for (int n = 0; n < coefficients; n++) {
            readSlot(n * SLOT, in);
        }
    }

    private void readSlot(int slot, StateReader in) {
        for (int i = 0; i <= TAUGHT; i++) {
            slots[slot + i] = in.readInt();
        }
        for (int c = 0; c < CANDIDATES; c++) {
            float m = Float.intBitsToFloat(slots[slot + FIRST + 2 * c]);
            float s = Float.intBitsToFloat(slots[slot + FIRST + 2 * c + 1]);
            if (!(Math.abs(m) <= Float.MAX_VALUE && s >= LEAST_VARIANCE && s <= PRIOR[c])) {
                throw new StateFormatException(
                        "the saved model has a coefficient with mean " + m + " and variance " + s);
            }
        }
        if (find(key(slot)) >= 0) {
            throw new StateFormatException("the saved model has a coefficient twice");
        }
        size++;
        place(slot);
    }
}
