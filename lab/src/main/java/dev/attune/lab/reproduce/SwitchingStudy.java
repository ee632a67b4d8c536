package dev.attune.lab.reproduce;

import dev.attune.lab.report.Analysis;
import dev.attune.lab.report.Line;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Panel;
import dev.attune.lab.report.PanelGrid;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        List<Sample> samples = Sample.of(results, CellResult::regret);
        List<Comparison> rows = new ArrayList<>();
        List<List<String>> lines = new ArrayList<>();
        List<Labels> cells = samples.stream()
                .map(sample -> sample.labels().with(""))
                .distinct()
                .toList();
        for (Labels cell : cells) {
            lines.add(List.of(cell.environment()));
            for (Contender contender : CONTENDERS) {
                String tuner = contender.tuner;
                List<String> line = new ArrayList<>(List.of(tuner, printed(reproduction, cell, tuner)));
                for (String form : List.of("", RELEASED)) {
                    Optional<Sample> sample = find(samples, cell, tuner + form);
                    line.addAll(numbers(sample));
                    line.add(sample.map(one -> Integer.toString(rank(samples, one, form)))
                            .orElse(""));
                    sample.ifPresent(one -> rows.add(Comparison.withoutError(
                            reproduction.paper(), one.labels(), RANK, rank(samples, one, form), one.size())));
                }
                lines.add(line);
            }
            for (String other : List.of("ZoomingTS-double", "Uniform")) {
                List<String> line = new ArrayList<>(List.of(other, ""));
                line.addAll(numbers(find(samples, cell, other)));
                line.addAll(List.of("", "", "", ""));
                lines.add(line);
            }
        }
        rows.addAll(Comparison.of(List.of(), samples, "regret"));
        Sheet sheet = new Sheet(
                "Final regret and ranks ("
                        + Numbers.repetitions(samples.stream().mapToInt(Sample::size)) + ")",
                "paper: rank by its figure and text. as written: by the paper's text. as released: as in the authors' code."
                        + " +-: standard error. rank: among the three, by mean regret.",
                List.of("", "paper", "as written", "+-", "rank", "as released", "+-", "rank"),
                lines);
        List<Path> figures = figure(reproduction, results, reproducer.folder(reproduction));
        return Findings.of(reproduction, List.of(sheet), rows, figures);
    }

    private static Optional<Sample> find(List<Sample> samples, Labels cell, String tuner) {
        return Sample.find(samples, cell.with(tuner));
    }

    private static String printed(Reproduction reproduction, Labels cell, String tuner) {
        return PaperValue.find(reproduction.paper(), cell.with(tuner), RANK)
                .map(value -> Numbers.fixed(value.value(), 0))
                .orElse("");
    }

    private static List<String> numbers(Optional<Sample> sample) {
        return sample.map(one -> List.of(Numbers.fixed(one.mean(), 0), Numbers.fixed(one.standardError(), 0)))
                .orElse(List.of("", ""));
    }

    /** From 1: how many contenders of the same form have a smaller regret, and one. */
    private static int rank(List<Sample> samples, Sample sample, String form) {
        return 1
                + (int) CONTENDERS.stream()
                        .flatMap(contender -> find(samples, sample.labels(), contender.tuner + form).stream())
                        .filter(other -> other.mean() < sample.mean())
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
