package dev.attune.lab.reproduce;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A result of ours beside the paper's number for the same thing.
 *
 * @param labels what it is about
 * @param quantity what the number is, such as {@code regret}
 * @param paper the paper's number; NaN if it prints none
 * @param ours our mean
 * @param standardError of our mean; NaN for a single repetition, or where there is none
 * @param repetitions how many there were
 * @param difference ours minus the paper's, in standard errors; NaN where it says nothing
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

    /** Every sample beside the number that is about it. */
    static List<Comparison> of(List<PaperValue> paper, List<Sample> samples, String quantity) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Sample sample : samples) {
            Labels labels = sample.labels();
            PaperValue value = paper.stream()
                    .filter(each -> each.quantity().equals(quantity))
                    .filter(each -> each.isAbout(labels.environment(), labels.policy(), labels.tuner()))
                    .findFirst()
                    .orElse(null);
            double number = value == null ? Double.NaN : value.value();
            comparisons.add(new Comparison(
                    labels,
                    quantity,
                    number,
                    sample.mean(),
                    sample.standardError(),
                    sample.size(),
                    sample.errorsAbove(number),
                    value == null ? "" : value.source()));
        }
        return comparisons;
    }

    /** The same in the order in which the paper prints the cells; those that it does not have come last. */
    static List<Comparison> inPaperOrder(List<Comparison> rows, List<PaperValue> paper) {
        List<String> cells = paper.stream()
                .map(value -> Labels.cell(value.policy(), value.environment()))
                .distinct()
                .toList();
        return rows.stream()
                .sorted(Comparator.comparingInt(row -> {
                    int place = cells.indexOf(row.labels().cell());
                    return place < 0 ? cells.size() : place;
                }))
                .toList();
    }

    /** The same for numbers of which no difference can be told, because they are not about the same data. */
    Comparison withoutDifference() {
        return new Comparison(labels, quantity, paper, ours, standardError, repetitions, Double.NaN, source);
    }

    boolean hasPaper() {
        return !Double.isNaN(paper);
    }

    /** "written" or "released": as the paper writes it, or as the authors' code does it. */
    public String form() {
        return labels.released() == 0 ? "written" : "released";
    }
}
