package dev.attune.lab.reproduce;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The best of a grid of fixed exploration rates, as in the paper's Table 3, and which others are as good for all that is known.
 * The paper prints the best one only, of five repetitions; where regret is flat, that is mostly luck.
 *
 * @param environment label of the environment
 * @param policy label of the policy
 * @param explore the rate with the smallest mean regret
 * @param regret its mean regret
 * @param asGood all rates whose regret is not larger by more than two standard errors of the paired difference, ascending
 */
public record GridOptimum(String environment, String policy, double explore, double regret, List<Double> asGood) {
    private static final double ERRORS = 2;

    /** The optimum of every policy in every environment, in the order of the results. */
    public static List<GridOptimum> of(List<CellResult> results) {
        Map<List<String>, Map<Double, Map<Integer, Double>>> grids = new LinkedHashMap<>();
        for (CellResult result : results) {
            if (result.role() == Role.GRID) {
                grids.computeIfAbsent(List.of(result.environment(), result.policy()), labels -> new TreeMap<>())
                        .computeIfAbsent(rate(result), rate -> new TreeMap<>())
                        .put(result.repetition(), result.regret());
            }
        }
        List<GridOptimum> optima = new ArrayList<>();
        grids.forEach((labels, byRate) -> optima.add(of(labels.get(0), labels.get(1), byRate)));
        return List.copyOf(optima);
    }

    private static double rate(CellResult result) {
        String label = result.tuner(); // such as explore=0.5
        return Double.parseDouble(label.substring(label.indexOf('=') + 1));
    }

    private static GridOptimum of(String environment, String policy, Map<Double, Map<Integer, Double>> byRate) {
        double best = Double.NaN;
        double least = Double.POSITIVE_INFINITY;
        for (Map.Entry<Double, Map<Integer, Double>> entry : byRate.entrySet()) {
            double mean = mean(entry.getValue().values().stream()
                    .mapToDouble(regret -> regret)
                    .toArray());
            if (mean < least) {
                best = entry.getKey();
                least = mean;
            }
        }
        List<Double> asGood = new ArrayList<>();
        for (Map.Entry<Double, Map<Integer, Double>> entry : byRate.entrySet()) {
            if (isAsGood(entry.getValue(), byRate.getOrDefault(best, Map.of()))) {
                asGood.add(entry.getKey());
            }
        }
        return new GridOptimum(environment, policy, best, least, List.copyOf(asGood));
    }

    /** Compares the repetitions that both have. */
    private static boolean isAsGood(Map<Integer, Double> regrets, Map<Integer, Double> ofBest) {
        double[] differences = regrets.entrySet().stream()
                .filter(entry -> ofBest.containsKey(entry.getKey()))
                .mapToDouble(entry -> entry.getValue() - ofBest.getOrDefault(entry.getKey(), Double.NaN))
                .toArray();
        double mean = mean(differences);
        double squares = 0;
        for (double difference : differences) {
            squares += (difference - mean) * (difference - mean);
        }
        double n = differences.length;
        return n < 2 || mean <= ERRORS * Math.sqrt(squares / (n - 1) / n);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
