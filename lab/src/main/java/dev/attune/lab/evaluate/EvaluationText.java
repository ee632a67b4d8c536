package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.evaluate.Verdict.Gain;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import java.util.ArrayList;
import java.util.List;

/** Formats the values of policies as tables. */
public final class EvaluationText {
    private static final int MOST_GAINS = 12;
    private static final int LONGEST_LABEL = 30;
    private static final List<String> SUPPORT = List.of("effective  ", "largest  "); // blanks above the marks
    private static final int DIGITS = 5; // of what the logging policy earned, and as many decimals for all else

    private final Evaluation.Result result;
    private final Verdict verdict;
    private final int decimals;

    /** Creates the text of a result and its verdict. */
    public EvaluationText(Evaluation.Result result, Verdict verdict) {
        this.result = result;
        this.verdict = verdict;
        this.decimals = decimals(Math.abs(result.logging().main().value()));
    }

    private static int decimals(double value) {
        int decimals = DIGITS - 1;
        for (double v = value; v > 0 && v < 1 && decimals < 12; v *= 10) {
            decimals++;
        }
        return decimals;
    }

    /** Returns a sentence about the prediction of rewards. */
    public String model() {
        Evaluation.LearntModel first = result.models().get(0);
        Evaluation.LearntModel second = result.models().get(1);
        long dropped = first.dropped() + second.dropped();
        return "Rewards are predicted by the model of " + first.policy() + ", learnt from the two halves of the log: "
                + count(first.coefficients()) + " and " + count(second.coefficients()) + " coefficients, "
                + (dropped == 0 ? "none was dropped" : count(dropped) + " were dropped for lack of room") + "; "
                + (first.model().equals(second.model())
                        ? "'" + first.model() + "' predicted best."
                        : "'" + first.model() + "' and '" + second.model() + "' predicted best.");
    }

    private static String count(long many) {
        return Numbers.fixed(many, 0);
    }

    /** Returns the values of policies that do not learn, by every estimator. */
    public Sheet values() {
        List<String> columns = new ArrayList<>(List.of(""));
        List<PolicyValue> stationary = of(Kind.STATIONARY);
        stationary.stream().limit(1).flatMap(v -> v.estimates().stream()).forEach(e -> columns.add(e.estimator()));
        columns.addAll(SUPPORT);
        List<List<String>> rows = new ArrayList<>();
        for (PolicyValue value : stationary) {
            List<String> row = new ArrayList<>(List.of(label(value)));
            value.estimates().forEach(estimate -> row.add(number(estimate.value(), decimals)));
            rows.add(withSupport(row, value));
        }
        return new Sheet(
                "Reward per decision without learning; the logging policy earned "
                        + withInterval(result.logging().main(), decimals),
                "effective: how many equally weighted events the estimate is worth. largest: how much of it rests on one event;"
                        + " 100 % where one event or none earned anything. ! marks an effective size below 100, or more"
                        + " than 10 % on one event: not to be acted on. 'trained' takes the arm that a model likes best;"
                        + " the model has not seen the event.",
                columns,
                rows);
    }

    /** Returns the values of learning policies. */
    public Sheet learning() {
        List<List<String>> rows = new ArrayList<>();
        for (PolicyValue value : of(Kind.LEARNING, Kind.TAUGHT)) {
            List<String> row = new ArrayList<>(List.of(label(value)));
            value.estimates().forEach(estimate -> row.add(number(estimate.value(), decimals)));
            row.add(Numbers.fixed(value.decisions(), 0));
            rows.add(withSupport(row, value));
        }
        List<String> columns = new ArrayList<>(List.of("", "replay", "doubly robust", "decisions"));
        columns.addAll(SUPPORT);
        return new Sheet(
                "Bandits that learn from the log: reward per decision",
                "decisions: the length of its run, events whose logged arm the bandit chose and that were accepted. A bandit starts"
                        + " from nothing, except one that is 'taught': it has learnt the other half of the log before.",
                columns,
                rows);
    }

    /** Returns the candidates compared with the logging policy, the largest lower end first. */
    public Sheet gains() {
        int fewer = decimals - 1;
        List<List<String>> rows = new ArrayList<>();
        for (Gain gain :
                verdict.gains().subList(0, Math.min(MOST_GAINS, verdict.gains().size()))) {
            PolicyValue policy = gain.policy();
            List<String> row = new ArrayList<>(List.of(
                    label(policy),
                    withInterval(policy.main(), fewer),
                    Numbers.signed(policy.gain(), fewer),
                    Numbers.signed(gain.interval().low(), fewer) + " to "
                            + Numbers.signed(gain.interval().high(), fewer)));
            rows.add(withSupport(row, policy));
        }
        int left = verdict.gains().size() - rows.size();
        List<String> columns = new ArrayList<>(List.of("", "value", "gain", "surely between"));
        columns.addAll(SUPPORT);
        return new Sheet(
                "Against the logging policy: reward per decision",
                "value: doubly robust with its 95 % interval. The interval of the gain is 95 % for all "
                        + verdict.gains().size() + " candidates together"
                        + (left == 0 ? "." : "; " + left + (left == 1 ? " is" : " are") + " not shown."),
                columns,
                rows);
    }

    /** Returns the candidates whose estimates have doubts beside too few events, each with a sentence. */
    public List<String> doubts() {
        return result.values().stream()
                .filter(value -> !value.doubts().isEmpty())
                .map(value -> "! " + value.label() + ": " + String.join("; ", value.doubts()) + ".")
                .toList();
    }

    private List<PolicyValue> of(Kind... kinds) {
        return result.values().stream()
                .filter(value -> List.of(kinds).contains(value.kind()))
                .toList();
    }

    /** Adds the support of a value, with a mark if it is too small. */
    private static List<String> withSupport(List<String> row, PolicyValue value) {
        boolean few = value.effectiveSize() < PolicyValue.LEAST_EFFECTIVE_SIZE;
        boolean heavy = value.largestShare() > PolicyValue.MOST_SHARE;
        row.add(Numbers.fixed(value.effectiveSize(), 0) + mark(few));
        row.add(Numbers.fixed(100 * value.largestShare(), 1) + " %"
                + mark(heavy || !value.doubts().isEmpty()));
        return row;
    }

    private static String mark(boolean bad) {
        return bad ? " !" : "  ";
    }

    private static String label(PolicyValue value) {
        String label = value.label();
        return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 3) + "...";
    }

    private static String withInterval(ValueEstimate estimate, int decimals) {
        return number(estimate.value(), decimals) + " ["
                + number(estimate.interval().low(), decimals) + ", "
                + number(estimate.interval().high(), decimals) + "]";
    }

    private static String number(double value, int decimals) {
        return Numbers.fixed(value, decimals);
    }
}
