package dev.attune.lab.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.attune.lab.run.Judgement.Judged;
import dev.attune.lab.run.Judgement.Mark;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The numbers of a run as CSV files: summary.csv, grid.csv, differences.csv, ratios.csv and standings.csv. */
public final class SummaryCsv {
    private SummaryCsv() {}

    /** Writes the files into a folder, which is made if need be. */
    static void write(Analysis analysis, Standings standings, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("summary.csv"), summary(analysis));
        Files.writeString(folder.resolve("grid.csv"), grid(analysis));
        Files.writeString(folder.resolve("differences.csv"), differences(analysis));
        Files.writeString(folder.resolve("ratios.csv"), ratios(standings));
        Files.writeString(folder.resolve("standings.csv"), standings(standings));
    }

    /** One row for each tuner in each panel; random choice, which has no policy, once for each environment. */
    static String summary(Analysis analysis) {
        return text(csv -> summary(analysis, csv));
    }

    private static void summary(Analysis analysis, CsvWriter csv) {
        csv.writeRecord(
                "environment",
                "policy",
                "tuner",
                "rounds",
                "reps",
                "regret_mean",
                "regret_sd",
                "reward_mean",
                "reward_sd",
                "cpu_seconds_mean");
        List<Panel> panels = analysis.panels();
        for (int i = 0; i < panels.size(); i++) {
            Panel panel = panels.get(i);
            boolean last =
                    i + 1 == panels.size() || !panels.get(i + 1).environment().equals(panel.environment());
            for (Line line : panel.lines()) {
                if (line.role() != Role.RANDOM) {
                    row(csv, panel, panel.policy(), line.tuner(), line);
                } else if (last) {
                    row(csv, panel, Analyst.RANDOM, "-", line);
                }
            }
        }
    }

    private static void row(CsvWriter csv, Panel panel, String policy, String tuner, Line line) {
        csv.writeRecord(
                panel.environment(),
                policy,
                tuner,
                Long.toString(panel.rounds()),
                Integer.toString(line.repetitions()),
                Numbers.plain(line.regret().mean()),
                Numbers.plain(line.regret().sd()),
                Numbers.plain(line.reward().mean()),
                Numbers.plain(line.reward().sd()),
                Numbers.plain(line.cpuSeconds()));
    }

    /** One row for each fixed setting. */
    static String grid(Analysis analysis) {
        return text(csv -> grid(analysis, csv));
    }

    private static void grid(Analysis analysis, CsvWriter csv) {
        csv.writeRecord(
                "environment",
                "policy",
                "setting",
                "rounds",
                "reps",
                "regret_mean",
                "regret_sd",
                "reward_mean",
                "reward_sd");
        for (Panel panel : analysis.panels()) {
            for (Line line : panel.grid()) {
                csv.writeRecord(
                        panel.environment(),
                        panel.policy(),
                        line.tuner(),
                        Long.toString(panel.rounds()),
                        Integer.toString(line.repetitions()),
                        Numbers.plain(line.regret().mean()),
                        Numbers.plain(line.regret().sd()),
                        Numbers.plain(line.reward().mean()),
                        Numbers.plain(line.reward().sd()));
            }
        }
    }

    /** One row for each pair that is compared: tuner minus against, of regret or, where that is unknown, of reward. */
    static String differences(Analysis analysis) {
        return text(csv -> differences(analysis, csv));
    }

    private static void differences(Analysis analysis, CsvWriter csv) {
        csv.writeRecord("environment", "policy", "tuner", "against", "mean", "low", "high", "wins", "reps");
        for (Panel panel : analysis.panels()) {
            for (Difference difference : panel.differences()) {
                csv.writeRecord(
                        panel.environment(),
                        panel.policy(),
                        difference.tuner(),
                        difference.against(),
                        Numbers.plain(difference.mean()),
                        Numbers.plain(difference.low()),
                        Numbers.plain(difference.high()),
                        Integer.toString(difference.wins()),
                        Integer.toString(difference.repetitions()));
            }
        }
    }

    /** One row for each contestant in each problem: its regret, or else its reward, over that of the mark. */
    static String ratios(Standings standings) {
        return text(csv -> {
            csv.writeRecord(
                    "environment",
                    "policy",
                    "tuner",
                    "against",
                    "mark",
                    "of",
                    "reps",
                    "ratio",
                    "low",
                    "high",
                    "standard_error",
                    "p90_ratio",
                    "p90_low",
                    "p90_high",
                    "cpu_seconds_mean");
            for (Judged one : standings.problems()) {
                List<String> row = new ArrayList<>(List.of(
                        one.environment(),
                        one.policy(),
                        one.tuner(),
                        against(one.mark()),
                        one.chosen(),
                        one.ofReward() ? "reward" : "regret",
                        Integer.toString(one.repetitions())));
                row.addAll(figure(Standings.ratio(one)));
                row.add(Numbers.plain(one.standardError()));
                row.addAll(figure(Standings.p90(one)));
                row.add(Numbers.plain(one.cpuSeconds()));
                csv.writeRecord(row);
            }
        });
    }

    /** One row for each contestant over all problems, for each kind of mark. */
    static String standings(Standings standings) {
        return text(csv -> {
            csv.writeRecord(
                    "against",
                    "contestant",
                    "problems",
                    "geometric_mean",
                    "low",
                    "high",
                    "p90_geometric_mean",
                    "p90_low",
                    "p90_high",
                    "worst",
                    "where",
                    "lost",
                    "reference",
                    "over_reference",
                    "over_reference_low",
                    "over_reference_high");
            for (Mark mark : Mark.values()) {
                for (Standings.Standing standing : standings.over(mark)) {
                    List<String> row = new ArrayList<>(
                            List.of(against(mark), standing.contestant(), Integer.toString(standing.problems())));
                    row.addAll(figure(standing.mean()));
                    row.addAll(figure(standing.p90()));
                    row.add(Numbers.plain(standing.worst()));
                    row.add(standing.where());
                    row.add(Integer.toString(standing.lost()));
                    row.add(String.valueOf(standings.reference(mark)));
                    row.addAll(figure(standing.toReference()));
                    csv.writeRecord(row);
                }
            }
        });
    }

    private static String against(Mark mark) {
        return mark == Mark.OWN ? "fixed rate" : "fixed policy and rate";
    }

    private static List<String> figure(Standings.Figure figure) {
        return List.of(Numbers.plain(figure.value()), Numbers.plain(figure.low()), Numbers.plain(figure.high()));
    }

    private static String text(Consumer<CsvWriter> rows) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            rows.accept(csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a string can always be written to
        }
        return text.toString();
    }
}
