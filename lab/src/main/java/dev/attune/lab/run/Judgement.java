package dev.attune.lab.run;

import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the contestants of one environment with a mark: a fixed setting that is chosen on one half of the repetitions and
 * judged on the other. The best fixed setting in hindsight, chosen and judged on the same repetitions, looks better than it
 * is; the bias grows with the number of settings.
 *
 * <p>The mark has one value for each repetition: in the even ones that of the setting with the least mean regret in the odd
 * ones, and vice versa. Its mean is the mean of the two judged means. Its expectation is not below the mean of the best
 * setting, and above it by the cost of choosing from few repetitions. A ratio is the mean regret of a contestant over that of
 * the mark. If regret is unknown, settings are chosen by reward, and ratios are ratios of rewards.
 *
 * <p>The bootstrap resamples repetitions, each with everything that was played in it, within each half, and chooses the
 * setting again. Environments with the same numbers of repetitions draw the same ones, because repetitions of the same
 * number share their seed.
 */
public final class Judgement {
    /** Resamples of every figure. */
    public static final int RESAMPLES = 2000;

    /**
     * Regrets of contestants and marks below this share of the regret of random choice count as this share: ratios of two
     * negligible regrets have no meaning, and must not decide a geometric mean.
     */
    static final double FLOOR = 0.001;

    private static final long SEED = 0x68616C766573L; // "halves"
    private static final int LEAST_TO_RESAMPLE = 4;

    private final List<Played> lines;
    private final int[] numbers;
    private final boolean ofReward;
    private final double floor;

    /** What a contestant is compared with. */
    public enum Mark {
        /** The fixed settings of its own policy. */
        OWN,
        /** The fixed settings of all policies of the environment: fixed model and fixed rate. */
        ANY
    }

    /**
     * A contestant over a mark.
     *
     * @param environment its label
     * @param policy its label
     * @param tuner its label
     * @param role why it took part: asked for, or greedy
     * @param mark what it is compared with
     * @param chosen the settings that the two halves chose, such as "LinUCB explore=0.5"
     * @param ownRates whether its policy has fixed settings of its own
     * @param ofReward whether the ratios are of reward, because regret is unknown
     * @param repetitions that count: those that all have
     * @param mean ratio of the means
     * @param p90 ratio of what nine repetitions of ten do not exceed; NaN for rewards
     * @param cpuSeconds of the bandit in a repetition, on average
     */
    public record Judged(
            String environment,
            String policy,
            String tuner,
            Role role,
            Mark mark,
            String chosen,
            boolean ownRates,
            boolean ofReward,
            int repetitions,
            Ratio mean,
            Ratio p90,
            double cpuSeconds) {}

    /**
     * A ratio in the results and in resamples of them.
     *
     * @param value in the results
     * @param resampled in each resample; empty for fewer than four repetitions
     * @param repetitions that were resampled
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Ratio(double value, double[] resampled, int repetitions) {
        /** Returns the bootstrap's standard error; NaN for fewer than four repetitions. */
        public double standardError() {
            double mean = Arrays.stream(resampled).average().orElse(Double.NaN);
            double squares =
                    Arrays.stream(resampled).map(r -> (r - mean) * (r - mean)).sum();
            return resampled.length < 2 ? Double.NaN : Math.sqrt(squares / (resampled.length - 1));
        }
    }

    /** A contestant or a fixed setting: its values by place, and its places in order of value, for odd and even ones. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Played(CellResult example, double[] values, int[][] ordered, double cpuSeconds) {
        boolean fixed() {
            return example.role() == Role.GRID || example.role() == Role.GREEDY;
        }
    }

    /** Settings to choose from, and the contestants that are compared with the choice. */
    private record Contest(Mark mark, List<Played> settings, List<Played> contestants) {}

    private Judgement(List<Played> lines, int[] numbers, boolean ofReward, double floor) {
        this.lines = lines;
        this.numbers = numbers;
        this.ofReward = ofReward;
        this.floor = floor;
    }

    /**
     * Judges all contestants that were asked for, and greedy.
     *
     * <p>A policy with fixed settings of its own is compared with those and, if there are several policies, every contestant
     * with those of all policies. Only repetitions that all have count; contestants and settings with less than half as many as
     * the one with the most are left out.
     *
     * @param environment results of one environment, one for each cell
     * @return in the order of the results; empty without a grid, or without a repetition in each half
     */
    public static List<Judged> of(List<CellResult> environment) {
        Map<String, NavigableMap<Integer, CellResult>> byLine = new LinkedHashMap<>();
        for (CellResult cell : environment) {
            if (cell.role() != Role.RANDOM) {
                byLine.computeIfAbsent(cell.policy() + "\n" + cell.tuner() + "\n" + cell.role(), key -> new TreeMap<>())
                        .put(cell.repetition(), cell);
            }
        }
        int fullest = byLine.values().stream().mapToInt(Map::size).max().orElse(0);
        byLine.values().removeIf(line -> 2 * line.size() < fullest);
        Set<Integer> common = new TreeSet<>();
        byLine.values().stream().findFirst().ifPresent(line -> common.addAll(line.keySet()));
        byLine.values().forEach(line -> common.retainAll(line.keySet()));
        int[] numbers = common.stream().mapToInt(Integer::intValue).toArray();
        if (Arrays.stream(numbers).noneMatch(n -> n % 2 == 0)
                || Arrays.stream(numbers).noneMatch(n -> n % 2 == 1)) {
            return List.of();
        }
        boolean ofReward = environment.stream().anyMatch(cell -> Double.isNaN(cell.regret()));
        List<Played> lines = byLine.values().stream()
                .map(line -> played(line, numbers, ofReward))
                .toList();
        double random = environment.stream()
                .filter(cell -> cell.role() == Role.RANDOM)
                .mapToDouble(CellResult::regret)
                .average()
                .orElseGet(() -> lines.stream()
                        .filter(Played::fixed)
                        .mapToDouble(
                                line -> Arrays.stream(line.values()).average().orElse(0))
                        .max()
                        .orElse(0));
        return new Judgement(lines, numbers, ofReward, Math.max(Double.MIN_NORMAL, FLOOR * random)).judged();
    }

    private static Played played(NavigableMap<Integer, CellResult> line, int[] numbers, boolean ofReward) {
        double[] values = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            CellResult cell = Objects.requireNonNull(line.get(numbers[i]));
            values[i] = ofReward ? cell.wholeReward() : cell.regret();
        }
        int[][] ordered = new int[2][];
        for (int half = 0; half < 2; half++) {
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < numbers.length; i++) {
                if (half(numbers[i]) == half) {
                    places.add(i);
                }
            }
            places.sort(Comparator.comparingDouble(place -> values[place]));
            ordered[half] = places.stream().mapToInt(Integer::intValue).toArray();
        }
        return new Played(
                line.firstEntry().getValue(),
                values,
                ordered,
                line.values().stream()
                        .mapToDouble(CellResult::cpuSeconds)
                        .average()
                        .orElse(Double.NaN));
    }

    /** 0 for odd repetitions, 1 for even ones. */
    private static int half(int number) {
        return 1 - number % 2;
    }

    private List<Judged> judged() {
        int[] once = new int[numbers.length];
        Arrays.fill(once, 1);
        int[][] weights = weights();
        List<Judged> all = new ArrayList<>();
        for (Contest contest : contests()) {
            double[][] resampled = new double[weights.length][];
            for (int b = 0; b < weights.length; b++) {
                resampled[b] = ratios(contest, weights[b]);
            }
            double[] ratios = ratios(contest, once);
            String chosen = chosen(contest, once);
            for (int i = 0; i < contest.contestants().size(); i++) {
                Played line = contest.contestants().get(i);
                CellResult example = line.example();
                all.add(new Judged(
                        example.environment(),
                        example.policy(),
                        example.tuner(),
                        example.role(),
                        contest.mark(),
                        chosen,
                        hasGrid(example.policy()),
                        ofReward,
                        numbers.length,
                        ratio(ratios, resampled, 2 * i),
                        ratio(ratios, resampled, 2 * i + 1),
                        line.cpuSeconds()));
            }
        }
        return List.copyOf(all);
    }

    private Ratio ratio(double[] ratios, double[][] resampled, int at) {
        double[] each = Arrays.stream(resampled).mapToDouble(one -> one[at]).toArray();
        return new Ratio(ratios[at], each, numbers.length);
    }

    private List<Contest> contests() {
        List<Contest> contests = new ArrayList<>();
        List<String> policies =
                lines.stream().map(line -> line.example().policy()).distinct().toList();
        List<Played> contestants = lines.stream()
                .filter(line -> line.example().role() != Role.GRID)
                .toList();
        for (String policy : policies) {
            if (hasGrid(policy)) {
                contests.add(new Contest(
                        Mark.OWN,
                        lines.stream()
                                .filter(line ->
                                        line.fixed() && line.example().policy().equals(policy))
                                .toList(),
                        contestants.stream()
                                .filter(line -> line.example().policy().equals(policy))
                                .toList()));
            }
        }
        if (!contests.isEmpty() && policies.size() > 1) {
            contests.add(
                    new Contest(Mark.ANY, lines.stream().filter(Played::fixed).toList(), contestants));
        }
        return contests;
    }

    private boolean hasGrid(String policy) {
        return lines.stream()
                .anyMatch(line -> line.example().role() == Role.GRID
                        && line.example().policy().equals(policy));
    }

    /** Returns how often each repetition is drawn, for every resample. */
    private int[][] weights() {
        if (numbers.length < LEAST_TO_RESAMPLE) {
            return new int[0][];
        }
        int[][] weights = new int[RESAMPLES][numbers.length];
        for (int b = 0; b < RESAMPLES; b++) {
            RoundRandom random = new RoundRandom(SEED, b);
            for (int[] places : lines.get(0).ordered()) {
                int[] inOrder = places.clone();
                Arrays.sort(inOrder);
                for (int draw = 0; draw < inOrder.length; draw++) {
                    weights[b][inOrder[random.nextInt(inOrder.length)]]++;
                }
            }
        }
        return weights;
    }

    /** For every contestant the ratio of the means and that of the ninth tenths. */
    private double[] ratios(Contest contest, int[] weights) {
        Played onOdd = best(contest, weights, 1);
        Played onEven = best(contest, weights, 0);
        double mean = sum(onOdd, weights, 0) + sum(onEven, weights, 1);
        double tenth = ofReward ? Double.NaN : ninthTenth(onOdd, onEven, weights);
        double[] ratios = new double[2 * contest.contestants().size()];
        for (int i = 0; i < contest.contestants().size(); i++) {
            Played line = contest.contestants().get(i);
            double own = sum(line, weights, 0) + sum(line, weights, 1);
            ratios[2 * i] = ofReward
                    ? (mean > 0 ? own / mean : Double.NaN)
                    : ratio(own / numbers.length, mean / numbers.length);
            ratios[2 * i + 1] = ofReward ? Double.NaN : ratio(ninthTenth(line, line, weights), tenth);
        }
        return ratios;
    }

    private double ratio(double own, double mark) {
        return Math.max(own, floor) / Math.max(mark, floor);
    }

    private String chosen(Contest contest, int[] once) {
        String onOdd = name(best(contest, once, 1), contest.mark());
        String onEven = name(best(contest, once, 0), contest.mark());
        return onOdd.equals(onEven) ? onOdd : onOdd + " / " + onEven;
    }

    private static String name(Played line, Mark mark) {
        CellResult example = line.example();
        return mark == Mark.OWN ? example.tuner() : example.policy() + " " + example.tuner();
    }

    /** Returns the setting that is best in one half; the first of equal ones. */
    private Played best(Contest contest, int[] weights, int half) {
        Played best = contest.settings().get(0);
        double least = Double.POSITIVE_INFINITY;
        for (Played setting : contest.settings()) {
            double cost = ofReward ? -sum(setting, weights, half) : sum(setting, weights, half);
            if (cost < least) {
                best = setting;
                least = cost;
            }
        }
        return best;
    }

    private static double sum(Played line, int[] weights, int half) {
        double sum = 0;
        for (int place : line.ordered()[half]) {
            sum += weights[place] * line.values()[place];
        }
        return sum;
    }

    /** Returns the smallest value that nine tenths do not exceed, of one line in odd and another in even repetitions. */
    private double ninthTenth(Played onOdd, Played onEven, int[] weights) {
        int rank = (9 * numbers.length + 9) / 10;
        int[] odd = onOdd.ordered()[0];
        int[] even = onEven.ordered()[1];
        int i = 0;
        int j = 0;
        int seen = 0;
        double last = Double.NaN;
        while (seen < rank) {
            boolean first = j == even.length || (i < odd.length && onOdd.values()[odd[i]] <= onEven.values()[even[j]]);
            int place = first ? odd[i++] : even[j++];
            last = (first ? onOdd : onEven).values()[place];
            seen += weights[place];
        }
        return last;
    }
}
