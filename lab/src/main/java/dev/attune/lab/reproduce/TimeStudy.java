package dev.attune.lab.reproduce;

import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Table 1: CPU time of the bandit alone, on one thread unless the session says otherwise. The first repetition warms the JVM up and is not
 * counted if there are others.
 */
final class TimeStudy implements Reproduction.Study {
    private static final String THEORY = "Theory";

    @Override
    public Findings run(Reproduction reproduction, Reproducer reproducer) throws IOException, InterruptedException {
        List<CellResult> asked = reproducer.playAlone(reproduction).stream()
                .filter(result -> result.role() == Role.ASKED)
                .toList();
        boolean several = asked.stream().anyMatch(result -> result.repetition() > 1);
        List<CellResult> counted = asked.stream()
                .filter(result -> !several || result.repetition() > 1)
                .toList();
        List<Comparison> rows = Comparison.inPaperOrder(
                Comparison.of(reproduction.paper(), Labels.samples(counted, CellResult::cpuSeconds), "seconds").stream()
                        .map(Comparison::withoutDifference)
                        .toList(),
                reproduction.paper());
        Map<Labels, Long> rounds =
                counted.stream().collect(Collectors.toMap(Labels::of, CellResult::rounds, (first, second) -> first));
        List<Sheet> sheets = List.of(seconds(rows, rounds), ratios(rows));
        return Findings.of(reproduction, sheets, rows, List.of());
    }

    private static Sheet seconds(List<Comparison> rows, Map<Labels, Long> rounds) {
        List<List<String>> lines = new ArrayList<>();
        String before = "";
        for (Comparison row : rows) {
            if (!row.labels().cell().equals(before)) {
                before = row.labels().cell();
                lines.add(List.of(before));
            }
            lines.add(List.of(
                    row.labels().tuner(),
                    row.hasPaper() ? Numbers.fixed(row.paper(), 2) : "",
                    Numbers.fixed(row.ours(), 3),
                    Numbers.fixed(row.standardError(), 3),
                    Numbers.fixed(1e6 * row.ours() / rounds.getOrDefault(row.labels(), 0L), 1),
                    row.hasPaper() ? Numbers.fixed(row.paper() / row.ours(), 0) : ""));
        }
        return new Sheet(
                "Seconds for one run (" + Numbers.repetitions(rows.stream().mapToInt(Comparison::repetitions)) + ")",
                "+-: standard error of our mean. us: microseconds a round. times: the paper's seconds by ours; machine and"
                        + " language are others, and so is the algorithm where the authors' code fits all data again in every"
                        + " round.",
                List.of("", "paper s", "ours s", "+-", "us", "times"),
                lines);
    }

    /** Returns the cost of tuners: seconds with a tuner divided by seconds with theory. */
    private static Sheet ratios(List<Comparison> rows) {
        List<String> tuners = rows.stream()
                .map(row -> shown(row.labels().tuner()))
                .filter(tuner -> !tuner.equals(THEORY))
                .distinct()
                .toList();
        List<String> printed =
                tuners.stream().filter(tuner -> !tuner.equals("VOI")).toList();
        List<String> columns = new ArrayList<>(List.of(""));
        printed.forEach(tuner -> columns.add("paper " + tuner));
        tuners.forEach(tuner -> columns.add("ours " + tuner));
        Map<String, Map<String, Comparison>> cells = new LinkedHashMap<>();
        rows.forEach(row -> cells.computeIfAbsent(row.labels().cell(), cell -> new LinkedHashMap<>())
                .put(shown(row.labels().tuner()), row));
        List<List<String>> lines = new ArrayList<>();
        cells.forEach((cell, here) -> {
            List<String> line = new ArrayList<>(List.of(cell));
            printed.forEach(tuner -> line.add(ratio(here, tuner, Comparison::paper)));
            tuners.forEach(tuner -> line.add(ratio(here, tuner, Comparison::ours)));
            lines.add(line);
        });
        return new Sheet(
                "Seconds with a tuner by seconds with theory",
                "1 would be a tuner that costs nothing. It is what the policy costs that makes the ratio large or small.",
                columns,
                lines);
    }

    private static String ratio(Map<String, Comparison> here, String tuner, Function<Comparison, Double> seconds) {
        Comparison with = here.get(tuner);
        Comparison without = here.get(THEORY);
        return with == null || without == null ? "" : Numbers.fixed(seconds.apply(with) / seconds.apply(without), 2);
    }

    private static String shown(String tuner) {
        return tuner.equals("Syndicated") ? "TL" : tuner;
    }
}
