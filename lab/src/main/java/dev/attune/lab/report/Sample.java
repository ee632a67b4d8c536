package dev.attune.lab.report;

import dev.attune.lab.run.CellResult;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * A quantity, one value for each repetition.
 *
 * @param byRepetition the values, by the number of the repetition; in this order, so that sums do not depend on which finished first
 */
public record Sample(NavigableMap<Integer, Double> byRepetition) {
    /** Returns a quantity of some results; of several with the same repetition the last one counts. */
    public static Sample of(Collection<CellResult> results, ToDoubleFunction<CellResult> quantity) {
        NavigableMap<Integer, Double> values = new TreeMap<>();
        results.forEach(result -> values.put(result.repetition(), quantity.applyAsDouble(result)));
        return new Sample(values);
    }

    /** Returns how many repetitions there are. */
    public int size() {
        return byRepetition.size();
    }

    double[] values() {
        return byRepetition.values().stream().mapToDouble(value -> value).toArray();
    }

    /** Returns the mean over all repetitions. */
    public double mean() {
        return byRepetition.values().stream().mapToDouble(value -> value).sum() / size();
    }

    /** Returns the standard error of the mean; NaN for a single repetition. */
    public double standardError() {
        double mean = mean();
        double squares = 0;
        for (double value : byRepetition.values()) {
            squares += (value - mean) * (value - mean);
        }
        return size() > 1 ? Math.sqrt(squares / (size() - 1) / size()) : Double.NaN;
    }

    /** Returns how many of our standard errors the mean is above a number; NaN if there is none. */
    public double errorsAbove(double number) {
        double error = standardError();
        return error > 0 ? (mean() - number) / error : Double.NaN;
    }

    /** Returns the values of some repetitions. */
    Sample in(Collection<Integer> repetitions) {
        NavigableMap<Integer, Double> values = new TreeMap<>(byRepetition);
        values.keySet().retainAll(repetitions);
        return new Sample(values);
    }

    /** Returns the difference to another one in the repetitions that both have: they met the same rounds. */
    public Sample minus(Sample other) {
        NavigableMap<Integer, Double> differences = new TreeMap<>();
        byRepetition.forEach((repetition, value) -> {
            Double theirs = other.byRepetition.get(repetition);
            if (theirs != null) {
                differences.put(repetition, value - theirs);
            }
        });
        return new Sample(differences);
    }
}
