package dev.attune.live.statistics;

import dev.attune.live.statistics.BanditStatistics.Ending;
import java.util.Arrays;

/** Sums over a period of time, which can be merged. */
final class Tally {
    /** Values of a hyperparameter are counted in four bins for each power of ten, and one on either side. */
    private static final int BINS_OF_DECADE = 4;

    private static final double[] EDGES = edges(-3, 2);
    private static final int BINS = EDGES.length + 1;
    private static final double LARGEST_COST = 1e120; // beyond it squares could not be summed

    long decisions;
    long exploring;
    long expired;
    long scored; // decisions whose regret could be estimated
    double regret; // sum of best mean minus chosen mean
    double regret2; // sum of its squares
    final Moments rewards;
    final Weights weights;
    final double[] least; // values of each hyperparameter
    final double[] most;
    final double[] sum;
    private final long[] bins; // number of values in each bin, one hyperparameter after the other

    /** Creates empty sums for this many hyperparameters. */
    Tally(int parameters) {
        this(parameters, new Moments(), new Weights());
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
    }

    private Tally(int parameters, Moments rewards, Weights weights) {
        this.rewards = rewards;
        this.weights = weights;
        this.least = new double[parameters];
        this.most = new double[parameters];
        this.sum = new double[parameters];
        this.bins = new long[parameters * BINS];
    }

    /** Returns the edges of bins from one power of ten to another. */
    static double[] edges(int from, int to) {
        double[] edges = new double[(to - from) * BINS_OF_DECADE + 1];
        for (int i = 0; i < edges.length; i++) {
            edges[i] = StrictMath.pow(10, from + (double) i / BINS_OF_DECADE);
        }
        return edges;
    }

    void add(Choice choice, double cost) {
        decisions++;
        exploring += choice.exploring() ? 1 : 0;
        if (cost <= LARGEST_COST) {
            scored++;
            regret += cost;
            regret2 += cost * cost;
        }
        for (int i = 0; i < sum.length; i++) {
            double value = choice.setting().get(i);
            least[i] = Math.min(least[i], value);
            most[i] = Math.max(most[i], value);
            sum[i] += value;
            int bin = 0;
            while (bin < EDGES.length && value >= EDGES[bin]) {
                bin++;
            }
            bins[i * BINS + bin]++;
        }
    }

    /**
     * Returns a quantile of the values of a hyperparameter, exact up to the bin that contains it; NaN if none was counted.
     *
     * @param share of values below it, from 0 to 1
     */
    double quantile(int parameter, double share) {
        int first = parameter * BINS;
        long all = 0;
        for (int bin = 0; bin < BINS; bin++) {
            all += bins[first + bin];
        }
        double rest = share * all;
        for (int bin = 0; bin < BINS; bin++) {
            rest -= bins[first + bin];
            if (bins[first + bin] > 0 && rest <= 0) {
                double middle = bin == 0
                        ? least[parameter]
                        : bin == BINS - 1 ? most[parameter] : Math.sqrt(EDGES[bin - 1] * EDGES[bin]);
                return Math.max(least[parameter], Math.min(most[parameter], middle));
            }
        }
        return Double.NaN;
    }

    void add(Ending ending, double shift) {
        if (ending.expired()) {
            expired++;
            return;
        }
        rewards.add(ending.value());
        weights.add(ending.attribution().weight(), ending.value() - shift);
    }

    void add(Tally other) {
        decisions += other.decisions;
        exploring += other.exploring;
        expired += other.expired;
        scored += other.scored;
        regret += other.regret;
        regret2 += other.regret2;
        rewards.add(other.rewards);
        weights.add(other.weights);
        for (int i = 0; i < sum.length; i++) {
            least[i] = Math.min(least[i], other.least[i]);
            most[i] = Math.max(most[i], other.most[i]);
            sum[i] += other.sum[i];
        }
        for (int i = 0; i < bins.length; i++) {
            bins[i] += other.bins[i];
        }
    }

    boolean isEmpty() {
        return decisions == 0 && rewards.n == 0 && expired == 0;
    }

    Tally copy() {
        Tally copy = new Tally(sum.length, rewards.copy(), weights.copy());
        copy.decisions = decisions;
        copy.exploring = exploring;
        copy.expired = expired;
        copy.scored = scored;
        copy.regret = regret;
        copy.regret2 = regret2;
        System.arraycopy(least, 0, copy.least, 0, sum.length);
        System.arraycopy(most, 0, copy.most, 0, sum.length);
        System.arraycopy(sum, 0, copy.sum, 0, sum.length);
        System.arraycopy(bins, 0, copy.bins, 0, bins.length);
        return copy;
    }

    Tally transfer(SavedFields saved) {
        decisions = saved.count(decisions);
        exploring = saved.count(exploring);
        expired = saved.count(expired);
        scored = saved.count(scored);
        regret = saved.number(regret);
        regret2 = saved.number(regret2);
        rewards.transfer(saved);
        weights.transfer(saved);
        if (decisions > 0) {
            saved.numbers(least);
            saved.numbers(most);
            saved.numbers(sum);
            transferBins(saved);
        }
        return this;
    }

    /** Writes or reads the bins that are not empty. */
    private void transferBins(SavedFields saved) {
        int filled =
                saved.whole((int) Arrays.stream(bins).filter(count -> count > 0).count(), bins.length);
        int bin = -1;
        for (int i = 0; i < filled; i++) {
            int next = bin + 1;
            while (next < bins.length - 1 && bins[next] == 0) {
                next++;
            }
            bin = saved.whole(next, bins.length - 1);
            bins[bin] = saved.count(bins[bin]);
        }
    }
}
