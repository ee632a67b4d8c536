package dev.attune.lab.report;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The numbers of a run that tables, figures and the page show. In an unfinished run, a line is of the repetitions that it has, a difference of those
 * that both have.
 *
 * @param title title of the run
 * @param panels one for each environment and policy, in the order of the spec
 */
public record Analysis(String title, List<Panel> panels) {
    /** Label of the best of the fixed settings, seen in hindsight. */
    public static final String BEST_FIXED = "Best fixed";
    /** Label of choice without exploration. */
    public static final String GREEDY = "Greedy";
    /** Label of random choice. */
    public static final String RANDOM = "Random";
    /** The default tuner: what its labels start with. */
    static final String DEFAULT_TUNER = "VOI";

    /**
     * Analyses results.
     *
     * <p>Environments, policies and tuners keep the order in which they first appear, so pass the results in the order
     * of the spec. The order of repetitions does not matter; of two results for the same one, the last counts.
     *
     * @param title title of the run
     * @param results finished cells of the run
     * @throws IllegalArgumentException if an environment was run for different numbers of rounds
     */
    public static Analysis of(String title, List<CellResult> results) {
        List<Panel> panels = new ArrayList<>();
        for (List<CellResult> environment :
                grouped(results, CellResult::environment).values()) {
            checkRounds(environment);
            List<CellResult> random = withRole(environment, Role.RANDOM);
            List<CellResult> learning = environment.stream()
                    .filter(cell -> cell.role() != Role.RANDOM)
                    .toList();
            for (List<CellResult> policy : grouped(learning, CellResult::policy).values()) {
                if (!withRole(policy, Role.ASKED).isEmpty()) {
                    panels.add(panel(policy, learning, random));
                }
            }
        }
        return new Analysis(title, List.copyOf(panels));
    }

    /**
     * Analyses one policy.
     *
     * @param cells results of the policy
     * @param environment results of all policies; a policy without fixed settings is compared with the best one among theirs
     * @param random results of random choice
     */
    private static Panel panel(List<CellResult> cells, List<CellResult> environment, List<CellResult> random) {
        List<Repetitions> shown = byTuner(cells, Role.ASKED);
        int asked = shown.size();
        List<Repetitions> grid = byTuner(cells, Role.GRID);
        List<CellResult> greedy = withRole(cells, Role.GREEDY);
        boolean regret = cells.stream().noneMatch(cell -> Double.isNaN(cell.regret()))
                && random.stream().noneMatch(cell -> Double.isNaN(cell.regret()));
        if (!grid.isEmpty()) {
            addGreedy(grid, greedy);
            Repetitions best = best(grid, regret);
            shown.add(new Repetitions(BEST_FIXED, Role.GRID, best.label(), best.byNumber()));
        } else if (greedy.isEmpty() && !withRole(environment, Role.GRID).isEmpty()) {
            Repetitions best = best(fixed(environment), regret);
            shown.add(new Repetitions(BEST_FIXED, Role.GRID, best.label(), best.byNumber()));
        }
        if (!greedy.isEmpty()) {
            shown.add(Repetitions.of(GREEDY, Role.GREEDY, greedy));
        }
        if (!random.isEmpty()) {
            shown.add(Repetitions.of(RANDOM, Role.RANDOM, random));
        }
        CellResult first = cells.get(0);
        return new Panel(
                first.environment(),
                first.policy(),
                first.rounds(),
                regret,
                shown.stream().map(repetitions -> repetitions.line(regret)).toList(),
                grid.stream().map(repetitions -> repetitions.line(regret)).toList(),
                differences(reference(shown.subList(0, asked), regret), shown, regret));
    }

    /** Returns the fixed settings of all policies, greedy choice included, each with the name of its policy. */
    private static List<Repetitions> fixed(List<CellResult> environment) {
        List<CellResult> cells = environment.stream()
                .filter(cell -> cell.role() == Role.GRID || cell.role() == Role.GREEDY)
                .toList();
        return grouped(cells, cell -> cell.policy() + " " + cell.tuner()).entrySet().stream()
                .map(entry -> Repetitions.of(entry.getKey(), Role.GRID, entry.getValue()))
                .toList();
    }

    /** Greedy choice is the fixed setting explore = 0, and is added as such unless the grid has that one. */
    private static void addGreedy(List<Repetitions> grid, List<CellResult> greedy) {
        List<String> labels = grid.stream().map(Repetitions::label).toList();
        String common = FixedSetting.commonName(labels);
        boolean ofExplore = FixedSetting.EXPLORE.equals(common);
        boolean hasZero = ofExplore && labels.stream().anyMatch(label -> FixedSetting.value(label) == 0);
        if (!greedy.isEmpty() && !hasZero) {
            grid.add(0, Repetitions.of(ofExplore ? FixedSetting.EXPLORE + "=0" : GREEDY, Role.GREEDY, greedy));
        }
        if (ofExplore || (common != null && greedy.isEmpty())) {
            grid.sort(Comparator.comparingDouble(repetitions -> FixedSetting.value(repetitions.label())));
        }
    }

    /**
     * Returns the best by mean. In an unfinished run candidates are compared on the repetitions that they share, so that none
     * wins by an easy repetition; those with less than half as many as the longest are left out.
     */
    private static Repetitions best(List<Repetitions> candidates, boolean regret) {
        int fullest =
                candidates.stream().mapToInt(c -> c.byNumber().size()).max().orElse(0);
        List<Repetitions> ready = candidates.stream()
                .filter(c -> 2 * c.byNumber().size() >= fullest)
                .toList();
        Set<Integer> shared = new TreeSet<>(ready.get(0).byNumber().keySet());
        ready.forEach(c -> shared.retainAll(c.byNumber().keySet()));
        Repetitions best = ready.get(0);
        double bestCost = Double.POSITIVE_INFINITY;
        for (Repetitions candidate : ready) {
            Sample result = candidate.result(regret);
            double mean = shared.isEmpty() ? result.mean() : result.in(shared).mean();
            double cost = regret ? mean : -mean;
            if (cost < bestCost) {
                best = candidate;
                bestCost = cost;
            }
        }
        return best;
    }

    /** Returns the one that all others are compared with. */
    private static Repetitions reference(List<Repetitions> asked, boolean regret) {
        return asked.stream()
                .filter(repetitions -> repetitions.label().startsWith(DEFAULT_TUNER))
                .findFirst()
                .orElseGet(() -> best(asked, regret));
    }

    private static List<Panel.Difference> differences(Repetitions first, List<Repetitions> all, boolean regret) {
        List<Panel.Difference> differences = new ArrayList<>();
        for (Repetitions second : all) {
            boolean itself = second.label().equals(first.label()) && second.role() == first.role();
            double[] values = first.result(regret).minus(second.result(regret)).values();
            if (!itself && values.length > 0) {
                int wins = (int) Arrays.stream(values)
                        .filter(value -> regret ? value < 0 : value > 0)
                        .count();
                Interval interval = Bootstrap.mean(values);
                differences.add(new Panel.Difference(
                        first.label(),
                        second.label(),
                        SampleMean.of(values).mean(),
                        interval.low(),
                        interval.high(),
                        wins,
                        values.length));
            }
        }
        return differences;
    }

    private static List<Repetitions> byTuner(List<CellResult> cells, Role role) {
        return grouped(withRole(cells, role), CellResult::tuner).entrySet().stream()
                .map(entry -> Repetitions.of(entry.getKey(), role, entry.getValue()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<CellResult> withRole(List<CellResult> cells, Role role) {
        return cells.stream().filter(cell -> cell.role() == role).toList();
    }

    private static Map<String, List<CellResult>> grouped(List<CellResult> cells, Function<CellResult, String> label) {
        return cells.stream().collect(Collectors.groupingBy(label, LinkedHashMap::new, Collectors.toList()));
    }

    private static void checkRounds(List<CellResult> environment) {
        Set<Long> rounds =
                environment.stream().map(CellResult::rounds).collect(Collectors.toCollection(LinkedHashSet::new));
        if (rounds.size() > 1) {
            throw new IllegalArgumentException(
                    "the results of environment " + environment.get(0).environment()
                            + " are of different numbers of rounds " + rounds + "; report runs of one spec at a time");
        }
    }
}
