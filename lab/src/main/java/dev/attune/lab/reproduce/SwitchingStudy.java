package dev.attune.lab.reproduce;

import dev.attune.lab.report.Analysis;
import dev.attune.lab.report.Line;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Panel;
import dev.attune.lab.report.PanelGrid;
import dev.attune.lab.report.Sample;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Figure 4: regret where the best point jumps. The paper prints no numbers; its text ranks the three contenders. */
final class SwitchingStudy implements Reproduction.Study {
    private static final String RANK = "rank by regret";
    private static final String RELEASED = "-released";
    /** The contenders, by the names that the paper has for them. */
    private static final List<Contender> CONTENDERS = List.of(
            new Contender("ZoomingTS-oracle", "Oracle"),
            new Contender("ZoomingTS-H", "Zooming TS-R"),
            new Contender("Zooming", "Zooming"));

    private record Contender(String tuner, String name) {}

    @Override
    public Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException {
        List<CellResult> results = reproducer.play(reproduction);
        Map<Labels, Sample> samples = Labels.samples(results, CellResult::regret);
        List<Comparison> rows = new ArrayList<>();
        List<List<String>> lines = new ArrayList<>();
        List<Labels> cells = samples.keySet().stream()
                .map(labels -> labels.with(""))
                .distinct()
                .toList();
        for (Labels cell : cells) {
            lines.add(List.of(cell.environment()));
            for (Contender contender : CONTENDERS) {
                List<String> line = new ArrayList<>();
                line.add(contender.tuner);
                line.add(PaperValue.find(reproduction.paper(), cell.with(contender.tuner), RANK)
                        .map(value -> Numbers.fixed(value.value(), 0))
                        .orElse(""));
                for (String form : List.of("", RELEASED)) {
                    Labels labels = cell.with(contender.tuner + form);
                    Sample sample = samples.get(labels);
                    line.addAll(numbers(sample));
                    if (sample == null) {
                        line.add("");
                    } else {
                        int rank = rank(samples, cell, sample, form);
                        line.add(Integer.toString(rank));
                        rows.add(Comparison.withoutError(reproduction.paper(), labels, RANK, rank, sample.size()));
                    }
                }
                lines.add(line);
            }
            for (String other : List.of("ZoomingTS-double", "Uniform")) {
                List<String> line = new ArrayList<>(List.of(other, ""));
                line.addAll(numbers(samples.get(cell.with(other))));
                line.addAll(List.of("", "", "", ""));
                lines.add(line);
            }
        }
        rows.addAll(Comparison.of(List.of(), samples, "regret"));
        Sheet sheet = new Sheet(
                "Final regret and ranks ("
                        + Numbers.repetitions(samples.values().stream().mapToInt(Sample::size)) + ")",
                "paper: rank by its figure and text. as written: by the paper's text. as released: as in the authors' code."
                        + " +-: standard error. rank: among the three, by mean regret.",
                List.of("", "paper", "as written", "+-", "rank", "as released", "+-", "rank"),
                lines);
        List<Path> figures = figure(reproduction, results, reproducer.folder(reproduction));
        return Findings.of(reproduction, List.of(sheet), rows, figures);
    }

    private static List<String> numbers(@Nullable Sample sample) {
        return sample == null
                ? List.of("", "")
                : List.of(Numbers.fixed(sample.mean(), 0), Numbers.fixed(sample.standardError(), 0));
    }

    /** From 1: how many contenders of the same form have a smaller regret, and one. */
    private static int rank(Map<Labels, Sample> samples, Labels cell, Sample sample, String form) {
        return 1
                + (int) CONTENDERS.stream()
                        .map(contender -> samples.get(cell.with(contender.tuner + form)))
                        .filter(other -> other != null && other.mean() < sample.mean())
                        .count();
    }

    /** As written above, as released below; the contenders look the same in both. */
    private static List<Path> figure(Reproduction reproduction, List<CellResult> results, Path folder)
            throws IOException {
        List<Panel> all = Analysis.of(reproduction.title(), results).panels();
        if (all.isEmpty()) {
            return List.of();
        }
        Map<String, Panel> panels = new LinkedHashMap<>();
        all.forEach(panel -> panels.put(panel.environment() + ", as written", shown(panel, "")));
        all.forEach(panel -> panels.put(panel.environment() + ", as released", shown(panel, RELEASED)));
        return PanelGrid.curves(
                        reproduction.place() + ": regret where the best point jumps three times",
                        all.size(),
                        panels,
                        "",
                        panel -> Map.of())
                .write(folder, "figure");
    }

    private static Panel shown(Panel panel, String form) {
        List<Line> lines = new ArrayList<>();
        for (Contender contender : CONTENDERS) {
            panel.lines().stream()
                    .filter(line -> line.tuner().equals(contender.tuner + form))
                    .map(line -> line.named(contender.name))
                    .forEach(lines::add);
        }
        return panel.showing(lines);
    }
}
