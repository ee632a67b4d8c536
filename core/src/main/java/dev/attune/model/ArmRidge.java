package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.SparsePosterior;
import dev.attune.api.Terms;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * Ridge regression with full covariance for each arm, on the terms of the context, for contexts of few terms: a column for each term, made when it is
 * first rewarded, at most {@value #MOST_COLUMNS}.
 *
 * <pre>
 *   B_a = P_c I, theta_a = 0                              an arm that was never rewarded; in units of the noise
 *   mu = o + theta_a' x     w = x' B_a x                  x in units of |x| of the first rewarded arm, n terms ;  o the {@linkplain RewardCentre centre}
 *   reward y:  e = y - mu     k = 1 / (1 + w)     g = B_a x
 *              theta_a += g e k ;  B_a -= g g' k
 *              s^2 = mean of e^2 k over all rewards
 *   bank:      P_c = .3, 3, 30, judged as in {@link SparseGaussian}
 *   width:     sqrt(w / n)
 * </pre>
 *
 * <p>Fits only arms with a single own term, such as an id. Learning an arm or a context that does not fit, or more arms than fit into {@value
 * #MOST_NUMBERS} numbers, ends the model for good and frees its memory ({@link #usable}).
 *
 * <p>Cost: O(n^2) for each arm, O(columns^2) for a reward of each candidate.
 *
 * <p>The posterior of Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article recommendation", WWW 2010, Algorithm 1
 * (disjoint linear models), updated as a Kalman filter.
 */
final class ArmRidge {
    /** The most columns. */
    static final int MOST_COLUMNS = 64;

    private static final int FIRST_COLUMNS = 8;
    private static final double[] PRIOR = {.3, 3, 30};
    private static final int CANDIDATES = PRIOR.length;
    private static final int MOST_NUMBERS = 1 << 21;
    private static final double MEMORY = .9995;
    private static final double LARGEST = 1e4; // of a feature, in units of the first x: beyond, B would lose its digits
    private static final double SMALLEST = 1e-15; // of a variance, as a share of the prior

    /** The coefficients of one arm and one candidate. */
    private static final class Block {
        double[][] B;
        double[] theta;

        Block(int room, double prior) {
            B = new double[room][room];
            theta = new double[room];
            for (int i = 0; i < room; i++) {
                B[i][i] = prior;
            }
        }

        void grow(int room, double prior) {
            Block larger = new Block(room, prior);
            for (int i = 0; i < theta.length; i++) {
                System.arraycopy(B[i], 0, larger.B[i], 0, theta.length);
            }
            System.arraycopy(theta, 0, larger.theta, 0, theta.length);
            B = larger.B;
            theta = larger.theta;
        }
    }

    private final RewardCentre rewards = new RewardCentre();
    private final double[] squares = new double[CANDIDATES];
    private final double[] evidence = new double[CANDIDATES];
    private boolean usable = true;
    private double perUnit; // 1 / |x| of the first rewarded arm; 0 until then
    private long[] columnKeys = new long[FIRST_COLUMNS];
    private int columns;
    private long[] armKeys = new long[8]; // open addressing, at most half full
    private Block[][] blocks = new Block[8][]; // of the arm at the same place, one for each candidate
    private int arms;

    // scratch of a reward
    private final int[] at = new int[MOST_COLUMNS];
    private final double[] x = new double[MOST_COLUMNS];
    private final double[] g = new double[MOST_COLUMNS];

    /** Returns whether the model is in use. */
    boolean usable() {
        return usable;
    }

    /** Returns whether these arms can be scored. */
    boolean fits(ActionSet round) {
        if (!usable || round.context().size() > MOST_COLUMNS) {
            return false;
        }
        for (int k = 0; k < round.arms(); k++) {
            if (round.end(k) - round.start(k) != 1) {
                return false;
            }
        }
        return true;
    }

    /** Computes means and widths by a candidate. Only reads the model. */
    void meansAndWidths(ActionSet round, int candidate, ScoredRound out) {
        Terms context = round.context();
        ScoredRound.Sparse scratch = out.sparse();
        scratch.resize(context.size(), 0);
        int[] column = scratch.column;
        double[] value = scratch.mean;
        double scale = perUnit == 0 ? 1 : perUnit;
        for (int c = 0; c < context.size(); c++) {
            column[c] = column(context.key(c));
            value[c] = context.value(c) * scale;
        }
        double centre = rewards.centre(arms);
        for (int k = 0; k < round.arms(); k++) {
            int own = round.start(k);
            long mask = round.own().mask(own);
            double v = round.own().value(own);
            int found = find(round.own().key(own));
            double mu = 0;
            double w = 0;
            int n = 0;
            for (int c = 0; c < context.size(); c++) {
                if ((context.mask(c) & mask) == 0) {
                    continue;
                }
                n++;
                double xc = value[c];
                if (blocks[found] == null || column[c] < 0) {
                    w += PRIOR[candidate] * xc * xc;
                    continue;
                }
                Block block = blocks[found][candidate];
                double[] row = block.B[column[c]];
                double sum = 0;
                for (int b = 0; b < c; b++) {
                    if (column[b] >= 0 && (context.mask(b) & mask) != 0) {
                        sum += row[column[b]] * value[b];
                    }
                }
                w += xc * (2 * sum + row[column[c]] * xc);
                mu += block.theta[column[c]] * xc;
            }
            out.mean()[k] = (centre + v * mu) * rewards.unit();
            out.width()[k] = n == 0 ? 0 : Math.sqrt(Math.max(0, v * v * w) / n);
        }
    }

    /** Returns the mean of an arm by a candidate. */
    double score(double[] features, int candidate) {
        int context = (int) features[0];
        int found = find(ActionSet.key(features, 2 + 3 * context));
        double mu = 0;
        for (int c = 0; c < context && blocks[found] != null; c++) {
            int column = column(ActionSet.key(features, 2 + 3 * c));
            mu += column < 0 ? 0 : blocks[found][candidate].theta[column] * (features[4 + 3 * c] * perUnit);
        }
        double v = context == 0 ? 0 : features[4 + 3 * context];
        return (rewards.centre(arms) + v * mu) * rewards.unit();
    }

    /** Returns whether an arm can be learnt and scored: one group of at most as many terms as there are columns, and one own term. */
    static boolean fits(double[] features) {
        return features.length >= 8
                && features[0] <= MOST_COLUMNS
                && features[1] == 1
                && features.length == 5 + 3 * (int) features[0];
    }

    /** Learns one reward; ends the model if it does not fit. */
    void add(double[] features, double y) {
        if (!usable) {
            return;
        }
        if (!fits(features) || !prepare(features)) {
            end();
            return;
        }
        rewards.setUnit(y);
        double target = rewards.scaled(y);
        double centre = rewards.centre(arms);
        int context = (int) features[0];
        int place = findOrMake(ActionSet.key(features, 2 + 3 * context));
        for (int c = 0; c < CANDIDATES; c++) {
            learn(c, blocks[place][c], context, centre, target);
        }
        rewards.learn(target);
    }

    /** Fills the scratch with columns and values; returns false if there is no room or a value is too large. */
    private boolean prepare(double[] features) {
        int context = (int) features[0];
        double v = features[4 + 3 * context];
        if (perUnit == 0) {
            double norm = 0;
            for (int c = 0; c < context; c++) {
                norm += features[4 + 3 * c] * features[4 + 3 * c] * v * v;
            }
            perUnit = norm > 0 && norm < Double.POSITIVE_INFINITY ? 1 / Math.sqrt(norm) : 0;
        }
        for (int c = 0; c < context; c++) {
            x[c] = features[4 + 3 * c] * perUnit * v;
            if (!(Math.abs(x[c]) <= LARGEST)) {
                return false;
            }
            at[c] = columnOrMake(ActionSet.key(features, 2 + 3 * c));
            if (at[c] < 0) {
                return false;
            }
        }
        return numbers(arms + 1, columnKeys.length) <= MOST_NUMBERS;
    }

    private static long numbers(long arms, long room) {
        return arms * CANDIDATES * room * (room + 1);
    }

    private void learn(int candidate, Block block, int context, double centre, double target) {
        double[][] B = block.B;
        double[] theta = block.theta;
        Arrays.fill(g, 0, columns, 0);
        for (int c = 0; c < context; c++) {
            double[] row = B[at[c]];
            double xc = x[c];
            for (int j = 0; j < columns; j++) {
                g[j] += row[j] * xc;
            }
        }
        double mu = centre;
        double w = 0;
        for (int c = 0; c < context; c++) {
            mu += theta[at[c]] * x[c];
            w += g[at[c]] * x[c];
        }
        w = Math.max(0, w);
        double e = target - mu;
        double k = 1 / (1 + w);
        if (squares[candidate] > 0) {
            double variance = squares[candidate] / rewards.count() * (1 + w);
            evidence[candidate] = MEMORY * evidence[candidate] - .5 * (StrictMath.log(variance) + e * e / variance);
        }
        squares[candidate] += e * e * k;
        for (int i = 0; i < columns; i++) {
            double factor = g[i] * k;
            if (factor != 0) {
                double[] row = B[i];
                for (int j = 0; j < columns; j++) {
                    row[j] -= factor * g[j];
                }
                row[i] = Math.max(SMALLEST * PRIOR[candidate], row[i]);
                theta[i] += factor * e;
            }
        }
    }

    private void end() {
        usable = false;
        columns = 0;
        columnKeys = new long[FIRST_COLUMNS];
        armKeys = new long[8];
        blocks = new Block[8][];
        arms = 0;
    }

    private int column(long key) {
        for (int i = 0; i < columns; i++) {
            if (columnKeys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    private int columnOrMake(long key) {
        int found = column(key);
        if (found >= 0) {
            return found;
        }
        if (columns == MOST_COLUMNS) {
            return -1;
        }
        if (columns == columnKeys.length) {
            if (numbers(arms, 2L * columns) > MOST_NUMBERS) {
                return -1;
            }
            columnKeys = Arrays.copyOf(columnKeys, 2 * columns);
            for (Block[] ofArm : blocks) {
                for (int c = 0; ofArm != null && c < CANDIDATES; c++) {
                    ofArm[c].grow(columnKeys.length, PRIOR[c]);
                }
            }
        }
        columnKeys[columns] = key;
        return columns++;
    }

    private int find(long key) {
        int mask = armKeys.length - 1;
        int place = (int) ((key * 0x9E3779B97F4A7C15L) >>> 33) & mask;
        while (blocks[place] != null && armKeys[place] != key) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private int findOrMake(long key) {
        int place = find(key);
        if (blocks[place] != null) {
            return place;
        }
        if (2 * (arms + 1) > armKeys.length) {
            long[] keys = armKeys;
            Block[][] all = blocks;
            armKeys = new long[2 * keys.length];
            blocks = new Block[2 * keys.length][];
            for (int i = 0; i < keys.length; i++) {
                if (all[i] != null) {
                    int to = find(keys[i]);
                    armKeys[to] = keys[i];
                    blocks[to] = all[i];
                }
            }
            place = find(key);
        }
        armKeys[place] = key;
        blocks[place] = new Block[CANDIDATES];
        for (int c = 0; c < CANDIDATES; c++) {
            blocks[place][c] = new Block(columnKeys.length, PRIOR[c]);
        }
        arms++;
        return place;
    }

    // --- what it believes ------------------------------------------------------------------------------------

    int candidates() {
        return CANDIDATES;
    }

    String candidateName(int candidate) {
        return "full covariance for each arm, prior variance " + PRIOR[candidate];
    }

    double evidence(int candidate) {
        return evidence[candidate];
    }

    double noise(int candidate) {
        return rewards.count() == 0 ? 0 : rewards.unit() * Math.sqrt(squares[candidate] / rewards.count());
    }

    /** Visits all coefficients of a candidate. */
    void coefficients(int candidate, SparsePosterior.Visitor visitor) {
        for (int place = 0; place < blocks.length; place++) {
            for (int i = 0; blocks[place] != null && i < columns; i++) {
                Block block = blocks[place][candidate];
                visitor.visit(
                        columnKeys[i],
                        armKeys[place],
                        block.theta[i] * perUnit * rewards.unit(),
                        Math.sqrt(block.B[i][i]) * perUnit * noise(candidate));
            }
        }
    }

    // --- state -----------------------------------------------------------------------------------------------

    void writeState(StateWriter out) {
        out.writeFlag(usable);
        if (!usable) {
            return;
        }
        rewards.write(out);
        out.writeDoubles(squares);
        out.writeDoubles(evidence);
        out.writeDouble(perUnit);
        out.writeInt(columnKeys.length);
        out.writeInt(columns);
        for (int i = 0; i < columns; i++) {
            out.writeLong(columnKeys[i]);
        }
        out.writeInt(armKeys.length);
        out.writeInt(arms);
        for (int place = 0; place < blocks.length; place++) {
            if (blocks[place] != null) {
                out.writeInt(place);
                out.writeLong(armKeys[place]);
                for (Block block : blocks[place]) {
                    for (int i = 0; i < columns; i++) {
                        out.writeDoubles(Arrays.copyOf(block.B[i], columns));
                    }
                    out.writeDoubles(Arrays.copyOf(block.theta, columns));
                }
            }
        }
    }

    void readState(StateReader in) {
        end();
        usable = in.readFlag();
        if (!usable) {
            return;
        }
        rewards.read(in);
        in.readDoubles(squares);
        in.readDoubles(evidence);
        perUnit = in.readDouble();
        int room = in.readCount(MOST_COLUMNS);
        if (room < FIRST_COLUMNS || Integer.bitCount(room) != 1 || perUnit < 0) {
            throw new StateFormatException("the saved model has room for " + room + " columns");
        }
        columnKeys = new long[room];
        int n = in.readCount(room);
        for (int i = 0; i < n; i++) {
            long key = in.readLong();
            if (column(key) >= 0) {
                throw new StateFormatException("the saved model has a column twice");
            }
            columnKeys[columns++] = key;
        }
        int places = in.readCount(MOST_NUMBERS);
        if (places < 8 || Integer.bitCount(places) != 1 || places / 16 > in.remainingDoubles()) {
            throw new StateFormatException("the saved model has room for " + places + " arms");
        }
        armKeys = new long[places];
        blocks = new Block[places][];
        int count = in.readCount(places / 2);
        if (numbers(count, room) > MOST_NUMBERS || (long) count * CANDIDATES * n * n > in.remainingDoubles()) {
            throw new StateFormatException("the saved model has too many arms: " + count);
        }
        for (int i = 0; i < count; i++) {
            readArm(in, places);
        }
        arms = count;
    }

    private void readArm(StateReader in, int places) {
        int place = in.readCount(places - 1);
        if (blocks[place] != null) {
            throw new StateFormatException("the saved model has two arms in one place");
        }
        armKeys[place] = in.readLong();
        blocks[place] = new Block[CANDIDATES];
        for (int c = 0; c < CANDIDATES; c++) {
            Block block = new Block(columnKeys.length, PRIOR[c]);
            double[] row = new double[columns];
            for (int i = 0; i < columns; i++) {
                in.readDoubles(row);
                System.arraycopy(row, 0, block.B[i], 0, columns);
                if (!(row[i] > 0)) {
                    throw new StateFormatException("the saved model has a variance of " + row[i]);
                }
            }
            in.readDoubles(row);
            System.arraycopy(row, 0, block.theta, 0, columns);
            blocks[place][c] = block;
        }
    }
}
