package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is ahead in a panel, by the mean of what it compares. */
final class Ranking {
    private Ranking() {}

    /** What a panel compares: regret, or else reward. */
    static Estimate figure(Panel panel, Line line) {
        return panel.knowsRegret() ? line.regret() : line.reward();
    }

    /** The lines, best first; unknown ones last. */
    static List<Line> bestFirst(Panel panel) {
        return panel.lines().stream()
                .sorted(Comparator.comparingDouble(line -> cost(panel, line)))
                .toList();
    }

    /** The best of those that were asked for; null if there is none with a known figure. */
    static @Nullable Line bestAsked(Panel panel) {
        return bestFirst(panel).stream()
                .filter(line -> line.role() == Role.ASKED)
                .filter(line -> !Double.isNaN(figure(panel, line).mean()))
                .findFirst()
                .orElse(null);
    }

    /** The line "Best fixed"; null if the run has no grid. */
    static @Nullable Line bestFixed(Panel panel) {
        return panel.lines().stream()
                .filter(line -> line.role() == Role.GRID)
                .findFirst()
                .orElse(null);
    }

    /** The difference of the reference to a line; null for the reference itself. */
    static @Nullable Difference toReference(Panel panel, Line line) {
        return panel.differences().stream()
                .filter(difference -> difference.against().equals(line.tuner()))
                .findFirst()
                .orElse(null);
    }

    /** NaN sorts behind every number. */
    private static double cost(Panel panel, Line line) {
        double mean = figure(panel, line).mean();
        return panel.knowsRegret() ? mean : -mean;
    }
}
