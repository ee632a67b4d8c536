package dev.attune.lab.evaluate;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.attune.lab.evaluate.Verdict.Gain;
import dev.attune.lab.report.IntervalFigure;
import dev.attune.lab.report.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes what came out of an evaluation: values.csv, verdict.csv, and the picture verdict.svg and verdict.png. */
public final class EvaluationFiles {
    private static final int MOST_ROWS = 24; // of the picture

    private EvaluationFiles() {}

    /**
     * Writes all files.
     *
     * @param title above the picture
     * @return the files
     */
    public static List<Path> write(String title, Evaluation.Result result, Verdict verdict, Path folder)
            throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        files.add(values(result, folder.resolve("values.csv")));
        files.add(gains(verdict, folder.resolve("verdict.csv")));
        files.addAll(figure(title, result, verdict).write(folder, "verdict"));
        return files;
    }

    private static Path values(Evaluation.Result result, Path file) throws IOException {
        try (CsvWriter csv = writer(file)) {
            csv.writeRecord(
                    "policy",
                    "kind",
                    "estimator",
                    "value",
                    "bootstrap_low",
                    "bootstrap_high",
                    "bernstein_low",
                    "bernstein_high",
                    "effective_size",
                    "largest_share",
                    "decisions",
                    "warning");
            for (PolicyValue policy : result.values()) {
                for (Estimate estimate : policy.estimates()) {
                    csv.writeRecord(
                            policy.label(),
                            policy.kind().name(),
                            estimate.estimator(),
                            Numbers.plain(estimate.value()),
                            Numbers.plain(estimate.bootstrap().low()),
                            Numbers.plain(estimate.bootstrap().high()),
                            Numbers.plain(estimate.bernstein().low()),
                            Numbers.plain(estimate.bernstein().high()),
                            Numbers.plain(policy.effectiveSize()),
                            Numbers.plain(policy.largestShare()),
                            Numbers.plain(policy.decisions()),
                            String.join("; ", policy.warnings()));
                }
            }
        }
        return file;
    }

    private static Path gains(Verdict verdict, Path file) throws IOException {
        try (CsvWriter csv = writer(file)) {
            csv.writeRecord("policy", "kind", "value", "gain", "gain_low", "gain_high", "warning");
            for (Gain gain : verdict.gains()) {
                PolicyValue policy = gain.policy();
                csv.writeRecord(
                        policy.label(),
                        policy.kind().name(),
                        Numbers.plain(policy.main().value()),
                        Numbers.plain(policy.gain()),
                        Numbers.plain(gain.interval().low()),
                        Numbers.plain(gain.interval().high()),
                        String.join("; ", policy.warnings()));
            }
        }
        return file;
    }

    private static CsvWriter writer(Path file) throws IOException {
        return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file);
    }

    /** What each candidate earns if its gain is anywhere in its interval; those not to be trusted are hollow. */
    private static IntervalFigure figure(String title, Evaluation.Result result, Verdict verdict) {
        double base = result.logging().main().value();
        List<IntervalFigure.Row> rows = verdict.gains().stream()
                .filter(gain -> Double.isFinite(gain.interval().length()))
                .limit(MOST_ROWS)
                .map(gain -> new IntervalFigure.Row(
                        gain.policy().label(),
                        gain.policy().main().value(),
                        base + gain.interval().low(),
                        base + gain.interval().high(),
                        gain.trusted()))
                .toList();
        int left = verdict.gains().size() - rows.size();
        return new IntervalFigure(
                title,
                "Bars: 95 % for all candidates together. Hollow: too few events to act on. Line: the logging policy."
                        + (left > 0 ? " " + left + " more not shown." : ""),
                "reward per decision",
                base,
                rows);
    }
}
