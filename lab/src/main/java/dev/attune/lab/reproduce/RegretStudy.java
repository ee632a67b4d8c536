package dev.attune.lab.reproduce;

import dev.attune.lab.report.Analysis;
import dev.attune.lab.report.Line;
import dev.attune.lab.report.Panel;
import dev.attune.lab.report.PanelGrid;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Figure 2: the final regrets beside those that other tables print, and the curves in the paper's layout. */
final class RegretStudy implements Reproduction.Study {
    private static final int COLUMNS = 4;
    private static final List<String> TUNERS =
            List.of("Theory", "OP", "TL", "Syndicated", "CDT", "CDT-released", "VOI");
    private static final List<String> POLICIES =
            List.of("LinUCB", "LinTS", "UCB-GLM", "GLM-TSL", "Laplace-TS", "GLOC", "SGD-TS");

    @Override
    public Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException {
        List<CellResult> results = reproducer.play(reproduction);
        List<Comparison> rows = Comparison.inPaperOrder(
                Comparison.of(reproduction.paper(), Labels.samples(results, CellResult::regret), "regret"),
                reproduction.paper());
        Set<String> printed = rows.stream()
                .filter(Comparison::hasPaper)
                .map(row -> row.labels().environment())
                .collect(Collectors.toSet());
        List<Sheet> sheets = new ArrayList<>();
        sheets.add(Comparison.printed("Final regret, " + reproduction.place(), reproduction.paper(), rows));
        sheets.add(Comparison.unprinted(
                "Final regret where the paper prints no number",
                "VOI is Attune's default tuner. Greedy does not explore. +-: standard error.",
                rows.stream()
                        .filter(row -> printed.contains(row.labels().environment()))
                        .filter(row -> !row.labels().policy().endsWith("-released"))
                        .toList()));
        sheets.add(Comparison.unprinted(
                "Final regret on problems that the paper does not have: MovieLens by our own factorisation",
                "",
                rows.stream()
                        .filter(row -> !printed.contains(row.labels().environment()))
                        .filter(row -> row.labels().released() == 0
                                || row.labels().tuner().equals("CDT-released"))
                        .toList()));
        List<Path> figures = figure(reproduction, results, printed, reproducer.folder(reproduction));
        return Findings.of(reproduction, sheets, rows, figures);
    }

    private static List<Path> figure(
            Reproduction reproduction, List<CellResult> results, Set<String> printed, Path folder) throws IOException {
        List<Panel> all = Analysis.of(reproduction.title(), results).panels();
        boolean authors = all.stream().anyMatch(panel -> isMovies(panel) && printed.contains(panel.environment()));
        Map<String, Panel> panels = new LinkedHashMap<>();
        for (String policy : POLICIES) {
            all.stream()
                    .filter(panel -> panel.policy().equals(policy))
                    .filter(panel -> !isMovies(panel) || !authors || printed.contains(panel.environment()))
                    .forEach(panel -> panels.put(policy + " on " + panel.environment(), shown(panel)));
        }
        if (panels.isEmpty()) {
            return List.of();
        }
        return PanelGrid.curves(
                        reproduction.place() + ": regret over time",
                        Math.min(COLUMNS, panels.size()),
                        panels,
                        "what the paper prints",
                        panel -> printed(reproduction.paper(), panel))
                .write(folder, "figure");
    }

    /** Returns the final regrets that the paper prints for a panel, by the names of its lines. */
    private static Map<String, Double> printed(List<PaperValue> paper, Panel panel) {
        Map<String, Double> printed = new LinkedHashMap<>();
        paper.stream()
                .filter(value -> value.labels().with("").equals(new Labels(panel.environment(), panel.policy(), "")))
                .forEach(value -> printed.put(shown(value.labels().tuner()), value.value()));
        return printed;
    }

    private static boolean isMovies(Panel panel) {
        return panel.environment().startsWith("movielens");
    }

    private static String shown(String tuner) {
        return tuner.equals("TL") || tuner.equals("Syndicated") ? "TL or Syndicated" : tuner;
    }

    /** Returns a panel with the paper's lines and ours; TL and Syndicated replace each other and look the same. */
    private static Panel shown(Panel panel) {
        List<Line> lines = new ArrayList<>();
        for (String tuner : TUNERS) {
            panel.lines().stream()
                    .filter(line -> line.role() == Role.ASKED && line.tuner().equals(tuner))
                    .map(line -> line.named(shown(tuner)))
                    .forEach(lines::add);
        }
        return panel.showing(lines);
    }
}
