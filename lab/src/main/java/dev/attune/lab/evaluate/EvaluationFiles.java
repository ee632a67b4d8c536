package dev.attune.lab.evaluate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.evaluate.Verdict.Gain;
import dev.attune.lab.report.CsvText;
import dev.attune.lab.report.Interval;
import dev.attune.lab.report.IntervalFigure;
import dev.attune.lab.report.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes what came out of an evaluation: values.csv, verdict.csv, verdict.txt, and the picture verdict.svg, verdict.png and verdict.pdf. */
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

    /**
     * Returns the whole result as one JSON object.
     *
     * @param format the format of the log
     */
    public static String json(String format, Evaluation.Result result, Verdict verdict) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("format", format).put("events", result.events());
        ArrayNode skipped = root.putArray("skipped");
        result.skipped()
                .reasons()
                .forEach((reason, count) -> skipped.addObject()
                        .put("reason", reason)
                        .put("times", count.times())
                        .put("first", count.first())
                        .put("lost", count.lost()));
        root.set("doubts", mapper.valueToTree(result.doubts()));
        root.set("notes", mapper.valueToTree(result.notes()));
        ArrayNode values = root.putArray("values");
        for (PolicyValue policy : result.values()) {
            ObjectNode value = values.addObject()
                    .put("policy", policy.label())
                    .put("kind", policy.kind().name().toLowerCase(Locale.ROOT))
                    .put("value", Numbers.known(policy.main().value()))
                    .put("effectiveSize", Numbers.known(policy.effectiveSize()))
                    .put("largestShare", Numbers.known(policy.largestShare()))
                    .put("decisions", policy.decisions());
            interval(value, "", policy.main().interval());
            value.set("warnings", mapper.valueToTree(policy.warnings()));
            ArrayNode estimates = value.putArray("estimates");
            for (ValueEstimate estimate : policy.estimates()) {
                ObjectNode one = estimates
                        .addObject()
                        .put("estimator", estimate.estimator())
                        .put("value", Numbers.known(estimate.value()));
                interval(one, "", estimate.interval());
                interval(one, "bernstein", estimate.bernstein());
            }
        }
        ObjectNode judged = root.putObject("verdict")
                .put(
                        "finding",
                        verdict.finding().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .put("policy", verdict.chosen().map(PolicyValue::label).orElse(null))
                .put("sentence", verdict.sentence());
        ArrayNode gains = judged.putArray("gains");
        for (Gain gain : verdict.gains()) {
            interval(
                    gains.addObject()
                            .put("policy", gain.policy().label())
                            .put("gain", Numbers.known(gain.policy().gain()))
                            .put("trusted", gain.trusted()),
                    "",
                    gain.interval());
        }
        return root.toString();
    }

    private static void interval(ObjectNode to, String prefix, Interval interval) {
        to.put(prefix.isEmpty() ? "low" : prefix + "Low", Numbers.known(interval.low()))
                .put(prefix.isEmpty() ? "high" : prefix + "High", Numbers.known(interval.high()));
    }

    private static String values(Evaluation.Result result) {
        CsvText csv = new CsvText("policy,kind,estimator,value,low,high,bernstein_low,bernstein_high,"
                + "effective_size,largest_share,decisions,warning");
        for (PolicyValue policy : result.values()) {
            for (ValueEstimate estimate : policy.estimates()) {
                csv.add(
                        policy.label(),
                        policy.kind(),
                        estimate.estimator(),
                        estimate.value(),
                        estimate.interval(),
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
