package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One policy in one environment, with all its tuners.
 *
 * @param environment label of the environment
 * @param policy label of the policy
 * @param rounds number of rounds of each repetition
 * @param knowsRegret whether curves are of regret (lower is better) or of reward (higher is better)
 * @param lines one for each tuner of the spec, then "Best fixed", "Greedy" and "Random"
 * @param grid the fixed settings of the policy that "Best fixed" was taken from, in the order of the grid; empty if it has none, and "Best fixed" is
 *     one of another policy
 * @param differences of the first line of the default tuner, or else of the best one, to every other
 */
public record Panel(
        String environment,
        String policy,
        long rounds,
        boolean knowsRegret,
        List<Line> lines,
        List<Line> grid,
        List<Difference> differences) {
    /** With fewer pairs, the interval of a bootstrap covers too seldom to establish anything. */
    private static final int LEAST_PAIRS = 5;

    /** With fewer pairs, the quantiles of a bootstrap are rough. */
    private static final int ENOUGH_PAIRS = 8;

    /**
     * A tuner compared with another one on the same repetitions: the first one's figure minus the second one's.
     *
     * @param tuner the first
     * @param against the second
     * @param mean of the paired differences, of regret or else of reward
     * @param low lower end of the 95 % bootstrap interval; NaN for a single pair
     * @param high upper end
     * @param wins repetitions in which the first one did better
     * @param repetitions how many pairs
     */
    public record Difference(
            String tuner, String against, double mean, double low, double high, int wins, int repetitions) {}

    /** Returns the same panel with other lines, and without fixed settings and differences. */
    public Panel showing(List<Line> shown) {
        return new Panel(environment, policy, rounds, knowsRegret, List.copyOf(shown), List.of(), List.of());
    }

    /** Returns what the panel compares: the regret of a line, or else its reward. */
    SampleMean result(Line line) {
        return knowsRegret ? line.regret() : line.reward();
    }

    /** Returns the lines, best first; unknown ones last. */
    List<Line> bestFirst() {
        return lines.stream()
                .sorted(Comparator.comparingDouble(line ->
                        knowsRegret ? result(line).mean() : -result(line).mean()))
                .toList();
    }

    /** Returns the best of the tuners of the spec; null if none has a known result. */
    @Nullable
    Line bestAsked() {
        return bestFirst().stream()
                .filter(line -> line.role() == Role.ASKED)
                .filter(line -> !Double.isNaN(result(line).mean()))
                .findFirst()
                .orElse(null);
    }

    /** Returns the line "Best fixed"; empty if the run has no grid. */
    Optional<Line> bestFixed() {
        return lines.stream().filter(line -> line.role() == Role.GRID).findFirst();
    }

    /** Returns the result of a line over that of another one; NaN if that is unknown or not positive. */
    double ratio(Line line, Optional<Line> base) {
        double mean = base.map(other -> result(other).mean()).orElse(Double.NaN);
        return mean > 0 ? result(line).mean() / mean : Double.NaN;
    }

    /** Returns the processor time of a round in microseconds. */
    double microseconds(Line line) {
        return 1e6 * line.cpuSeconds() / rounds;
    }

    /** Returns the tuner that all others are compared with; empty if nothing is compared. */
    String reference() {
        return differences.isEmpty() ? "" : differences.get(0).tuner();
    }

    /** Returns the difference of the reference to a line; null for the reference itself. */
    @Nullable
    Difference toReference(Line line) {
        return differences.stream()
                .filter(difference -> difference.against().equals(line.tuner()))
                .findFirst()
                .orElse(null);
    }

    /** Returns what the paired differences establish, in at most three sentences; none if nothing was compared. */
    List<String> conclusions() {
        if (differences.isEmpty()) {
            return List.of();
        }
        int pairs = differences.stream().mapToInt(Difference::repetitions).min().orElse(0);
        if (pairs < LEAST_PAIRS) {
            return List.of("Too few repetitions to establish a difference: " + pairs + ", at least " + LEAST_PAIRS
                    + " are needed.");
        }
        List<String> less = new ArrayList<>();
        List<String> more = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (Difference difference : differences) {
            List<String> side = difference.high() < 0 ? less : difference.low() > 0 ? more : open;
            side.add(difference.against());
        }
        String what = knowsRegret ? " regret" : " reward";
        List<String> established = new ArrayList<>();
        if (!less.isEmpty()) {
            established.add("less" + what + " than " + listed(less, "and"));
        }
        if (!more.isEmpty()) {
            established.add("more" + what + " than " + listed(more, "and"));
        }
        if (!knowsRegret) {
            Collections.reverse(established); // what speaks for the reference comes first
        }
        List<String> sentences = new ArrayList<>();
        if (!established.isEmpty()) {
            sentences.add(reference() + " has " + String.join(", and ", established) + ".");
        }
        if (!open.isEmpty()) {
            sentences.add((established.isEmpty() ? reference() : "It") + " cannot be told apart from "
                    + listed(open, "or") + ".");
        }
        if (pairs < ENOUGH_PAIRS) {
            sentences.add("With " + pairs + " repetitions the intervals are rough.");
        }
        return sentences;
    }

    private static String listed(List<String> names, String last) {
        int n = names.size();
        return n == 1 ? names.get(0) : String.join(", ", names.subList(0, n - 1)) + " " + last + " " + names.get(n - 1);
    }
}
