package dev.attune.lab.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.attune.lab.run.Role;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The numbers of a run as CSV files: summary.csv, grid.csv, differences.csv and ratios.csv. */
public final class SummaryCsv {
    private SummaryCsv() {}

    /** Writes the files into a folder, which is made if need be. */
    public static void write(Analysis analysis, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("summary.csv"), summary(analysis));
        Files.writeString(folder.resolve("grid.csv"), grid(analysis));
        Files.writeString(folder.resolve("differences.csv"), differences(analysis));
        Files.writeString(folder.resolve("ratios.csv"), ratios(analysis));
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

    /** One row for each tuner asked for in each panel: its regret over that of the best fixed setting. */
    static String ratios(Analysis analysis) {
        return text(csv -> {
            csv.writeRecord("environment", "policy", "tuner", "reps", "ratio", "ratio_90th_percentile");
            for (Standings.Ratio ratio : Standings.ratios(analysis)) {
                csv.writeRecord(
                        ratio.panel().environment(),
                        ratio.panel().policy(),
                        ratio.line().tuner(),
                        Integer.toString(ratio.line().repetitions()),
                        Numbers.plain(ratio.mean()),
                        Numbers.plain(ratio.luck()));
            }
        });
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
