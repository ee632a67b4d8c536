package dev.attune.lab.reproduce;

import dev.attune.lab.report.FixedSetting;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sample;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Table 3: the best of a grid of fixed exploration rates, and how flat regret is around it. The paper prints the best one only, of five repetitions; where
 * regret is flat, that is mostly chance.
 */
final class GridStudy implements Reproduction.Study {
    private static final String QUANTITY = "best explore";
    private static final double ERRORS = 2;

    /**
     * The fixed rates of a policy in an environment.
     *
     * @param cell policy and environment
     * @param byRate regrets, by exploration rate
     */
    record Grid(Labels cell, NavigableMap<Double, Sample> byRate) {
        /** Returns the grid of every policy in every environment, in the order of the results. */
        static List<Grid> of(List<CellResult> results) {
            Map<Labels, NavigableMap<Double, Sample>> grids = new LinkedHashMap<>();
            samples(results, Role.GRID)
                    .forEach((labels, sample) -> grids.computeIfAbsent(labels.with("Grid"), cell -> new TreeMap<>())
                            .put(FixedSetting.value(labels.tuner()), sample));
            return grids.entrySet().stream()
                    .map(grid -> new Grid(grid.getKey(), grid.getValue()))
                    .toList();
        }

        Sample at(double rate) {
            Sample sample = byRate.get(rate);
            if (sample == null) {
                throw new IllegalArgumentException("the grid has no rate " + rate);
            }
            return sample;
        }

        /** Returns the rate with the smallest mean regret. */
        double best() {
            double best = byRate.firstKey();
            for (double rate : byRate.keySet()) {
                best = at(rate).mean() < at(best).mean() ? rate : best;
            }
            return best;
        }

        /** Returns the rates whose mean regret exceeds that of the best by at most one standard error. */
        List<Double> withinError() {
            Sample best = at(best());
            double most = best.mean() + (best.size() > 1 ? best.standardError() : 0);
            return rates(sample -> sample.mean() <= most);
        }

        /** Returns the rates whose regret is not larger than that of the best by more than two standard errors of the paired difference. */
        List<Double> asGood() {
            Sample best = at(best());
            return rates(sample -> {
                Sample difference = sample.minus(best);
                return difference.size() < 2 || difference.mean() <= ERRORS * difference.standardError();
            });
        }

        private List<Double> rates(Predicate<Sample> wanted) {
            return byRate.keySet().stream()
                    .filter(rate -> wanted.test(at(rate)))
                    .toList();
        }
    }

    private static Map<Labels, Sample> samples(List<CellResult> results, Role role) {
        return Labels.samples(
                results.stream().filter(result -> result.role() == role).toList(), CellResult::regret);
    }

    @Override
    public Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException {
        List<CellResult> results = reproducer.play(reproduction);
        Map<Labels, Sample> asked = samples(results, Role.ASKED);
        Map<Labels, Sample> fixed = samples(results, Role.GRID);
        List<Comparison> rows = new ArrayList<>();
        List<List<String>> lines = new ArrayList<>();
        List<List<String>> others = new ArrayList<>();
        for (Grid grid : Grid.of(results)) {
            Labels cell = grid.cell();
            List<Double> rates = List.copyOf(grid.byRate().keySet());
            double explore = grid.best();
            Sample best = grid.at(explore);
            Comparison row = Comparison.withoutError(reproduction.paper(), cell, QUANTITY, explore, best.size());
            rows.add(row);
            lines.add(List.of(
                    cell.cell(),
                    row.hasPaper() ? Numbers.plain(row.paper()) : "",
                    Numbers.plain(explore),
                    Numbers.fixed(best.mean(), 1),
                    Numbers.fixed(best.standardError(), 1),
                    ranges(rates, grid.withinError()),
                    row.hasPaper() ? costs(grid.at(row.paper()).minus(best)) : ""));
            others.add(List.of(
                    cell.cell(),
                    ranges(rates, grid.asGood()),
                    mean(asked.get(cell.with("Theory"))),
                    mean(asked.get(cell.with("VOI")))));
        }
        rows.addAll(Comparison.of(List.of(), asked, "regret"));
        rows.addAll(Comparison.of(List.of(), fixed, "regret"));
        List<Sheet> sheets = List.of(
                new Sheet(
                        "The exploration rate with the smallest mean regret ("
                                + Numbers.repetitions(fixed.values().stream().mapToInt(Sample::size)) + ")",
                        "paper, ours: the best rate. regret: at ours, with its standard error. within 1 SE: rates whose mean"
                                + " regret is not larger than the smallest by more than that. costs: regret at the paper's rate"
                                + " minus regret at ours, with its paired standard error.",
                        List.of("", "paper", "ours", "regret", "+-", "within 1 SE", "costs"),
                        lines),
                new Sheet(
                        "Rates that are as good for all we know",
                        "as good: not worse than the best by more than two standard errors of the paired difference. Theory,"
                                + " VOI: their mean regret; VOI is Attune's default tuner.",
                        List.of("", "as good", "Theory", "VOI"),
                        others));
        return Findings.of(reproduction, sheets, rows, List.of());
    }

    /** Joins neighbours: "0.1-2.5, 4". */
    static String ranges(List<Double> all, List<Double> chosen) {
        List<String> ranges = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (!chosen.contains(all.get(i))) {
                continue;
            }
            int end = i;
            while (end + 1 < all.size() && chosen.contains(all.get(end + 1))) {
                end++;
            }
            String first = Numbers.plain(all.get(i));
            ranges.add(end == i ? first : first + "-" + Numbers.plain(all.get(end)));
            i = end;
        }
        return String.join(", ", ranges);
    }

    private static String costs(Sample difference) {
        String mean = Numbers.signed(difference.mean(), 1);
        return difference.size() > 1 ? mean + " +-" + Numbers.fixed(difference.standardError(), 1) : mean;
    }

    private static String mean(@Nullable Sample sample) {
        return sample == null ? "" : Numbers.fixed(sample.mean(), 1);
    }
}
