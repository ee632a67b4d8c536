package dev.attune.lab.reproduce;

import dev.attune.lab.report.Analysis;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The printed numbers one by one, each beside ours as written and as released; and what the paper has no number for. */
final class ComparisonSheet {
    private static final String NOTE =
            "as written: by the paper's text. as released: policy and tuner as in the authors'"
                    + " code, where that differs. +-: standard error of our mean. diff: ours minus the paper's, in standard errors"
                    + " of ours; the paper's own error is not known.";

    private ComparisonSheet() {}

    /** Returns a sheet with a row for each number of the paper that a result of ours is about. */
    static Sheet printed(String title, List<PaperValue> paper, List<Comparison> ours) {
        List<List<String>> rows = new ArrayList<>();
        String before = "";
        for (PaperValue value : paper) {
            List<Comparison> about = ours.stream()
                    .filter(each -> each.quantity().equals(value.quantity()) && value.isAbout(each.labels()))
                    .toList();
            if (about.isEmpty()) {
                continue;
            }
            String cell = value.labels().cell();
            if (!cell.equals(before)) {
                rows.add(List.of(cell));
                before = cell;
            }
            List<String> row = new ArrayList<>(List.of(value.tuner(), Numbers.fixed(value.value(), 1)));
            row.addAll(numbers(
                    about.stream().filter(each -> each.labels().released() == 0).findFirst()));
            row.addAll(numbers(about.stream()
                    .filter(each -> each.labels().released() > 0)
                    .max(Comparator.comparingInt(each -> each.labels().released()))));
            rows.add(row);
        }
        return new Sheet(
                title + " ("
                        + Numbers.repetitions(
                                ours.stream().filter(Comparison::hasPaper).mapToInt(Comparison::repetitions))
                        + ")",
                NOTE,
                List.of("", "paper", "as written", "+-", "diff", "as released", "+-", "diff"),
                List.copyOf(rows));
    }

    private static List<String> numbers(Optional<Comparison> comparison) {
        return comparison
                .map(ours -> List.of(
                        Numbers.fixed(ours.ours(), 1),
                        Numbers.fixed(ours.standardError(), 1),
                        Numbers.signed(ours.difference(), 1)))
                .orElse(List.of("", "", ""));
    }

    /**
     * Returns a sheet with a row for each cell and a column for each tuner, of those results that the paper has no number for; random choice, which
     * has no policy, is the last column.
     */
    static Sheet unprinted(String title, String note, List<Comparison> ours) {
        Set<String> tuners = new LinkedHashSet<>();
        Map<Labels, Map<String, String>> cells = new LinkedHashMap<>();
        Map<String, String> random = new LinkedHashMap<>();
        for (Comparison each : ours) {
            Labels labels = each.labels();
            if (labels.policy().equals(Analysis.RANDOM)) {
                random.put(labels.environment(), withError(each));
            } else if (!each.hasPaper()) {
                tuners.add(column(labels));
                cells.computeIfAbsent(
                                new Labels(labels.environment(), labels.policy(), ""), cell -> new LinkedHashMap<>())
                        .put(column(labels), withError(each));
            }
        }
        List<String> columns = new ArrayList<>(List.of(""));
        columns.addAll(tuners);
        if (!random.isEmpty()) {
            columns.add(Analysis.RANDOM);
        }
        List<List<String>> rows = new ArrayList<>();
        cells.forEach((cell, byTuner) -> {
            List<String> row = new ArrayList<>(List.of(cell.cell()));
            tuners.forEach(tuner -> row.add(byTuner.getOrDefault(tuner, "")));
            if (!random.isEmpty()) {
                row.add(random.getOrDefault(cell.environment(), ""));
            }
            rows.add(row);
        });
        return new Sheet(title, note, columns, rows);
    }

    private static String withError(Comparison each) {
        String mean = Numbers.fixed(each.ours(), 0);
        return Double.isNaN(each.standardError()) ? mean : mean + " +-" + Numbers.fixed(each.standardError(), 0);
    }

    /** Returns the title of a column; tuners that replace each other share one. */
    private static String column(Labels labels) {
        return labels.tuner().equals("TL") || labels.tuner().equals("Syndicated") ? "TL, Synd." : labels.tuner();
    }
}
