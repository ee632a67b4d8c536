package dev.attune.lab.report;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Judgement;
import dev.attune.lab.run.Judgement.Judged;
import dev.attune.lab.run.Judgement.Mark;
import dev.attune.lab.run.Judgement.Ratio;
import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares contestants over many problems: their regret over that of a fixed setting that was chosen on other repetitions
 * ({@link Judgement}), problem by problem and as geometric means.
 *
 * <p>A problem is an environment with a policy where the mark is the best fixed rate of that policy, and contestants are
 * tuners; and an environment where the mark is the best fixed pair of policy and rate, and contestants are policies with
 * their tuners. Problems whose regret is unknown have ratios of rewards, and no part in geometric means.
 *
 * @param problems every contestant in every problem, in the order of the spec
 */
record Standings(List<Judged> problems) {
    /** A problem counts as lost if the lower end of the 95 % interval of its ratio is above this. */
    static final double LOST = 1.15;

    private static final int LEAST_PROBLEMS = 3; // fewer are better read one by one
    private static final int MOST_LINES = 12; // more problems are in the files only

    static Standings of(List<CellResult> results) {
        Map<String, List<CellResult>> environments = results.stream()
                .collect(Collectors.groupingBy(CellResult::environment, LinkedHashMap::new, Collectors.toList()));
        List<Judged> all = new ArrayList<>();
        environments.values().forEach(environment -> all.addAll(Judgement.of(environment)));
        return new Standings(all);
    }

    /** Returns the 95 % interval of a ratio. */
    static Interval interval(Ratio ratio) {
        return Bootstrap.interval(ratio.resampled(), ratio.repetitions());
    }

    /** Such as "0.97 [0.93, 1.02]". */
    private static String text(Ratio ratio) {
        String value = Numbers.fixed(ratio.value(), 2);
        Interval interval = interval(ratio);
        return Double.isNaN(interval.low())
                ? value
                : value + " [" + Numbers.fixed(interval.low(), 2) + ", " + Numbers.fixed(interval.high(), 2) + "]";
    }

    /**
     * One contestant over all problems that it played.
     *
     * @param contestant its label
     * @param problems how many
     * @param mean geometric mean of the ratios of mean regret
     * @param p90 geometric mean of the ratios of what nine repetitions of ten do not exceed
     * @param worst the largest ratio of mean regret
     * @param where it is the largest
     * @param lost in how many problems the ratio is above 1.15 beyond doubt
     * @param toReference geometric mean of its regret over that of the first contestant, where both played; NaN for the first
     */
    record Standing(
            String contestant,
            int problems,
            Ratio mean,
            Ratio p90,
            double worst,
            String where,
            int lost,
            Ratio toReference) {}

    /** Returns the name of a contestant for a kind of mark. */
    static String contestant(Judged one) {
        if (one.mark() == Mark.OWN) {
            return one.tuner();
        }
        return one.tuner().equals("-") || one.tuner().equals(one.policy())
                ? one.policy()
                : one.policy() + " by " + one.tuner();
    }

    static String problem(Judged one) {
        return one.mark() == Mark.OWN ? one.environment() + ", " + one.policy() : one.environment();
    }

    /** Returns the standings, the reference first, then by geometric mean; without contestants in less than three problems. */
    List<Standing> over(Mark mark) {
        Map<String, List<Judged>> byContestant = problems.stream()
                .filter(one -> one.mark() == mark && !one.ofReward())
                .collect(Collectors.groupingBy(Standings::contestant, LinkedHashMap::new, Collectors.toList()));
        byContestant.values().removeIf(own -> own.size() < LEAST_PROBLEMS);
        String reference = reference(mark);
        List<Judged> first = reference == null ? List.of() : byContestant.getOrDefault(reference, List.of());
        List<Standing> standings = new ArrayList<>();
        byContestant.forEach((contestant, own) ->
                standings.add(standing(contestant, own, contestant.equals(reference) ? List.of() : first)));
        standings.sort(
                Comparator.<Standing, Boolean>comparing(s -> !s.contestant().equals(reference))
                        .thenComparing(s -> s.mean().value()));
        return standings;
    }

    /**
     * The contestant that others are compared with: one without fixed rates of its own, where the mark is that of all
     * policies; else one with the default tuner; else any of the spec. Of several, the one with the most problems.
     */
    @Nullable
    String reference(Mark mark) {
        List<Judged> asked = problems.stream()
                .filter(one -> one.mark() == mark && one.role() == Role.ASKED)
                .toList();
        return busiest(asked.stream()
                        .filter(one -> !one.ownRates() && !one.tuner().equals("-")))
                .or(() -> busiest(asked.stream().filter(one -> one.tuner().startsWith(Analysis.DEFAULT_TUNER))))
                .or(() -> busiest(asked.stream()))
                .orElse(null);
    }

    private static Optional<String> busiest(Stream<Judged> some) {
        Map<String, Long> counts =
                some.collect(Collectors.groupingBy(Standings::contestant, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                .map(Map.Entry::getKey);
    }

    private static Standing standing(String contestant, List<Judged> own, List<Judged> reference) {
        Judged worst = own.stream()
                .max(Comparator.comparingDouble(one -> one.mean().value()))
                .orElseThrow();
        Map<String, Judged> byProblem =
                reference.stream().collect(Collectors.toMap(Standings::problem, Function.identity(), (a, b) -> a));
        List<Judged> shared =
                own.stream().filter(one -> byProblem.containsKey(problem(one))).toList();
        List<Judged> others =
                shared.stream().map(one -> byProblem.get(problem(one))).toList();
        return new Standing(
                contestant,
                own.size(),
                geometricMean(own, List.of(), Judged::mean),
                geometricMean(own, List.of(), Judged::p90),
                worst.mean().value(),
                problem(worst),
                (int) own.stream()
                        .filter(one -> interval(one.mean()).low() > LOST)
                        .count(),
                geometricMean(shared, others, Judged::mean));
    }

    /** Returns the geometric mean of ratios, or of these over others, in the results and in each resample. */
    private static Ratio geometricMean(List<Judged> above, List<Judged> below, Function<Judged, Ratio> which) {
        int n = above.stream().mapToInt(Judged::repetitions).sum();
        boolean resample = above.stream().allMatch(one -> which.apply(one).resampled().length > 0);
        double[] means = new double[resample ? Judgement.RESAMPLES : 0];
        for (int b = 0; b < means.length; b++) {
            int at = b;
            means[b] = geometricMeanOf(above, below, one -> which.apply(one).resampled()[at]);
        }
        double value = geometricMeanOf(above, below, one -> which.apply(one).value());
        return new Ratio(value, means, n);
    }

    private static double geometricMeanOf(List<Judged> above, List<Judged> below, ToDoubleFunction<Judged> which) {
        double sum = 0;
        for (Judged one : above) {
            sum += StrictMath.log(which.applyAsDouble(one));
        }
        for (Judged one : below) {
            sum -= StrictMath.log(which.applyAsDouble(one));
        }
        return StrictMath.exp(sum / above.size());
    }

    /** Returns the standings as text; where fixed policies and rates are the mark, also a few environments by themselves. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Mark mark : marks()) {
            if (mark == Mark.ANY) {
                lines.addAll(eachByItself());
            }
            List<Standing> standings = over(mark);
            if (!standings.isEmpty()) {
                lines.addAll(block(heading(mark), rows(standings, mark)));
            }
        }
        if (!lines.isEmpty()) {
            lines.addAll(Sheet.wrapped(
                    "The mark is chosen on one half of the repetitions and judged on the other. [95 %]: by bootstrap. p90: what"
                            + " nine repetitions of ten do not exceed, over that of the mark. lost: problems whose ratio is above"
                            + " " + LOST + " with its whole interval. ratios.csv and standings.md have every problem.",
                    ""));
            lines.add("");
        }
        return lines;
    }

    /** Returns the reference in each environment, beside the fixed policy and rate that other repetitions chose; nothing for many environments. */
    private List<String> eachByItself() {
        String reference = reference(Mark.ANY);
        List<Judged> own = problems.stream()
                .filter(one -> one.mark() == Mark.ANY
                        && !one.ofReward()
                        && contestant(one).equals(reference))
                .toList();
        if (own.isEmpty() || own.size() > MOST_LINES) {
            return List.of();
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("environment", "best fixed policy and rate", "ratio [95 %]", "p90"));
        for (Judged one : own) {
            rows.add(List.of(
                    one.environment(),
                    one.chosen(),
                    text(one.mean()),
                    Numbers.fixed(one.p90().value(), 2)));
        }
        return block(reference + " in each environment: regret over that of the best fixed policy and rate", rows);
    }

    /** Returns a heading and indented rows. */
    private static List<String> block(String heading, List<List<String>> rows) {
        List<String> lines = new ArrayList<>(Sheet.wrapped(heading, "  "));
        lines.add("");
        List<List<String>> indented = new ArrayList<>();
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>(row);
            cells.set(0, "  " + row.get(0));
            indented.add(cells);
        }
        lines.addAll(Sheet.aligned(indented));
        lines.add("");
        return lines;
    }

    /** If all policies have fixed rates of their own, the best of all policies is in the CSV files only. */
    private List<Mark> marks() {
        return problems.stream().allMatch(Judged::ownRates) ? List.of(Mark.OWN) : List.of(Mark.ANY, Mark.OWN);
    }

    private static String heading(Mark mark) {
        return mark == Mark.OWN
                ? "Over all problems: regret over that of the best fixed rate of the same policy"
                : "Over all environments: regret over that of the best fixed policy and rate";
    }

    private List<List<String>> rows(List<Standing> standings, Mark mark) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                mark == Mark.OWN ? "tuner" : "contestant",
                "problems",
                "geometric mean [95 %]",
                "p90",
                "worst",
                "lost",
                "over " + reference(mark)));
        for (Standing standing : standings) {
            rows.add(List.of(
                    standing.contestant(),
                    Integer.toString(standing.problems()),
                    text(standing.mean()),
                    Numbers.fixed(standing.p90().value(), 2),
                    Numbers.fixed(standing.worst(), 2),
                    Integer.toString(standing.lost()),
                    Double.isNaN(standing.toReference().value()) ? "" : text(standing.toReference())));
        }
        return rows;
    }

    /** Everything as Markdown: the standings, then every problem with the reference first. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        for (Mark mark : marks()) {
            List<Standing> standings = over(mark);
            if (!standings.isEmpty()) {
                text.append(heading(mark)).append(":\n\n");
                table(text, rows(standings, mark));
            }
            for (boolean ofReward : new boolean[] {false, true}) {
                List<Judged> here = problems.stream()
                        .filter(one -> one.mark() == mark && one.ofReward() == ofReward)
                        .toList();
                if (!here.isEmpty()) {
                    text.append(
                            ofReward ? "Reward over that of the mark (more is better):\n\n" : "Each by itself:\n\n");
                    table(text, problemRows(here, mark));
                }
            }
        }
        return text.toString();
    }

    private List<List<String>> problemRows(List<Judged> here, Mark mark) {
        String reference = reference(mark);
        List<String> others = here.stream()
                .map(Standings::contestant)
                .filter(name -> !name.equals(reference))
                .distinct()
                .toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(
                mark == Mark.OWN ? "problem" : "environment",
                "repetitions",
                "mark",
                reference + " [95 %]",
                "p90 [95 %]",
                "CPU s"));
        head.addAll(others);
        rows.add(head);
        Map<String, List<Judged>> byProblem = here.stream()
                .collect(Collectors.groupingBy(Standings::problem, LinkedHashMap::new, Collectors.toList()));
        byProblem.forEach((problem, all) -> {
            Map<String, Judged> by =
                    all.stream().collect(Collectors.toMap(Standings::contestant, Function.identity(), (a, b) -> a));
            Judged first = reference == null ? null : by.get(reference);
            List<String> row = new ArrayList<>(List.of(
                    problem,
                    Integer.toString(all.get(0).repetitions()),
                    all.get(0).chosen(),
                    first == null ? "" : text(first.mean()),
                    first == null ? "" : text(first.p90()),
                    first == null ? "" : Numbers.brief(first.cpuSeconds())));
            for (String other : others) {
                Judged one = by.get(other);
                row.add(one == null ? "" : Numbers.fixed(one.mean().value(), 2));
            }
            rows.add(row);
        });
        return rows;
    }

    private static void table(StringBuilder text, List<List<String>> rows) {
        for (int i = 0; i < rows.size(); i++) {
            text.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                text.append("|").append("---|".repeat(rows.get(0).size())).append("\n");
            }
        }
        text.append("\n");
    }
}
