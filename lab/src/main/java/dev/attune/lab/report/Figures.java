package dev.attune.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The figures of a report, each as SVG, PNG and PDF in the folder "curves":
 *
 * <ul>
 *   <li>environment-policy: regret or reward over time;
 *   <li>environment-policy-hyperparameter: the values in force over time, if any tuner changes them;
 *   <li>environment-policy-fixed: the result of each fixed setting, if the run has a grid.
 * </ul>
 */
final class Figures {
    private Figures() {}

    /**
     * Writes all figures.
     *
     * @param analysis the results
     * @param folder of the report; its folder "curves" is created if necessary
     * @return the files written
     */
    static List<Path> write(Analysis analysis, Path folder) throws IOException {
        Path curves = Files.createDirectories(folder.resolve("curves"));
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, LineChart> chart : charts(analysis).entrySet()) {
            files.addAll(chart.getValue().write(curves, chart.getKey()));
        }
        return files;
    }

    /** Returns all figures by the names of their files, without the endings. */
    static Map<String, LineChart> charts(Analysis analysis) {
        Drawing.requireNoScreen();
        LineStyle.Palette styles = new LineStyle.Palette(analysis);
        Set<String> taken = new HashSet<>();
        Map<String, LineChart> charts = new LinkedHashMap<>();
        for (Panel panel : analysis.panels()) {
            String name = safe(panel.environment()) + "-" + safe(panel.policy());
            charts.put(unique(name, taken), PanelCharts.curves(panel, styles));
            for (String hyperparameter : PanelCharts.hyperparameters(panel)) {
                PanelCharts.settings(panel, hyperparameter, styles)
                        .ifPresent(chart -> charts.put(unique(name + "-" + safe(hyperparameter), taken), chart));
            }
            PanelCharts.fixed(panel, styles).ifPresent(chart -> charts.put(unique(name + "-fixed", taken), chart));
        }
        return charts;
    }

    /** Letters, digits and dashes only. */
    private static String safe(String label) {
        String safe = label.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
        return safe.isEmpty() ? "x" : safe;
    }

    /** Labels that differ only in other characters, or in case, must not overwrite each other's files. */
    private static String unique(String name, Set<String> taken) {
        String candidate = name;
        for (int i = 2; !taken.add(candidate.toLowerCase(Locale.ROOT)); i++) {
            candidate = name + "-" + i;
        }
        return candidate;
    }
}
