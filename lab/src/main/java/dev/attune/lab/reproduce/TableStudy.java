package dev.attune.lab.reproduce;

import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tables 4 to 6: final regrets, and what changing one thing does to them. All tuners of a repetition meet the same rounds, so
 * the change is seen within repetitions, which shows smaller ones.
 *
 * @param changes which columns to compare with each other
 */
record TableStudy(List<Change> changes) implements Study {
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

        /** The same with the tuner as released. */
        Change released() {
            return new Change(released(to), released(from));
        }

        private static String released(String tuner) {
            return tuner.replaceFirst("^(CDT|OP|TL)", "$1-released");
        }
    }

    @Override
    public Findings run(Reproduction reproduction, Workshop workshop) throws IOException, InterruptedException {
        List<CellResult> results = workshop.play(reproduction).stream()
                .filter(result -> result.role() == Role.ASKED)
                .toList();
        List<Sample> samples = Sample.of(results, CellResult::regret);
        List<Comparison> rows = Comparison.of(reproduction.paper(), samples, "regret");
        List<Sheet> sheets = new ArrayList<>();
        sheets.add(ComparisonSheet.printed("Final regret, " + reproduction.place(), reproduction.paper(), rows));
        sheets.add(changes(reproduction.paper(), samples));
        return new Findings(
                reproduction,
                reproduction.title(),
                List.of(),
                sheets.stream().filter(sheet -> !sheet.rows().isEmpty()).toList(),
                rows,
                List.of());
    }

    private Sheet changes(List<PaperValue> paper, List<Sample> samples) {
        Set<Labels> cells = new LinkedHashSet<>();
        samples.forEach(sample -> cells.add(
                new Labels(sample.labels().environment(), sample.labels().policy(), "")));
        List<List<String>> rows = new ArrayList<>();
        for (Labels cell : cells) {
            List<List<String>> here = new ArrayList<>();
            for (Change change : changes) {
                double printed = value(paper, cell, change.to) - value(paper, cell, change.from);
                List<String> row = new ArrayList<>(List.of(change.title(), Numbers.signed(printed, 1)));
                row.addAll(numbers(samples, cell, change));
                row.addAll(numbers(samples, cell, change.released()));
                if (row.stream().skip(2).anyMatch(text -> !text.isEmpty())) {
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
                        + " from none; beyond 2 it is hardly luck.",
                List.of("", "paper", "as written", "+-", "diff/SE", "as released", "+-", "diff/SE"),
                rows);
    }

    private static double value(List<PaperValue> paper, Labels cell, String tuner) {
        return paper.stream()
                .filter(value -> value.isAbout(cell.environment(), cell.policy(), tuner))
                .mapToDouble(PaperValue::value)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static List<String> numbers(List<Sample> samples, Labels cell, Change change) {
        Optional<Sample> to = Sample.find(samples, new Labels(cell.environment(), cell.policy(), change.to));
        Optional<Sample> from = Sample.find(samples, new Labels(cell.environment(), cell.policy(), change.from));
        if (to.isEmpty() || from.isEmpty()) {
            return List.of("", "", "");
        }
        Sample difference = to.get().minus(from.get());
        return List.of(
                Numbers.signed(difference.mean(), 1),
                Numbers.fixed(difference.standardError(), 1),
                Numbers.signed(difference.errorsAbove(0), 1));
    }
}
