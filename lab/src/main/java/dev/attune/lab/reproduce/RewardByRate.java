package dev.attune.lab.reproduce;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.PanelFigures;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Figure 3: the group mean reward of every exploration rate. Takes seconds, so it is run anew each time. */
final class RewardByRate implements Study {
    @Override
    public Findings run(Reproduction reproduction, Workshop workshop) throws IOException {
        List<LipschitzStudy.Point> points = new ArrayList<>();
        int repetitions = 0;
        for (Spec spec : reproduction.specs().values()) {
            workshop.tell(spec.title() + " (" + reproduction.name() + ")");
            points.addAll(LipschitzStudy.run(spec));
            repetitions = spec.repetitions();
        }
        Map<Labels, List<LipschitzStudy.Point>> byCell = points.stream()
                .collect(Collectors.groupingBy(
                        point -> new Labels(point.environment(), point.policy(), "CDT"),
                        LinkedHashMap::new,
                        Collectors.toList()));
        Path folder = Files.createDirectories(workshop.folder(reproduction));
        write(points, folder.resolve("points.csv"));
        List<Comparison> rows = new ArrayList<>();
        List<List<String>> lines = new ArrayList<>();
        List<PanelFigures.Spread> spreads = new ArrayList<>();
        for (Map.Entry<Labels, List<LipschitzStudy.Point>> entry : byCell.entrySet()) {
            Labels labels = entry.getKey();
            List<LipschitzStudy.Point> here = entry.getValue();
            int groups = here.get(0).groups() / repetitions;
            rows.add(counted(reproduction, labels, "groups of a repetition", groups, repetitions));
            rows.add(counted(reproduction, labels, "rates", here.size(), repetitions));
            lines.add(line(labels, here));
            spreads.add(spread(labels, here));
        }
        Sheet sheet = new Sheet(
                "Centred group mean reward by exploration rate",
                "The paper prints no numbers. best: the rate with the largest mean. first, last: mean reward at the smallest"
                        + " and the largest rate. steepest: the largest change between neighbouring rates, by their distance."
                        + " deviation: over groups, on average over rates.",
                List.of("", "rates", "groups", "best", "its mean", "first", "last", "steepest", "deviation"),
                lines);
        List<Path> figures = PanelFigures.spreads(
                reproduction.place() + ": reward by exploration rate",
                "Mean over groups of 20 rounds, centred over rates in each group; the band is one standard deviation over"
                        + " groups. " + repetitions + (repetitions == 1 ? " repetition." : " repetitions."),
                "exploration rate",
                "group mean reward",
                spreads,
                folder,
                "figure");
        return new Findings(reproduction, reproduction.title(), List.of(), List.of(sheet), rows, figures);
    }

    private static Comparison counted(
            Reproduction reproduction, Labels labels, String quantity, int ours, int repetitions) {
        PaperValue printed = reproduction.paper().stream()
                .filter(value -> value.quantity().equals(quantity))
                .filter(value -> value.isAbout(labels.environment(), labels.policy(), labels.tuner()))
                .findFirst()
                .orElse(null);
        return new Comparison(
                labels,
                quantity,
                printed == null ? Double.NaN : printed.value(),
                ours,
                Double.NaN,
                repetitions,
                Double.NaN,
                printed == null ? "" : printed.source());
    }

    private static List<String> line(Labels labels, List<LipschitzStudy.Point> points) {
        LipschitzStudy.Point best = points.stream()
                .max(Comparator.comparingDouble(LipschitzStudy.Point::mean))
                .orElseThrow();
        double steepest = 0;
        for (int i = 1; i < points.size(); i++) {
            LipschitzStudy.Point a = points.get(i - 1);
            LipschitzStudy.Point b = points.get(i);
            steepest = Math.max(steepest, Math.abs(b.mean() - a.mean()) / (b.explore() - a.explore()));
        }
        return List.of(
                labels.cell(),
                Integer.toString(points.size()),
                Numbers.fixed(best.groups(), 0),
                Numbers.plain(best.explore()),
                Numbers.signed(best.mean(), 4),
                Numbers.signed(points.get(0).mean(), 4),
                Numbers.signed(points.get(points.size() - 1).mean(), 4),
                Numbers.fixed(steepest, 4),
                Numbers.fixed(
                        points.stream()
                                .mapToDouble(LipschitzStudy.Point::deviation)
                                .average()
                                .orElse(Double.NaN),
                        4));
    }

    private static PanelFigures.Spread spread(Labels labels, List<LipschitzStudy.Point> points) {
        return new PanelFigures.Spread(
                labels.cell(),
                points.stream().mapToDouble(LipschitzStudy.Point::explore).toArray(),
                points.stream().mapToDouble(LipschitzStudy.Point::mean).toArray(),
                points.stream().mapToDouble(LipschitzStudy.Point::deviation).toArray());
    }

    private static void write(List<LipschitzStudy.Point> points, Path file) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().build(file)) {
            csv.writeRecord("environment", "policy", "explore", "mean", "deviation", "groups");
            for (LipschitzStudy.Point point : points) {
                csv.writeRecord(
                        point.environment(),
                        point.policy(),
                        Numbers.plain(point.explore()),
                        Numbers.plain(point.mean()),
                        Numbers.plain(point.deviation()),
                        Integer.toString(point.groups()));
            }
        }
    }
}
