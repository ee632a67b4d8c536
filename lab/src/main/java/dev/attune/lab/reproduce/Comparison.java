package dev.attune.lab.reproduce;

import dev.attune.lab.report.Analysis;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sample;
import dev.attune.lab.report.Sheet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A result of ours beside the paper's number for the same thing, and the tables of such results.
 *
 * @param labels what it is about
 * @param quantity what the number is, such as {@code regret}
 * @param paper the paper's number; NaN if it prints none
 * @param ours our mean
 * @param standardError of our mean; NaN for a single repetition, or where there is none
 * @param repetitions how many there were
 * @param difference ours minus the paper's, in standard errors; NaN if it is meaningless
 * @param source where the paper has its number; empty if nowhere
 */
public record Comparison(
        Labels labels,
        String quantity,
        double paper,
        double ours,
        double standardError,
        int repetitions,
        double difference,
        String source) {
    private static final String NOTE =
            "as written: by the paper's text. as released: policy and tuner as in the authors'"
                    + " code, where that differs. +-: standard error of our mean. diff: ours minus the paper's, in standard errors"
                    + " of ours; the paper's own error is not known.";

    /** Returns every sample beside the number that is about it. */
    static List<Comparison> of(List<PaperValue> paper, Map<Labels, Sample> samples, String quantity) {
        List<Comparison> comparisons = new ArrayList<>();
        samples.forEach((labels, sample) -> {
            Comparison plain = withoutError(paper, labels, quantity, sample.mean(), sample.size());
            comparisons.add(plain.with(sample.standardError(), sample.errorsAbove(plain.paper)));
        });
        return comparisons;
    }

    /** Returns a number of ours that has no error beside the paper's. */
    static Comparison withoutError(
            List<PaperValue> paper, Labels labels, String quantity, double ours, int repetitions) {
        Optional<PaperValue> printed = PaperValue.find(paper, labels, quantity);
        return new Comparison(
                labels,
                quantity,
                printed.map(PaperValue::value).orElse(Double.NaN),
                ours,
                Double.NaN,
                repetitions,
                Double.NaN,
                printed.map(PaperValue::source).orElse(""));
    }

    /** Returns the same without a difference, for numbers that are not about the same data. */
    Comparison withoutDifference() {
        return with(standardError, Double.NaN);
    }

    private Comparison with(double newError, double newDifference) {
        return new Comparison(labels, quantity, paper, ours, newError, repetitions, newDifference, source);
    }

    boolean hasPaper() {
        return !Double.isNaN(paper);
    }

    /** Returns "written" or "released": as the paper writes it, or as the authors' code does it. */
    String form() {
        return labels.released() == 0 ? "written" : "released";
    }

    /** Returns the fields by the names that they have in comparison.csv. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("environment", labels.environment());
        fields.put("policy", labels.policy());
        fields.put("tuner", labels.tuner());
        fields.put("form", form());
        fields.put("quantity", quantity);
        fields.put("paper", paper);
        fields.put("ours", ours);
        fields.put("standard_error", standardError);
        fields.put("repetitions", repetitions);
        fields.put("difference_in_standard_errors", difference);
        fields.put("source", source);
        return fields;
    }

    /** Sorts by the order in which the paper prints the cells; those that it does not have come last. */
    static List<Comparison> inPaperOrder(List<Comparison> rows, List<PaperValue> paper) {
        List<String> cells =
                paper.stream().map(value -> value.labels().cell()).distinct().toList();
        return rows.stream()
                .sorted(Comparator.comparingInt(row -> {
                    int place = cells.indexOf(row.labels().cell());
                    return place < 0 ? cells.size() : place;
                }))
                .toList();
    }

    /** Returns a table with a row for each number of the paper that a result of ours is about: as written and as released. */
    static Sheet printed(String title, List<PaperValue> paper, List<Comparison> ours) {
        List<List<String>> rows = new ArrayList<>();
        String before = "";
        for (PaperValue value : paper) {
            List<Comparison> about = ours.stream()
                    .filter(each -> each.quantity.equals(value.quantity()) && value.isAbout(each.labels))
                    .toList();
            if (about.isEmpty()) {
                continue;
            }
            String cell = value.labels().cell();
            if (!cell.equals(before)) {
                rows.add(List.of(cell));
                before = cell;
            }
            List<String> row = new ArrayList<>(List.of(value.labels().tuner(), Numbers.fixed(value.value(), 1)));
            row.addAll(numbers(
                    about.stream().filter(each -> each.labels.released() == 0).findFirst()));
            row.addAll(numbers(about.stream()
                    .filter(each -> each.labels.released() > 0)
                    .max(Comparator.comparingInt(each -> each.labels.released()))));
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
                .map(one -> List.of(
                        Numbers.fixed(one.ours, 1),
                        Numbers.fixed(one.standardError, 1),
                        Numbers.signed(one.difference, 1)))
                .orElse(List.of("", "", ""));
    }

    /**
     * Returns a table with a row for each cell and a column for each tuner, of those results that the paper has no number for; random choice, which
     * has no policy, is the last column.
     */
    static Sheet unprinted(String title, String note, List<Comparison> ours) {
        Set<String> tuners = new LinkedHashSet<>();
        Map<Labels, Map<String, String>> cells = new LinkedHashMap<>();
        Map<String, String> random = new LinkedHashMap<>();
        for (Comparison each : ours) {
            if (each.labels.policy().equals(Analysis.RANDOM)) {
                random.put(each.labels.environment(), each.withError());
            } else if (!each.hasPaper()) {
                String column = column(each.labels.tuner());
                tuners.add(column);
                cells.computeIfAbsent(each.labels.with(""), cell -> new LinkedHashMap<>())
                        .put(column, each.withError());
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

    private String withError() {
        String mean = Numbers.fixed(ours, 0);
        return Double.isNaN(standardError) ? mean : mean + " +-" + Numbers.fixed(standardError, 0);
    }

    /** Returns the title of a column; tuners that replace each other share one. */
    private static String column(String tuner) {
        return tuner.equals("TL") || tuner.equals("Syndicated") ? "TL, Synd." : tuner;
    }
}
