package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.Verdict.Gain;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import java.util.ArrayList;
import java.util.List;

/** The values of policies as tables to read. */
public final class EvaluationText {
    private static final int MOST_GAINS = 12;
    private static final int DIGITS = 5; // of what the logging policy earned, and as many decimals for all else

    private final Evaluation.Result result;
    private final Verdict verdict;
    private final int decimals;
    private final int widest;

    /** For a result and what it establishes. */
    public EvaluationText(Evaluation.Result result, Verdict verdict) {
        this.result = result;
        this.verdict = verdict;
        this.decimals = decimals(Math.abs(result.logging().main().value()));
        this.widest = result.values().stream()
                .mapToInt(value -> warningOf(value).length())
                .max()
                .orElse(0);
    }

    private static int decimals(double value) {
        int decimals = DIGITS - 1;
        for (double v = value; v > 0 && v < 1 && decimals < 12; v *= 10) {
            decimals++;
        }
        return decimals;
    }

    /** What policies that do not learn would have earned, by every estimator. */
    public Sheet values() {
        List<String> columns = new ArrayList<>(List.of(""));
        List<PolicyValue> stationary = of(Kind.STATIONARY);
        stationary.stream().limit(1).flatMap(v -> v.estimates().stream()).forEach(e -> columns.add(e.estimator()));
        columns.addAll(List.of("effective", "largest", ""));
        List<List<String>> rows = new ArrayList<>();
        for (PolicyValue value : stationary) {
            List<String> row = new ArrayList<>(List.of(value.label()));
            value.estimates().forEach(estimate -> row.add(number(estimate.value())));
            rows.add(endOf(row, value));
        }
        return new Sheet(
                "Policies that do not learn: reward of a decision, where the logging policy earned "
                        + withInterval(result.logging().main()),
                "effective: effective sample size; largest: the largest share of one event. 'trained' is the arm that the"
                        + " direct model likes best, by a model that has not seen the event.",
                columns,
                rows);
    }

    /** What learning policies would have earned. */
    public Sheet learning() {
        List<List<String>> rows = new ArrayList<>();
        for (PolicyValue value : of(Kind.LEARNING)) {
            List<String> row = new ArrayList<>(List.of(value.label()));
            value.estimates().forEach(estimate -> row.add(number(estimate.value())));
            row.add(Numbers.fixed(value.decisions(), 0));
            rows.add(endOf(row, value));
        }
        return new Sheet(
                "Bandits that start from nothing and learn from the log",
                "decisions: events whose logged arm the bandit chose and that were accepted: the length of its run.",
                List.of("", "replay", "doubly robust", "decisions", "effective", "largest", ""),
                rows);
    }

    /** The candidates against the logging policy, the surest gain first. */
    public Sheet gains() {
        List<List<String>> rows = new ArrayList<>();
        for (Gain gain :
                verdict.gains().subList(0, Math.min(MOST_GAINS, verdict.gains().size()))) {
            PolicyValue policy = gain.policy();
            rows.add(List.of(
                    policy.label(),
                    withInterval(policy.main()),
                    Numbers.signed(policy.gain(), decimals),
                    Numbers.signed(gain.interval().low(), decimals) + " to "
                            + Numbers.signed(gain.interval().high(), decimals),
                    warning(policy)));
        }
        int left = verdict.gains().size() - rows.size();
        return new Sheet(
                "Against the logging policy",
                "value: doubly robust with its 95 % interval by the bootstrap. The interval of the gain is 95 % for all "
                        + verdict.gains().size() + " candidates together"
                        + (left > 0 ? "; " + left + " are not shown." : "."),
                List.of("", "value", "gain", "surely between", ""),
                rows);
    }

    private List<PolicyValue> of(Kind kind) {
        return result.values().stream().filter(value -> value.kind() == kind).toList();
    }

    private List<String> endOf(List<String> row, PolicyValue value) {
        row.add(Numbers.fixed(value.effectiveSize(), 0));
        row.add(Numbers.fixed(100 * value.largestShare(), 1) + " %");
        row.add(warning(value));
        return row;
    }

    /** All of the same width, so that they begin below each other in a column that ends on the right. */
    private String warning(PolicyValue value) {
        String text = warningOf(value);
        return text + " ".repeat(widest - text.length());
    }

    private static String warningOf(PolicyValue value) {
        return value.warnings().isEmpty() ? "" : "! " + String.join(", ", value.warnings());
    }

    private String withInterval(Estimate estimate) {
        return number(estimate.value()) + " [" + number(estimate.bootstrap().low()) + ", "
                + number(estimate.bootstrap().high()) + "]";
    }

    private String number(double value) {
        return Numbers.fixed(value, decimals);
    }
}
