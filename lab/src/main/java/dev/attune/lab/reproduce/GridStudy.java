package dev.attune.lab.reproduce;

import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Table 3: the best of a grid of fixed exploration rates, and how flat regret is around it. */
final class GridStudy implements Study {
    private static final String QUANTITY = "best explore";
    private static final String LABEL = "explore=";

    @Override
    public Findings run(Reproduction reproduction, Workshop workshop) throws IOException, InterruptedException {
        List<CellResult> results = workshop.play(reproduction);
        List<Sample> grid = Sample.of(
                results.stream().filter(result -> result.role() == Role.GRID).toList(), CellResult::regret);
        List<Sample> asked = Sample.of(
                results.stream().filter(result -> result.role() == Role.ASKED).toList(), CellResult::regret);
        List<Comparison> rows = new ArrayList<>();
        List<List<String>> lines = new ArrayList<>();
        List<List<String>> others = new ArrayList<>();
        for (GridOptimum optimum : GridOptimum.of(results)) {
            Labels cell = new Labels(optimum.environment(), optimum.policy(), "Grid");
            PaperValue printed = reproduction.paper().stream()
                    .filter(value -> value.isAbout(cell.environment(), cell.policy(), cell.tuner()))
                    .findFirst()
                    .orElse(null);
            double paper = printed == null ? Double.NaN : printed.value();
            Sample best = at(grid, cell, optimum.explore());
            rows.add(new Comparison(
                    cell,
                    QUANTITY,
                    paper,
                    optimum.explore(),
                    Double.NaN,
                    best.size(),
                    Double.NaN,
                    printed == null ? "" : printed.source()));
            lines.add(List.of(
                    cell.cell(),
                    Double.isNaN(paper) ? "" : rate(paper),
                    rate(optimum.explore()),
                    Numbers.fixed(best.mean(), 1),
                    Numbers.fixed(best.standardError(), 1),
                    ranges(rates(grid, cell), within(grid, cell, best)),
                    Double.isNaN(paper) ? "" : costs(at(grid, cell, paper).minus(best))));
            others.add(List.of(
                    cell.cell(),
                    ranges(rates(grid, cell), optimum.asGood()),
                    mean(asked, cell, "Theory"),
                    mean(asked, cell, "VOI")));
        }
        rows.addAll(Comparison.of(List.of(), asked, "regret"));
        rows.addAll(Comparison.of(List.of(), grid, "regret"));
        List<Sheet> sheets = List.of(
                new Sheet(
                        "The exploration rate with the smallest mean regret ("
                                + Numbers.repetitions(grid.stream().mapToInt(Sample::size)) + ")",
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
        return new Findings(reproduction, reproduction.title(), List.of(), sheets, rows, List.of());
    }

    private static Sample at(List<Sample> grid, Labels cell, double rate) {
        return grid.stream()
                .filter(sample -> isOf(sample, cell) && rateOf(sample) == rate)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the grid has no rate " + rate));
    }

    private static boolean isOf(Sample sample, Labels cell) {
        return sample.labels().cell().equals(cell.cell());
    }

    private static double rateOf(Sample sample) {
        return Double.parseDouble(sample.labels().tuner().substring(LABEL.length()));
    }

    private static List<Double> rates(List<Sample> grid, Labels cell) {
        return grid.stream()
                .filter(sample -> isOf(sample, cell))
                .map(GridStudy::rateOf)
                .sorted()
                .toList();
    }

    private static List<Double> within(List<Sample> grid, Labels cell, Sample best) {
        double most = best.mean() + (best.size() > 1 ? best.standardError() : 0);
        return grid.stream()
                .filter(sample -> isOf(sample, cell) && sample.mean() <= most)
                .map(GridStudy::rateOf)
                .sorted()
                .toList();
    }

    /** "0.1-2.5, 4": neighbours of the grid are drawn together. */
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
            ranges.add(end == i ? rate(all.get(i)) : rate(all.get(i)) + "-" + rate(all.get(end)));
            i = end;
        }
        return String.join(", ", ranges);
    }

    private static String rate(double rate) {
        return Numbers.plain(rate);
    }

    private static String costs(Sample difference) {
        String mean = Numbers.signed(difference.mean(), 1);
        return difference.size() > 1 ? mean + " +-" + Numbers.fixed(difference.standardError(), 1) : mean;
    }

    private static String mean(List<Sample> samples, Labels cell, String tuner) {
        return Sample.find(samples, new Labels(cell.environment(), cell.policy(), tuner))
                .map(sample -> Numbers.fixed(sample.mean(), 1))
                .orElse("");
    }
}
