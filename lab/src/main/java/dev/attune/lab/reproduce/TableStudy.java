package dev.attune.lab.reproduce;

import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sample;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tables 4 to 6: final regrets, and what changing one thing does to them. All tuners of a repetition meet the same rounds, so
 * the change is seen within repetitions, which shows smaller ones.
 *
 * @param changes which columns to compare with each other
 */
record TableStudy(List<Change> changes) implements Reproduction.Study {
    /**
     * A column against another.
     *
     * @param to the column with the change
     * @param from the column without
     */
    record Change(String to, String from) {
        String title() {
            return to + " minus " + from;
        }

        /** Returns the same with the tuner as released. */
        Change released() {
            return new Change(released(to), released(from));
        }

        private static String released(String tuner) {
            return tuner.replaceFirst("^(\\w+)", "$1-released");
        }
    }

    @Override
    public Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException {
        List<CellResult> results = reproducer.play(reproduction).stream()
                .filter(result -> result.role() == Role.ASKED)
                .toList();
        Map<Labels, Sample> samples = Labels.samples(results, CellResult::regret);
        List<Comparison> rows = Comparison.of(reproduction.paper(), samples, "regret");
        List<Sheet> sheets = new ArrayList<>();
        sheets.add(Comparison.printed("Final regret, " + reproduction.place(), reproduction.paper(), rows));
        sheets.add(changes(reproduction.paper(), samples));
        sheets.add(Comparison.unprinted("Final regret where the paper prints no number", "+-: standard error.", rows));
        return Findings.of(reproduction, sheets, rows, List.of());
    }

    private Sheet changes(List<PaperValue> paper, Map<Labels, Sample> samples) {
        Set<Labels> cells = new LinkedHashSet<>();
        paper.forEach(value -> cells.add(value.labels().with("")));
        List<List<String>> rows = new ArrayList<>();
        for (Labels cell : cells) {
            List<List<String>> here = new ArrayList<>();
            for (Change change : changes) {
                Optional<Sample> written = paired(samples, cell, change);
                Optional<Sample> released = released(samples, cell, change);
                if (written.isPresent() || released.isPresent()) {
                    double printed = value(paper, cell, change.to) - value(paper, cell, change.from);
                    List<String> row = new ArrayList<>(List.of(change.title(), Numbers.signed(printed, 1)));
                    row.addAll(numbers(written));
                    row.addAll(numbers(released));
                    here.add(row);
                }
            }
            if (!here.isEmpty()) {
                rows.add(List.of(cell.cell()));
                rows.addAll(here);
            }
        }
        return new Sheet(
                "What the change does to regret, within repetitions",
                "+-: standard error of the mean of the paired differences. diff/SE: how many of them the difference is away"
                        + " from none; with 20 repetitions, one in twenty is beyond 2 by luck alone.",
                List.of("", "paper", "as written", "+-", "diff/SE", "as released", "+-", "diff/SE"),
                rows);
    }

    private static double value(List<PaperValue> paper, Labels cell, String tuner) {
        return PaperValue.find(paper, cell.with(tuner), "regret")
                .map(PaperValue::value)
                .orElse(Double.NaN);
    }

    private static Optional<Sample> paired(Map<Labels, Sample> samples, Labels cell, Change change) {
        Sample to = samples.get(cell.with(change.to));
        Sample from = samples.get(cell.with(change.from));
        return to == null || from == null ? Optional.empty() : Optional.of(to.minus(from));
    }

    /** With policy and tuner as released, as far as they differ from what is written. */
    private static Optional<Sample> released(Map<Labels, Sample> samples, Labels cell, Change change) {
        Labels policy = new Labels(cell.environment(), cell.policy() + "-released", "");
        return paired(samples, policy, change.released())
                .or(() -> paired(samples, policy, change))
                .or(() -> paired(samples, cell, change.released()));
    }

    private static List<String> numbers(Optional<Sample> difference) {
        return difference
                .map(one -> List.of(
                        Numbers.signed(one.mean(), 1),
                        Numbers.fixed(one.standardError(), 1),
                        Numbers.signed(one.errorsAbove(0), 1)))
                .orElse(List.of("", "", ""));
    }
}
