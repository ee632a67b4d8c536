package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.ModelBank;
import dev.attune.api.ScoredRound;
import dev.attune.api.Terms;
import dev.attune.math.Exponentials;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A Gaussian with a diagonal covariance over coefficients that are made when they are first rewarded: one for each pair of a term of the context and
 * a term of an arm. Learnt by assumed-density filtering, with a bank of priors that predictions choose from.
 *
 * <pre>
 *   mean m_j = 0, variance S_j = P_c                        a pair that was never rewarded; in units of the noise
 *   eta = o + sum m_j x_j     w = sum S_j x_j^2             over the n pairs of an arm, x in units of |x| of the first rewarded arm
 *   p = mu(eta)     v = mu'(eta), at least 1/1000
 *   reward y:  e = y - p     k = 1 / (1 + v w)
 *              m_j += S_j x_j e k
 *              S_j  = S_j (1 + v (w - S_j x_j^2)) k         which is S_j - v (S_j x_j)^2 k, never zero
 *   identity:  o the {@linkplain RewardCentre centre} of rewards ;  v = 1 ;  s^2 = mean of e^2 k over all rewards
 *   logistic:  o = 0, an arm of which nothing is known pays 1/2 ;  s = 1
 *   Poisson:   o = ln of the mean reward ;  s = 1
 *   bank:      P_c = .03, .3, 3, 30, 300; every candidate has its own m, S and s and learns every reward
 *              one more candidate ignores the context: P is 3 / x^2 for terms that stand alone, 0 for all others
 *              L_c = {@link Evidence} of ln of the predictive density of y, before it learns y
 *                    identity: ln N(y; eta, s_c^2 (1 + w)), once s_c &gt; 0 ;  logistic: p at eta / sqrt(1 + pi w / 8) ;  Poisson: y eta - p
 *              the candidate with the largest L predicts; of equals, the first
 *   width:     sqrt(w / n), which tuners multiply by s
 * </pre>
 *
 * <p>The sum over pairs is computed from the structure: a row for each term of the context holds the coefficients of all terms of arms that were
 * rewarded with it, so that a round takes one look-up for each term of the context and one addition for each pair that has a coefficient. Dividing
 * w by n keeps exploration from growing with the number of features.
 *
 * <p>Memory: 56 bytes for a coefficient with all its candidates, at most twice that in a growing row, and 40 for a row. When the
 * budget is spent, a new coefficient takes the place of another: of up to {@value #CELLS_PROBED} in each of {@value #ROWS_PROBED} rows, which are looked at
 * in turn, the one with the largest S_j a_j of the leader, with a_j the number of rewards since j was last taught. So
 * coefficients of which little is known go first, and those of retired arms go in the end. Coefficients of the arm being taught stay; a pair without
 * a coefficient predicts by the prior and is not learnt.
 *
 * <p>Cost: linear in the terms and in the pairs that have a coefficient; nothing is allocated to score. Coefficients are floats, all sums are
 * doubles. A feature beyond 10^15 units counts as 10^15.
 *
 * <p>Crammer, Kulesza, Dredze, "Adaptive regularization of weight vectors", NIPS 2009, with r = 1 and squared loss; Graepel, Candela, Borchert,
 * Herbrich, "Web-scale Bayesian click-through rate prediction for sponsored search advertising in Microsoft's Bing search engine", ICML 2010; the
 * forms with a link are the extended Kalman filter with its covariance cut to the diagonal.
 */
public final class SparseGaussian implements Model, ModelBank {
    /** Number of coefficients that are kept unless a budget is passed. */
    public static final int BUDGET = 1 << 20;

    /** The largest budget. */
    public static final int LARGEST_BUDGET = 1 << 24;

    private static final float[] PRIOR = {0, .03f, .3f, 3, 30, 300}; // the first ignores the context
    private static final int CANDIDATES = PRIOR.length;
    private static final double PRIOR_ALONE = 3;
    private static final double LEAST_SLOPE = 1e-3;
    private static final double LEAST_PROBABILITY = 1e-6;
    private static final double LARGEST = 1e15;
    private static final float LEAST_VARIANCE = 1e-30f;
    private static final double LARGEST_VARIANCE = 1e30;
    private static final int ROWS_PROBED = 2;
    private static final int CELLS_PROBED = 4;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    // A row: key in two halves, its position in `order`, the number of cells; then cells in the order of their columns.
    private static final int LOW = 1;
    private static final int POSITION = 2;
    private static final int CELLS = 3;
    private static final int HEAD = 4;
    // A cell: column, lower 32 bits of the number of the last reward, then m and S of each candidate as bits of floats.
    private static final int TAUGHT = 1;
    private static final int FIRST = 2;
    private static final int CELL = FIRST + 2 * CANDIDATES;
    private static final int[] NO_ROW = {};

    private final Link link;
    private final int budget;
    private int[][] table; // open addressing by the key of a row, at most half full
    private int[] hashes; // of the keys of the rows at the same places, 0 if free: most look-ups need no other row
    private int[][] order = new int[8][]; // all rows
    private int rows;
    private int hand; // position of the row that the next eviction looks at first
    private int size; // cells
    private long evicted;
    private final Columns columns = new Columns();

    private final RewardCentre rewards = new RewardCentre();
    private double perUnit; // 1 / |x| of the first rewarded arm; 0 until then
    private final double[] squares = new double[CANDIDATES]; // sum of e^2 k
    private final Evidence[] evidence = new Evidence[CANDIDATES];
    private int leader;

    // scratch of a reward
    private int[][] rowOf = new int[64][];
    private int[] cellOf = new int[64]; // -1 if the pair has no coefficient
    private double[] valueOf = new double[64];
    private boolean[] aloneOf = new boolean[64];

    /** Creates a linear model with the default budget, having learnt nothing. */
    public SparseGaussian() {
        this(Link.IDENTITY, BUDGET);
    }

    /**
     * Creates a model that has learnt nothing.
     *
     * @param budget number of coefficients that are kept
     */
    public SparseGaussian(Link link, int budget) {
        if (budget < 1 || budget > LARGEST_BUDGET) {
            throw new IllegalArgumentException("budget = " + budget + " must be from 1 to " + LARGEST_BUDGET);
        }
        this.link = link;
        Arrays.setAll(evidence, c -> new Evidence());
        this.budget = budget;
        allocateTable(16);
    }

    // --- scoring ---------------------------------------------------------------------------------------------

    /** Checks the arms, then computes means, widths and, as bonuses, width_k max(0, z_k) with independent z_k ~ N(0, 1). */
    public void meansAndOptimism(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), 0);
        out.bonusesAreDrawnForEachArm();
        meansAndWidths(arms, out, out.sparse());
        for (int arm = 0; arm < arms.arms(); arm++) {
            out.bonus()[arm] = out.width()[arm] * Math.max(0, rng.nextGaussian());
        }
    }

    /** Sums over the rows of the context, for each column of the round; then over the own terms of each arm. */
    private void meansAndWidths(ActionSet arms, ScoredRound out, ScoredRound.Sparse scratch) {
        Terms context = arms.context();
        Terms own = arms.own();
        scratch.resize(own.size(), columns.limit());
        int[] column = scratch.column;
        int[] place = scratch.place; // by column, 1 + position of the first own term with it
        double[] mean = scratch.mean; // by that position
        double[] known = scratch.width;
        for (int a = 0; a < own.size(); a++) {
            int at = columns.find(own.key(a));
            column[a] = at;
            mean[a] = 0;
            known[a] = 0;
            if (at >= 0 && place[at] == 0) {
                place[at] = a + 1;
            }
        }
        double scale = perUnit == 0 ? 1 : perUnit;
        int[][] found = scratch.rows(context.size());
        for (int c = 0; c < context.size(); c++) { // in a pass of its own, so that no cache miss waits for another
            found[c] = find(context.key(c));
        }
        int first = FIRST + 2 * leader;
        for (int c = 0; c < context.size(); c++) {
            long key = context.key(c);
            int[] row = found[c];
            if (row.length > 0) {
                double x = bounded(context.value(c) * scale);
                float prior = prior(leader, key);
                if (row[CELLS] <= 4 * own.size()) {
                    scan(row, first, x, prior, place, mean, known);
                } else {
                    pick(row, first, x, prior, column, place, own.size(), mean, known);
                }
            }
        }
        for (int a = 0; a < own.size(); a++) {
            if (column[a] >= 0 && place[column[a]] != 0) {
                int from = place[column[a]] - 1;
                mean[a] = mean[from];
                known[a] = known[from];
            }
        }
        for (int a = 0; a < own.size(); a++) {
            if (column[a] >= 0) {
                place[column[a]] = 0;
            }
        }
        double centre = centre();
        for (int arm = 0; arm < arms.arms(); arm++) {
            double eta = 0;
            double w = 0;
            int n = 0;
            for (int a = arms.start(arm); a < arms.end(arm); a++) {
                double v = own.value(a);
                eta += v * mean[a];
                w += v * v * Math.max(0, prior(context, own.mask(a), scale, scratch) + known[a]);
                n += scratch.priorTerms;
            }
            out.mean()[arm] = (centre + eta) * rewardUnit();
            out.width()[arm] = n == 0 ? 0 : Math.sqrt(w / n);
        }
    }

    /** Adds the cells of a row that are of the round. */
    private static void scan(int[] row, int first, double x, float prior, int[] place, double[] mean, double[] known) {
        int end = HEAD + row[CELLS] * CELL;
        for (int cell = HEAD; cell < end; cell += CELL) {
            int at = place[row[cell]] - 1;
            if (at >= 0) {
                mean[at] += Float.intBitsToFloat(row[cell + first]) * x;
                known[at] += (Float.intBitsToFloat(row[cell + first + 1]) - prior) * (x * x);
            }
        }
    }

    /** Does what {@link #scan} does, for a row with many more cells than the round has terms. */
    private static void pick(
            int[] row,
            int first,
            double x,
            float prior,
            int[] column,
            int[] place,
            int own,
            double[] mean,
            double[] known) {
        for (int a = 0; a < own; a++) {
            if (column[a] >= 0 && place[column[a]] == a + 1) {
                int cell = cell(row, column[a]);
                if (cell >= 0) {
                    mean[a] += Float.intBitsToFloat(row[cell + first]) * x;
                    known[a] += (Float.intBitsToFloat(row[cell + first + 1]) - prior) * (x * x);
                }
            }
        }
    }

    /** Returns what the terms of the context that a mask joins add to w as long as nothing is known of them. */
    private double prior(Terms context, long mask, double scale, ScoredRound.Sparse scratch) {
        if (scratch.priorMask != mask || !scratch.priorKnown) {
            double sum = 0;
            int n = 0;
            for (int c = 0; c < context.size(); c++) {
                if ((context.mask(c) & mask) != 0) {
                    double x = bounded(context.value(c) * scale);
                    sum += prior(leader, context.key(c)) * (x * x);
                    n++;
                }
            }
            scratch.priorKnown = true;
            scratch.priorMask = mask;
            scratch.prior = sum;
            scratch.priorTerms = n;
        }
        return scratch.prior;
    }

    /** Returns the prior variance of a candidate for the coefficients in the row of a key. */
    private float prior(int candidate, long key) {
        if (candidate > 0) {
            return PRIOR[candidate];
        }
        if (key != ActionSet.CONSTANT) {
            return 0;
        }
        double unit = perUnit == 0 ? 1 : perUnit;
        return (float) Math.min(LARGEST_VARIANCE, PRIOR_ALONE / (unit * unit));
    }

    @Override
    public double score(double[] x) {
        double eta = 0;
        for (int at = 0; at < x.length; ) {
            int context = (int) x[at];
            int own = (int) x[at + 1];
            int ownStart = at + 2 + 3 * context;
            for (int c = 0; c < context; c++) {
                int[] row = find(ActionSet.key(x, at + 2 + 3 * c));
                for (int a = 0; a < own && row.length > 0; a++) {
                    int column = columns.find(ActionSet.key(x, ownStart + 3 * a));
                    int cell = column < 0 ? -1 : cell(row, column);
                    if (cell >= 0) {
                        eta += Float.intBitsToFloat(row[cell + FIRST + 2 * leader])
                                * bounded(x[at + 2 + 3 * c + 2] * perUnit)
                                * x[ownStart + 3 * a + 2];
                    }
                }
            }
            at = ownStart + 3 * own;
        }
        return (centre() + eta) * rewardUnit();
    }

    private double centre() {
        if (link == Link.IDENTITY) {
            return rewards.centre(columns.limit());
        }
        return link == Link.POISSON ? rewards.logMean() : 0;
    }

    private double rewardUnit() {
        return link == Link.IDENTITY ? rewards.unit() : 1;
    }

    private static double bounded(double value) {
        return value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
    }

    // --- learning --------------------------------------------------------------------------------------------

    /** Learns one reward of an arm of which it is not known how likely it was. */
    public void add(double[] x, double y) {
        add(x, y, Double.NaN);
    }

    /**
     * Learns one reward.
     *
     * @param x the terms of an arm, as {@link ActionSet#features} writes those of a sparse set
     * @param likelihood how many times likelier the arm was than with a uniform choice; NaN if that is not known
     */
    public void add(double[] x, double y, double likelihood) {
        setUnits(x, y);
        double target = link == Link.IDENTITY ? rewards.scaled(y) : y;
        double centre = centre();
        int pairs = gather(x);
        for (int c = 0; c < CANDIDATES; c++) {
            learn(c, pairs, centre, target, likelihood);
        }
        rewards.learn(target);
        lead();
    }

    private void setUnits(double[] x, double y) {
        if (link == Link.IDENTITY) {
            rewards.setUnit(y);
        }
        if (perUnit == 0) {
            double largest = 0; // of the lengths of the groups
            double sum = 0; // of their squares, in units of the largest
            for (int at = 0; at < x.length; ) {
                int context = (int) x[at];
                int own = (int) x[at + 1];
                double length = length(x, at + 2, context) * length(x, at + 2 + 3 * context, own);
                if (length > largest) {
                    sum = 1 + sum * (largest / length) * (largest / length);
                    largest = length;
                } else if (length > 0) {
                    sum += (length / largest) * (length / largest);
                }
                at += 2 + 3 * (context + own);
            }
            perUnit = largest > 0 ? 1 / (largest * Math.sqrt(sum)) : 0;
        }
    }

    /** Returns the length of the vector of some terms' values; does not overflow. */
    private static double length(double[] x, int from, int terms) {
        double largest = 0;
        for (int i = 0; i < terms; i++) {
            largest = Math.max(largest, Math.abs(x[from + 3 * i + 2]));
        }
        double sum = 0;
        for (int i = 0; i < terms && largest > 0; i++) {
            double value = x[from + 3 * i + 2] / largest;
            sum += value * value;
        }
        return largest * Math.sqrt(sum);
    }

    /** Finds the cells of all pairs, making those that are missing; returns the number of pairs. */
    private int gather(double[] x) {
        int now = (int) (rewards.count() + 1);
        int pairs = 0;
        for (int at = 0; at < x.length; ) {
            int context = (int) x[at];
            int own = (int) x[at + 1];
            pairs += context * own;
            at += 2 + 3 * (context + own);
        }
        if (cellOf.length < pairs) {
            int length = Math.max(pairs, 2 * cellOf.length);
            rowOf = new int[length][];
            cellOf = new int[length];
            valueOf = new double[length];
            aloneOf = new boolean[length];
        }
        double scale = perUnit == 0 ? 1 : perUnit;
        if (!findAll(x, scale, now)) {
            makeMissing(x, now);
            findAll(x, scale, now);
        }
        return pairs;
    }

    /** Finds the cells of all pairs and holds them against eviction; returns whether none is missing. */
    private boolean findAll(double[] x, double scale, int now) {
        boolean all = true;
        int i = 0;
        for (int at = 0; at < x.length; ) {
            int context = (int) x[at];
            int own = (int) x[at + 1];
            int ownStart = at + 2 + 3 * context;
            for (int a = 0; a < own; a++) {
                int column = columns.find(ActionSet.key(x, ownStart + 3 * a));
                double v = x[ownStart + 3 * a + 2];
                for (int c = 0; c < context; c++, i++) {
                    long key = ActionSet.key(x, at + 2 + 3 * c);
                    int[] row = find(key);
                    int cell = row.length == 0 || column < 0 ? -1 : cell(row, column);
                    if (cell < 0) {
                        all = false;
                    } else {
                        row[cell + TAUGHT] = now;
                    }
                    rowOf[i] = row;
                    cellOf[i] = cell;
                    valueOf[i] = bounded(bounded(x[at + 2 + 3 * c + 2] * scale) * v);
                    aloneOf[i] = key == ActionSet.CONSTANT;
                }
            }
            at = ownStart + 3 * own;
        }
        return all;
    }

    private void makeMissing(double[] x, int now) {
        for (int at = 0; at < x.length; ) {
            int context = (int) x[at];
            int own = (int) x[at + 1];
            int ownStart = at + 2 + 3 * context;
            for (int a = 0; a < own; a++) {
                int column = columns.findOrMake(ActionSet.key(x, ownStart + 3 * a));
                columns.used(column, 1); // so that it does not go with its last coefficient
                for (int c = 0; c < context; c++) {
                    long key = ActionSet.key(x, at + 2 + 3 * c);
                    int[] row = find(key);
                    if (row.length == 0 || cell(row, column) < 0) {
                        make(key, row, column, now);
                    }
                }
                columns.used(column, -1);
                columns.releaseIfEmpty(column);
            }
            at = ownStart + 3 * own;
        }
    }

    private void learn(int candidate, int pairs, double centre, double target, double likelihood) {
        int first = FIRST + 2 * candidate;
        double eta = centre;
        double w = 0;
        for (int i = 0; i < pairs; i++) {
            double x = valueOf[i];
            int cell = cellOf[i];
            if (cell < 0) {
                w += prior(candidate, aloneOf[i] ? ActionSet.CONSTANT : ~ActionSet.CONSTANT) * (x * x);
            } else {
                int[] row = rowOf[i];
                eta += Float.intBitsToFloat(row[cell + first]) * x;
                w += Float.intBitsToFloat(row[cell + first + 1]) * (x * x);
            }
        }
        double p = link.mean(eta);
        double v = link == Link.IDENTITY ? 1 : Math.max(LEAST_SLOPE, link.slopeAt(p));
        double e = bounded(target - p);
        double k = 1 / (1 + v * w);
        judge(candidate, eta, p, w, e, target, likelihood);
        squares[candidate] += e * e * k;
        for (int i = 0; i < pairs; i++) {
            int cell = cellOf[i];
            if (cell >= 0) {
                int[] row = rowOf[i];
                double x = valueOf[i];
                double s = Float.intBitsToFloat(row[cell + first + 1]);
                if (s > 0) {
                    double m = Float.intBitsToFloat(row[cell + first]) + s * x * (e * k);
                    double less = s * ((1 + v * Math.max(0, w - s * x * x)) * k);
                    row[cell + first] = Float.floatToRawIntBits((float) m);
                    row[cell + first + 1] = Float.floatToRawIntBits(Math.max(LEAST_VARIANCE, (float) less));
                }
            }
        }
    }

    /** Adds the predictive log-likelihood of a reward to the evidence of a candidate. */
    private void judge(int candidate, double eta, double p, double w, double e, double target, double likelihood) {
        double density;
        if (link == Link.IDENTITY) {
            density = rewards.logLikelihood(e, squares[candidate], w);
        } else if (link == Link.LOGISTIC) {
            double averaged = Exponentials.logistic(eta / Math.sqrt(1 + Math.PI * w / 8));
            double paid = Math.max(LEAST_PROBABILITY, Math.min(1 - LEAST_PROBABILITY, averaged));
            density = target * StrictMath.log(paid) + (1 - target) * StrictMath.log(1 - paid);
        } else {
            density = target * Math.max(-100, Math.min(100, eta)) - p;
        }
        evidence[candidate].add(density, likelihood);
    }

    private void lead() {
        leader = 0;
        for (int c = 1; c < CANDIDATES; c++) {
            if (evidence[c].total() > evidence[leader].total()) {
                leader = c;
            }
        }
    }

    // --- the rows --------------------------------------------------------------------------------------------

    /** Returns 32 bits of a hash, never 0. */
    private static int hash(long key) {
        int h = (int) ((key * GOLDEN) >>> 32);
        return h == 0 ? 1 : h;
    }

    private static long key(int[] row) {
        return ((long) row[0] << 32) | (row[LOW] & 0xFFFFFFFFL);
    }

    private static boolean has(int[] row, long key) {
        return row[LOW] == (int) key && row[0] == (int) (key >>> 32);
    }

    /** Returns the row of a key, or an empty array. */
    private int[] find(long key) {
        int hash = hash(key);
        int mask = table.length - 1;
        int at = hash & mask;
        while (hashes[at] != 0 && (hashes[at] != hash || !has(table[at], key))) {
            at = (at + 1) & mask;
        }
        return table[at];
    }

    /** Returns where the cell of a column starts in a row, or -1. */
    private static int cell(int[] row, int column) {
        int at = HEAD + CELL * rank(row, column);
        return at < HEAD + CELL * row[CELLS] && row[at] == column ? at : -1;
    }

    /** Returns how many cells of a row have a smaller column. */
    private static int rank(int[] row, int column) {
        int low = 0;
        int high = row[CELLS];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (row[HEAD + CELL * middle] < column) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Makes a coefficient, in place of another if the budget is spent; makes none if no place can be had. */
    private void make(long key, int[] found, int column, int now) {
        int[] row = found;
        int[] emptied = NO_ROW;
        if (size == budget) {
            int[] from = evict(now);
            if (from.length == 0) {
                return;
            }
            emptied = from[CELLS] == 0 ? from : NO_ROW;
            row = row == emptied ? NO_ROW : row;
        }
        if (emptied.length > 0) {
            unlink(emptied);
            if (row.length > 0) {
                giveUpPosition(emptied);
            }
        }
        if (row.length == 0) {
            row = emptied.length > 0 ? reuse(emptied, key) : addRow(key);
        } else if (row.length == HEAD + CELL * row[CELLS]) {
            int[] longer = Arrays.copyOf(row, HEAD + 2 * CELL * row[CELLS]);
            replace(row, longer);
            row = longer;
        }
        int at = HEAD + CELL * rank(row, column);
        System.arraycopy(row, at, row, at + CELL, HEAD + CELL * row[CELLS] - at);
        row[CELLS]++;
        row[at] = column;
        row[at + TAUGHT] = now;
        for (int c = 0; c < CANDIDATES; c++) {
            row[at + FIRST + 2 * c] = 0;
            row[at + FIRST + 2 * c + 1] = Float.floatToRawIntBits(prior(c, key));
        }
        columns.used(column, 1);
        size++;
    }

    /** Makes the row of a key of one that is empty and not in the table; it keeps its position. */
    private int[] reuse(int[] row, long key) {
        row[0] = (int) (key >>> 32);
        row[LOW] = (int) key;
        place(row);
        return row;
    }

    private int[] addRow(long key) {
        int[] row = new int[HEAD + CELL];
        row[0] = (int) (key >>> 32);
        row[LOW] = (int) key;
        append(row);
        return row;
    }

    private void append(int[] row) {
        if (rows == order.length) {
            order = Arrays.copyOf(order, 2 * rows);
        }
        if (2 * (rows + 1) > table.length) {
            allocateTable(2 * table.length);
            for (int i = 0; i < rows; i++) {
                place(order[i]);
            }
        }
        row[POSITION] = rows;
        order[rows++] = row;
        place(row);
    }

    private void allocateTable(int length) {
        table = new int[length][];
        hashes = new int[length];
        Arrays.fill(table, NO_ROW);
    }

    private void place(int[] row) {
        int hash = hash(key(row));
        int at = hash & (table.length - 1);
        while (hashes[at] != 0) {
            at = (at + 1) & (table.length - 1);
        }
        hashes[at] = hash;
        table[at] = row;
    }

    private int slot(int[] row) {
        int at = hash(key(row)) & (table.length - 1);
        while (table[at] != row) {
            at = (at + 1) & (table.length - 1);
        }
        return at;
    }

    private void replace(int[] row, int[] by) {
        table[slot(row)] = by;
        order[row[POSITION]] = by;
    }

    /** Removes one coefficient; returns its row, which may be empty then, or no row if none of those that were looked at can go. */
    private int[] evict(int now) {
        int probed = Math.min(ROWS_PROBED, rows);
        int from = hand + probed <= rows ? hand : 0;
        hand = from + probed; // rows that were made one after another are neighbours in memory
        long dice = (evicted * GOLDEN) >>> 32;
        double worst = 0;
        int[] worstRow = NO_ROW;
        int worstCell = 0;
        for (int i = from; i < from + probed; i++) {
            int[] row = order[i];
            int cells = Math.min(CELLS_PROBED, row[CELLS]);
            int first = (int) ((dice * (row[CELLS] - cells + 1)) >>> 32);
            for (int n = first; n < first + cells; n++) {
                int cell = HEAD + CELL * n;
                double age = Integer.toUnsignedLong(now - row[cell + TAUGHT]);
                double ignorance =
                        Math.max(LEAST_VARIANCE, Float.intBitsToFloat(row[cell + FIRST + 2 * leader + 1])) * age;
                if (ignorance > worst) {
                    worst = ignorance;
                    worstRow = row;
                    worstCell = cell;
                }
            }
        }
        if (worst == 0) {
            return NO_ROW;
        }
        evicted++;
        size--;
        int column = worstRow[worstCell];
        columns.used(column, -1);
        columns.releaseIfEmpty(column);
        int end = HEAD + CELL * worstRow[CELLS];
        System.arraycopy(worstRow, worstCell + CELL, worstRow, worstCell, end - worstCell - CELL);
        worstRow[CELLS]--;
        return worstRow;
    }

    /** Removes a row from the table; rows behind it move up. */
    private void unlink(int[] row) {
        int mask = table.length - 1;
        int free = slot(row);
        for (int at = (free + 1) & mask; hashes[at] != 0; at = (at + 1) & mask) {
            if (((at - hashes[at]) & mask) >= ((at - free) & mask)) {
                table[free] = table[at];
                hashes[free] = hashes[at];
                free = at;
            }
        }
        table[free] = NO_ROW;
        hashes[free] = 0;
    }

    /** Removes a row from the list of all rows; the last one takes its position. */
    private void giveUpPosition(int[] row) {
        int[] last = order[--rows];
        last[POSITION] = row[POSITION];
        order[row[POSITION]] = last;
        order[rows] = NO_ROW;
    }

    /** The terms of arms that have coefficients, numbered; a number is used again when its last coefficient is gone. */
    private static final class Columns {
        private long[] keys = new long[8];
        private int[] cells = new int[8];
        private int[] buckets = new int[16]; // number + 1, at most half full
        private int[] spare = new int[8]; // numbers that are free, the last one to be used first
        private int spares;
        private int limit; // numbers that were ever used

        int limit() {
            return limit;
        }

        long key(int column) {
            return keys[column];
        }

        int find(long key) {
            int mask = buckets.length - 1;
            for (int at = hash(key) & mask; buckets[at] != 0; at = (at + 1) & mask) {
                if (keys[buckets[at] - 1] == key) {
                    return buckets[at] - 1;
                }
            }
            return -1;
        }

        int findOrMake(long key) {
            int column = find(key);
            if (column >= 0) {
                return column;
            }
            column = spares > 0 ? spare[--spares] : limit++;
            if (column == keys.length) {
                keys = Arrays.copyOf(keys, 2 * column);
                cells = Arrays.copyOf(cells, 2 * column);
                spare = Arrays.copyOf(spare, 2 * column);
            }
            keys[column] = key;
            cells[column] = 0;
            if (2 * (limit + 1) > buckets.length) {
                buckets = new int[2 * buckets.length];
                boolean[] free = new boolean[limit];
                for (int i = 0; i < spares; i++) {
                    free[spare[i]] = true;
                }
                for (int i = 0; i < limit; i++) {
                    if (!free[i]) {
                        place(i);
                    }
                }
            } else {
                place(column);
            }
            return column;
        }

        private void place(int column) {
            int mask = buckets.length - 1;
            int at = hash(keys[column]) & mask;
            while (buckets[at] != 0) {
                at = (at + 1) & mask;
            }
            buckets[at] = column + 1;
        }

        void used(int column, int more) {
            cells[column] += more;
        }

        void releaseIfEmpty(int column) {
            if (cells[column] > 0) {
                return;
            }
            int mask = buckets.length - 1;
            int free = hash(keys[column]) & mask;
            while (buckets[free] != column + 1) {
                free = (free + 1) & mask;
            }
            for (int at = (free + 1) & mask; buckets[at] != 0; at = (at + 1) & mask) {
                int home = hash(keys[buckets[at] - 1]) & mask;
                if (((at - home) & mask) >= ((at - free) & mask)) {
                    buckets[free] = buckets[at];
                    free = at;
                }
            }
            buckets[free] = 0;
            spare[spares++] = column;
        }

        void write(StateWriter out) {
            out.writeInt(limit);
            out.writeInt(spares);
            for (int i = 0; i < spares; i++) {
                out.writeInt(spare[i]);
            }
            for (int i = 0; i < limit; i++) {
                out.writeLong(keys[i]);
            }
        }

        /** Reads what {@link #write} wrote; the cells are counted as rows are read. */
        void read(StateReader in) {
            int n = in.readCount(in.remainingDoubles());
            int free = in.readCount(n);
            keys = new long[Math.max(8, n)];
            cells = new int[keys.length];
            spare = new int[keys.length];
            buckets = new int[Integer.highestOneBit(Math.max(8, n + 1)) * 4];
            boolean[] isFree = new boolean[n];
            spares = 0;
            limit = n;
            for (int i = 0; i < free; i++) {
                int column = in.readCount(Math.max(0, n - 1));
                if (isFree[column]) {
                    throw new StateFormatException("the saved model has column " + column + " free twice");
                }
                isFree[column] = true;
                spare[spares++] = column;
            }
            for (int i = 0; i < n; i++) {
                long key = in.readLong();
                keys[i] = key;
                if (!isFree[i]) {
                    if (find(key) >= 0) {
                        throw new StateFormatException("the saved model has a term of arms twice");
                    }
                    place(i);
                }
            }
        }

        boolean isUsed(int column) {
            return column >= 0 && column < limit && find(keys[column]) == column;
        }

        void requireUsed() {
            for (int i = 0; i < limit; i++) {
                if (isUsed(i) && cells[i] == 0) {
                    throw new StateFormatException("the saved model has a term of arms without coefficients");
                }
            }
        }
    }

    // --- what it believes ------------------------------------------------------------------------------------

    @Override
    public Optional<ModelBank> bank() {
        return Optional.of(this);
    }

    @Override
    public void coefficients(Visitor visitor) {
        int first = FIRST + 2 * leader;
        double meanUnit = perUnit * rewardUnit();
        double deviationUnit = perUnit * noise();
        for (int i = 0; i < rows; i++) {
            int[] row = order[i];
            for (int cell = HEAD; cell < HEAD + CELL * row[CELLS]; cell += CELL) {
                double variance = Float.intBitsToFloat(row[cell + first + 1]);
                if (variance > 0) {
                    visitor.visit(
                            key(row),
                            columns.key(row[cell]),
                            Float.intBitsToFloat(row[cell + first]) * meanUnit,
                            Math.sqrt(variance) * deviationUnit);
                }
            }
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long evicted() {
        return evicted;
    }

    @Override
    public int budget() {
        return budget;
    }

    @Override
    public int candidates() {
        return CANDIDATES;
    }

    @Override
    public String candidateName(int candidate) {
        return candidate == 0 ? "mean of each arm" : "diagonal, prior variance " + PRIOR[candidate];
    }

    @Override
    public double evidence(int candidate) {
        return evidence[candidate].total();
    }

    @Override
    public int leader() {
        return leader;
    }

    @Override
    public Link link() {
        return link;
    }

    /** Returns 0: the number of coefficients is not fixed. */
    @Override
    public int dimension() {
        return 0;
    }

    @Override
    public long count() {
        return rewards.count();
    }

    @Override
    public double noise() {
        if (count() == 0) {
            return 0;
        }
        return link == Link.IDENTITY ? rewards.unit() * Math.sqrt(squares[leader] / count()) : 1;
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
        out.writeString(link.linkName());
        out.writeInt(budget);
        out.writeLong(evicted);
        out.writeInt(hand);
        out.writeDouble(perUnit);
        rewards.write(out);
        out.writeDoubles(squares);
        for (Evidence each : evidence) {
            each.write(out);
        }
        columns.write(out);
        out.writeInt(rows);
        for (int i = 0; i < rows; i++) {
            int[] row = order[i];
            out.writeLong(key(row));
            out.writeInt(row[CELLS]);
            for (int at = HEAD; at < HEAD + CELL * row[CELLS]; at++) {
                out.writeInt(row[at]);
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        in.expect("a model with link", link.linkName());
        int saved = in.readInt();
        if (saved != budget) {
            throw new StateFormatException("the saved model has a budget of " + saved + ", this one of " + budget);
        }
        evicted = in.readTally();
        hand = in.readCount(LARGEST_BUDGET);
        perUnit = in.readDouble();
        rewards.read(in);
        in.readDoubles(squares);
        for (Evidence each : evidence) {
            each.read(in);
        }
        if (perUnit < 0 || Arrays.stream(squares).anyMatch(sum -> sum < 0)) {
            throw new StateFormatException("the saved model has a negative scale");
        }
        lead();
        columns.read(in);
        rows = 0;
        size = 0;
        int n = in.readCount(Math.min(budget, in.remainingDoubles()));
        allocateTable(Integer.highestOneBit(Math.max(8, n)) * 4);
        order = new int[Math.max(8, n)][];
        for (int i = 0; i < n; i++) {
            readRow(in);
        }
        columns.requireUsed();
    }

    private void readRow(StateReader in) {
        long key = in.readLong();
        int cells = in.readCount(Math.min(budget - size, 2 * in.remainingDoubles() / CELL + 1));
        if (cells == 0 || find(key).length > 0) {
            throw new StateFormatException("the saved model has a row that is empty or there twice");
        }
        int[] row = new int[HEAD + CELL * cells];
        row[0] = (int) (key >>> 32);
        row[LOW] = (int) key;
        row[CELLS] = cells;
        int before = -1;
        for (int n = 0; n < cells; n++) {
            int cell = HEAD + CELL * n;
            for (int i = 0; i < CELL; i++) {
                row[cell + i] = in.readInt();
            }
            if (row[cell] <= before || !columns.isUsed(row[cell])) {
                throw new StateFormatException("the saved model has a row with column " + row[cell]);
            }
            before = row[cell];
            columns.used(before, 1);
            for (int c = 0; c < CANDIDATES; c++) {
                float m = Float.intBitsToFloat(row[cell + FIRST + 2 * c]);
                float s = Float.intBitsToFloat(row[cell + FIRST + 2 * c + 1]);
                if (!(Math.abs(m) <= Float.MAX_VALUE
                        && s >= 0
                        && (c == 0 ? s < Float.POSITIVE_INFINITY : s <= PRIOR[c]))) {
                    throw new StateFormatException(
                            "the saved model has a coefficient with mean " + m + " and variance " + s);
                }
            }
        }
        size += cells;
        append(row);
    }
}
