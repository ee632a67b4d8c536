package dev.attune.lab.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the scripts of the page read, field by field.
 *
 * @param title of the run
 * @param about lines for the header
 * @param repetitions how many, such as "20" or "10 to 20"
 * @param panels all of them
 * @param overall tuners over all panels
 */
record PageView(
        String title,
        List<String> about,
        String repetitions,
        List<PageView.PanelView> panels,
        List<PageView.Overall> overall) {

    /** How a tuner did on all problems with known regret: its ratio to the baseline, typically and at worst. */
    record Overall(String tuner, double geometricMean, double worst, int panels) {}

    /** A {@link Panel}, with what its ratios and differences refer to, and what the differences establish. */
    record PanelView(
            String environment,
            String policy,
            long rounds,
            boolean knowsRegret,
            String baseline,
            String reference,
            List<String> verdict,
            List<LineView> lines,
            List<Fixed> grid) {}

    /** A {@link Line}, thinned, and set beside the panel's baseline and reference. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record LineView(
            String tuner,
            String role,
            String note,
            int repetitions,
            Estimate result,
            double ratio,
            double cpuSeconds,
            double microsecondsPerRound,
            @Nullable Difference difference,
            long[] t,
            Band curve,
            Map<String, Band> settings) {}

    /** One fixed setting of the grid, with its values by hyperparameter. */
    record Fixed(String label, Map<String, Double> values, Estimate result) {}
}
