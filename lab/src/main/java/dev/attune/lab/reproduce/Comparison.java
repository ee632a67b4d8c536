package dev.attune.lab.reproduce;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A result of ours beside the paper's number for the same thing.
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

    /** Returns every sample beside the number that is about it. */
    static List<Comparison> of(List<PaperValue> paper, List<Sample> samples, String quantity) {
        return samples.stream().map(sample -> of(paper, sample, quantity)).toList();
    }

    private static Comparison of(List<PaperValue> paper, Sample sample, String quantity) {
        Comparison plain = withoutError(paper, sample.labels(), quantity, sample.mean(), sample.size());
        return new Comparison(
                sample.labels(),
                quantity,
                plain.paper,
                plain.ours,
                sample.standardError(),
                plain.repetitions,
                sample.errorsAbove(plain.paper),
                plain.source);
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

    /** Returns the same without a difference, for numbers that are not about the same data. */
    Comparison withoutDifference() {
        return new Comparison(labels, quantity, paper, ours, standardError, repetitions, Double.NaN, source);
    }

    boolean hasPaper() {
        return !Double.isNaN(paper);
    }

    /** Returns "written" or "released": as the paper writes it, or as the authors' code does it. */
    public String form() {
        return labels.released() == 0 ? "written" : "released";
    }
}
