package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.evaluate.Verdict.Gain;
import dev.attune.lab.report.CsvText;
import dev.attune.lab.report.IntervalFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes what came out of an evaluation: values.csv, verdict.csv, verdict.txt, and the picture verdict.svg and verdict.png. */
public final class EvaluationFiles {
    private static final int MOST_ROWS = 24; // of the picture

    private EvaluationFiles() {}

    /**
     * Writes all files.
     *
     * @param title above the picture
     */
    public static void write(String title, Evaluation.Result result, Verdict verdict, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("values.csv"), values(result));
        Files.writeString(folder.resolve("verdict.csv"), gains(verdict));
        Files.writeString(folder.resolve("verdict.txt"), verdict.sentence() + "\n");
        figure(title, result, verdict).write(folder, "verdict");
    }

    private static String values(Evaluation.Result result) {
        CsvText csv =
                new CsvText("policy,kind,estimator,value,bootstrap_low,bootstrap_high,bernstein_low,bernstein_high,"
                        + "effective_size,largest_share,decisions,warning");
        for (PolicyValue policy : result.values()) {
            for (ValueEstimate estimate : policy.estimates()) {
                csv.add(
                        policy.label(),
                        policy.kind(),
                        estimate.estimator(),
                        estimate.value(),
                        estimate.bootstrap(),
                        estimate.bernstein(),
                        policy.effectiveSize(),
                        policy.largestShare(),
                        policy.decisions(),
                        String.join("; ", policy.warnings()));
            }
        }
        return csv.toString();
    }

    private static String gains(Verdict verdict) {
        CsvText csv = new CsvText("policy,kind,value,gain,gain_low,gain_high,warning");
        for (Gain gain : verdict.gains()) {
            PolicyValue policy = gain.policy();
            csv.add(
                    policy.label(),
                    policy.kind(),
                    policy.main().value(),
                    policy.gain(),
                    gain.interval(),
                    String.join("; ", policy.warnings()));
        }
        return csv.toString();
    }

    /** Returns a figure of what each candidate earns if its gain is anywhere in its interval; those not to be trusted are hollow. */
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
