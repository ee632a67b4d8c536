package dev.attune.lab.reproduce;

import dev.attune.lab.run.CellResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * A quantity, one value for each repetition.
 *
 * @param labels what it is about
 * @param byRepetition the values, by the number of the repetition
 */
record Sample(Labels labels, Map<Integer, Double> byRepetition) {
    /** Returns samples of a quantity of all combinations, in the order of the results. */
    static List<Sample> of(List<CellResult> results, ToDoubleFunction<CellResult> quantity) {
        Map<Labels, Map<Integer, Double>> values = new LinkedHashMap<>();
        for (CellResult result : results) {
            values.computeIfAbsent(Labels.of(result), labels -> new TreeMap<>())
                    .put(result.repetition(), quantity.applyAsDouble(result));
        }
        List<Sample> samples = new ArrayList<>();
        values.forEach((labels, byRepetition) -> samples.add(new Sample(labels, byRepetition)));
        return samples;
    }

    static Optional<Sample> find(List<Sample> samples, Labels labels) {
        return samples.stream().filter(sample -> sample.labels.equals(labels)).findFirst();
    }

    /** Returns how many repetitions there are. */
    int size() {
        return byRepetition.size();
    }

    double mean() {
        return byRepetition.values().stream().mapToDouble(value -> value).sum() / size();
    }

    /** Returns the standard error of the mean; NaN for a single repetition. */
    double standardError() {
        double mean = mean();
        double squares = 0;
        for (double value : byRepetition.values()) {
            squares += (value - mean) * (value - mean);
        }
        return size() > 1 ? Math.sqrt(squares / (size() - 1) / size()) : Double.NaN;
    }

    /** Returns how many of our standard errors the mean is above a number; NaN if there is none. */
    double errorsAbove(double number) {
        double error = standardError();
        return error > 0 ? (mean() - number) / error : Double.NaN;
    }

    /** Returns the difference to another one in the repetitions that both have: they met the same rounds. */
    Sample minus(Sample other) {
        Map<Integer, Double> differences = new TreeMap<>();
        byRepetition.forEach((repetition, value) -> {
            Double theirs = other.byRepetition.get(repetition);
            if (theirs != null) {
                differences.put(repetition, value - theirs);
            }
        });
        return new Sample(labels, differences);
    }
}
