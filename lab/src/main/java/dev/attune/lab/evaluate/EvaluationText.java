package dev.attune.lab.evaluate;

import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.PolicyValue.ValueEstimate;
import dev.attune.lab.report.Numbers;
import dev.attune.lab.report.Sheet;
import java.util.ArrayList;
import java.util.List;

/** Formats the values of policies as tables. */
public final class EvaluationText {
    private static final int MOST_GAINS = 12;
    private static final int LONGEST_LABEL = 30;
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
        List<PolicyValue> stationary = of(Kind.STATIONARY);
        List<String> estimators = stationary.stream()
                .limit(1)
                .flatMap(value -> value.estimates().stream())
                .map(ValueEstimate::estimator)
                .toList();
        return new Sheet(
                "Reward per decision without learning; the logging policy earned "
                        + withInterval(result.logging().main(), decimals),
                "effective: how many equally weighted events the estimate is worth. largest: how much of it rests on one event;"
                        + " 100 % where one event or none earned anything. ! marks an effective size below 100, or more"
                        + " than 10 % on one event: not to be acted on. 'trained' takes the arm that a model likes best;"
                        + " the model has not seen the event.",
                columns(estimators),
                stationary.stream().map(value -> row(value, estimates(value))).toList());
    }

    /** Returns the values of learning policies. */
    public Sheet learning() {
        return new Sheet(
                "Bandits that learn from the log: reward per decision",
                "decisions: the length of its run, events whose logged arm the bandit chose and that were accepted. A bandit starts"
                        + " from nothing, except one that is 'taught': it has learnt the other half of the log before.",
                columns(List.of("replay", "doubly robust", "decisions")),
                of(Kind.LEARNING, Kind.TAUGHT).stream()
                        .map(value -> {
                            List<String> cells = estimates(value);
                            cells.add(Numbers.fixed(value.decisions(), 0));
                            return row(value, cells);
                        })
                        .toList());
    }

    /** Returns the candidates compared with the logging policy, the largest lower end first. */
    public Sheet gains() {
        int fewer = decimals - 1;
        int left = Math.max(0, verdict.gains().size() - MOST_GAINS);
        return new Sheet(
                "Against the logging policy: reward per decision",
                "value: doubly robust with its 95 % interval. The interval of the gain is 95 % for all "
                        + verdict.gains().size() + " candidates together"
                        + (left == 0 ? "." : "; " + left + (left == 1 ? " is" : " are") + " not shown."),
                columns(List.of("value", "gain", "surely between")),
                verdict.gains().stream()
                        .limit(MOST_GAINS)
                        .map(gain -> row(
                                gain.policy(),
                                List.of(
                                        withInterval(gain.policy().main(), fewer),
                                        Numbers.signed(gain.policy().gain(), fewer),
                                        Numbers.signed(gain.interval().low(), fewer) + " to "
                                                + Numbers.signed(gain.interval().high(), fewer))))
                        .toList());
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

    private List<String> estimates(PolicyValue value) {
        List<String> cells = new ArrayList<>();
        value.estimates().forEach(estimate -> cells.add(Numbers.fixed(estimate.value(), decimals)));
        return cells;
    }

    private static List<String> columns(List<String> between) {
        List<String> columns = new ArrayList<>(List.of(""));
        columns.addAll(between);
        columns.addAll(List.of("effective  ", "largest  ")); // blanks above the marks
        return columns;
    }

    /** Returns a row with the label of a policy, cells, and the support of its value, marked if it is too small. */
    private static List<String> row(PolicyValue value, List<String> cells) {
        boolean few = value.effectiveSize() < PolicyValue.LEAST_EFFECTIVE_SIZE;
        boolean heavy = value.largestShare() > PolicyValue.MOST_SHARE;
        List<String> row = new ArrayList<>(List.of(label(value)));
        row.addAll(cells);
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
        return Numbers.fixed(estimate.value(), decimals) + " ["
                + Numbers.fixed(estimate.interval().low(), decimals) + ", "
                + Numbers.fixed(estimate.interval().high(), decimals) + "]";
    }
}
