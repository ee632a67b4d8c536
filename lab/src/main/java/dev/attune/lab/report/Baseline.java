package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/**
 * What the ratios of a panel refer to: the best fixed setting, or, where no grid was run, the best tuner.
 *
 * @param name its label
 * @param mean its regret, or else its reward
 */
record Baseline(String name, double mean) {

    private static final String BEST_FIXED = "Best fixed";

    static Baseline of(Panel panel) {
        ToDoubleFunction<Line> loss =
                line -> (panel.knowsRegret() ? 1 : -1) * result(panel, line).mean();
        return panel.lines().stream()
                .filter(Baseline::isBestFixed)
                .findFirst()
                .or(() -> panel.lines().stream().min(Comparator.comparingDouble(loss)))
                .map(line -> new Baseline(line.tuner(), result(panel, line).mean()))
                .orElse(new Baseline("", Double.NaN));
    }

    static boolean isBestFixed(Line line) {
        return line.role() != Role.ASKED && line.tuner().equals(BEST_FIXED);
    }

    /** What the panel is about: regret if it is known, else reward. */
    static Estimate result(Panel panel, Line line) {
        return panel.knowsRegret() ? line.regret() : line.reward();
    }

    /** NaN where a ratio would say nothing, because the baseline is not positive. */
    double ratio(double other) {
        return mean > 0 ? other / mean : Double.NaN;
    }
}
