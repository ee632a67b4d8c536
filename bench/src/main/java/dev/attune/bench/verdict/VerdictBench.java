package dev.attune.bench.verdict;

import dev.attune.api.ConfidenceSequence;
import dev.attune.api.Control;
import dev.attune.live.statistics.BanditVerdict.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/**
 * Whether the verdict on a bandit is right however often it is read, and how soon it comes: bandits as the service
 * runs them play constant worlds, and
 * their verdict is read every 50 rounds.
 *
 * <pre>
 *   same       identical arms: every verdict is wrong.  2, 6, 60 arms; rates of reward .005, .05, .5; uniform shares 0, default, .02, .1
 *   controls   identical arms: a named arm, an old system, learning 900 decisions late, contexts
 *   uplift     one arm is better: how many bandits get the verdict, and after how many rounds
 * </pre>
 *
 * <p>A verdict may be wrong for one bandit in twenty. A cell fails if it is wrong for so many that this chance, or a
 * smaller one, would show as many in some
 * cell of fewer than one of 1,000 runs of this benchmark.
 */
public final class VerdictBench {
    /** Chance that the benchmark fails although every verdict is wrong for one bandit in twenty. */
    public static final double FALSE_ALARM = 0.001;

    /** The parts. */
    public enum Part {
        /** Identical arms. */
        SAME,
        /** Identical arms, and another control, late learning or contexts. */
        CONTROLS,
        /** One arm is better. */
        UPLIFT,
        /** What the uniform share costs: {@link ShareBench}, which has no cells here. */
        SHARES
    }

    /**
     * What to play.
     *
     * @param bandits of each cell
     * @param rounds of each bandit
     */
    public record Settings(Set<Part> parts, int bandits, long rounds) {
        /** Checks the numbers. */
        public Settings {
            if (bandits < 1 || rounds < 1) {
                throw new IllegalArgumentException("bandits and rounds must be at least 1");
            }
        }
    }

    /**
     * A row of the table.
     *
     * @param part of the benchmark
     * @param arms number of arms
     * @param rate probability of a reward of all arms but the best
     * @param best that of the best
     * @param contexts number of contexts
     * @param share uniform share
     * @param control in words
     * @param late number of decisions between one and the learning of its reward
     * @param bandits number of bandits
     * @param better those whose first verdict is "better"
     * @param worse those whose first verdict is "worse"
     * @param limit of wrong verdicts, from which on the cell fails
     * @param failed whether it has
     * @param soon rounds after which 10 % of the bandits have a verdict; NaN if they do not get it
     * @param median of the rounds to a verdict; NaN if fewer than half of the bandits get it
     * @param slow rounds after which 90 % have one; NaN if they do not get it
     */
    public record Row(
            String part,
            int arms,
            double rate,
            double best,
            int contexts,
            String share,
            String control,
            int late,
            int bandits,
            int better,
            int worse,
            int limit,
            boolean failed,
            double soon,
            double median,
            double slow) {
        /** Titles of the columns of {@link #toText}. */
        public static final String TITLES = String.format(
                Locale.ROOT,
                "%-8s %4s %-11s %8s %-16s %-14s %4s  %7s %6s %5s %5s  %7s %7s %7s",
                "part",
                "arms",
                "rates",
                "contexts",
                "uniform share",
                "control",
                "late",
                "bandits",
                "better",
                "worse",
                "limit",
                "10 %",
                "median",
                "90 %");

        /** Returns the row as a line of text. */
        public String toText() {
            return String.format(
                    Locale.ROOT,
                    "%-8s %4d %-11s %8d %-16s %-14s %4d  %7d %6d %5d %5d  %7s %7s %7s%s",
                    part,
                    arms,
                    best > rate ? rate + ", " + best : Double.toString(rate),
                    contexts,
                    share,
                    control,
                    late,
                    bandits,
                    better,
                    worse,
                    limit,
                    rounds(soon),
                    rounds(median),
                    rounds(slow),
                    failed ? "  FAILED" : "");
        }

        private static String rounds(double number) {
            return Double.isNaN(number) ? "-" : String.format(Locale.ROOT, "%,.0f", number);
        }
    }

    /**
     * All rows together.
     *
     * @param bandits number of bandits
     * @param wrong those whose first verdict is wrong
     * @param cells number of cells
     * @param failed those with too many wrong verdicts
     */
    public record Summary(int bandits, int wrong, int cells, int failed) {
        /** Returns the summary as a sentence. */
        public String toText() {
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d bandits ever had a wrong verdict (%.2f %%; %.0f %% are allowed); %d of %d cells failed.",
                    wrong,
                    bandits,
                    100.0 * wrong / bandits,
                    100 * ConfidenceSequence.ALPHA,
                    failed,
                    cells);
        }

        /**
         * Returns whether no cell has too many wrong verdicts, nor all together: that happens by chance in one run of
         * a thousand at most.
         */
        public boolean passed() {
            return failed == 0 && (bandits == 0 || wrong < VerdictBench.limit(bandits, FALSE_ALARM));
        }

        private Summary and(Row row) {
            int more = row.worse + (row.best > row.rate ? 0 : row.better);
            return new Summary(bandits + row.bandits, wrong + more, cells + 1, failed + (row.failed ? 1 : 0));
        }
    }

    private VerdictBench() {}

    /**
     * Plays all cells on all cores.
     *
     * @param progress receives the share that is done
     * @param out receives each row when its cell is finished, in the order of the table
     * @return all rows together
     */
    public static Summary run(Settings settings, DoubleConsumer progress, Consumer<Row> out)
            throws InterruptedException {
        List<JudgedCell> all = JudgedCell.all();
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (settings.parts.contains(all.get(i).part())) {
                chosen.add(i);
            }
        }
        int limit = limit(settings.bandits, FALSE_ALARM / all.size());
        ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            AtomicLong done = new AtomicLong();
            double lives = (double) chosen.size() * settings.bandits;
            List<List<Future<JudgedLife.Ending>>> endings = new ArrayList<>();
            for (int number : chosen) {
                List<Future<JudgedLife.Ending>> ofCell = new ArrayList<>();
                for (int i = 0; i < settings.bandits; i++) {
                    long seed = seed(number, i);
                    ofCell.add(pool.submit(() -> {
                        JudgedLife.Ending ending = new JudgedLife(all.get(number), seed).play(settings.rounds);
                        synchronized (done) { // one report at a time
                            progress.accept(done.incrementAndGet() / lives);
                        }
                        return ending;
                    }));
                }
                endings.add(ofCell);
            }
            Summary summary = new Summary(0, 0, 0, 0);
            for (int i = 0; i < chosen.size(); i++) {
                Row row = row(all.get(chosen.get(i)), endings.set(i, List.of()), limit);
                out.accept(row);
                summary = summary.and(row);
            }
            return summary;
        } finally {
            pool.shutdownNow();
        }
    }

    private static long seed(int cell, int life) {
        return 1_000_000L * (cell + 1) + life;
    }

    private static Row row(JudgedCell cell, List<Future<JudgedLife.Ending>> endings, int limit)
            throws InterruptedException {
        int better = 0;
        int worse = 0;
        double[] rounds = new double[endings.size()];
        for (int i = 0; i < rounds.length; i++) {
            JudgedLife.Ending ending = ending(endings.get(i));
            better += ending.first() == State.BETTER ? 1 : 0;
            worse += ending.first() == State.WORSE ? 1 : 0;
            rounds[i] = ending.judged() ? ending.rounds() : Double.POSITIVE_INFINITY;
        }
        Arrays.sort(rounds);
        JudgedWorld world = cell.world();
        int wrong = worse + (world.uplift() ? 0 : better);
        return new Row(
                cell.part().name().toLowerCase(Locale.ROOT),
                world.arms(),
                world.rate(),
                world.best(),
                world.contexts(),
                cell.share().decays() ? "default" : cell.share().toString(),
                cell.control() instanceof Control.OldSystem old
                        ? "old system " + old.share()
                        : cell.control() instanceof Control.NamedArm ? "one arm" : "random",
                cell.late(),
                rounds.length,
                better,
                worse,
                limit,
                wrong >= limit,
                quantile(rounds, 0.1),
                quantile(rounds, 0.5),
                quantile(rounds, 0.9));
    }

    private static JudgedLife.Ending ending(Future<JudgedLife.Ending> life) throws InterruptedException {
        try {
            return life.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a bandit has failed: " + e.getCause(), e.getCause());
        }
    }

    /** Returns the smallest of the sorted numbers that so many are at most; NaN if that is infinite. */
    private static double quantile(double[] sorted, double share) {
        double value = sorted[(int) Math.ceil(share * sorted.length) - 1];
        return value < Double.POSITIVE_INFINITY ? value : Double.NaN;
    }

    /**
     * Returns the least number of wrong verdicts that is less likely than a chance, if each bandit has one with
     * probability {@link ConfidenceSequence#ALPHA}.
     */
    static int limit(int bandits, double chance) {
        double log = bandits * Math.log1p(-ConfidenceSequence.ALPHA); // of the probability of k
        double atMost = Math.exp(log); // k
        int k = 0;
        while (k < bandits && 1 - atMost > chance) {
            log += Math.log((bandits - k) / (k + 1.0) * ConfidenceSequence.ALPHA / (1 - ConfidenceSequence.ALPHA));
            atMost += Math.exp(log);
            k++;
        }
        return k + 1;
    }
}
