package dev.attune.lab.report;

import java.util.Optional;

/**
 * What the ratios of a panel refer to: the best fixed setting, or, where no grid was run, the best tuner.
 *
 * @param name its label
 * @param mean its regret, or else its reward
 */
record Baseline(String name, double mean) {
    static Baseline of(Panel panel) {
        Line fixed = Ranking.bestFixed(panel);
        return Optional.ofNullable(fixed)
                .or(() -> Ranking.bestFirst(panel).stream().findFirst())
                .map(line ->
                        new Baseline(line.tuner(), Ranking.figure(panel, line).mean()))
                .orElse(new Baseline("", Double.NaN));
    }

    /** NaN where a ratio would say nothing, because the baseline is not positive. */
    double ratio(double other) {
        return mean > 0 ? other / mean : Double.NaN;
    }
}
