package dev.attune.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.EncoderDefinition;
import dev.attune.lab.evaluate.Evaluation.Result;
import dev.attune.lab.evaluate.Evaluation.Settings;
import dev.attune.lab.evaluate.Verdict.Finding;
import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LogFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs on which a policy seems far better, and whose propensities are not those by which the arms were chosen. */
class LogTrustTest {
    private static final double[][] MEAN = {{0.7, 0.1, 0.1, 0.1}, {0.1, 0.1, 0.1, 0.7}};
    private static final double[][] UNIFORM = KnownLog.uniform(2, 4);
    private static final int EVENTS = 4000;

    @TempDir
    private Path folder;

    private static double[][] all(double propensity) {
        double[][] p = new double[2][4];
        for (double[] row : p) {
            Arrays.fill(row, propensity);
        }
        return p;
    }

    private static Result evaluate(double[][] truth, double[][] claimed, boolean assumeUniform) throws IOException {
        return Evaluation.of(
                new KnownLog(1, EVENTS, MEAN, truth, claimed),
                EncoderDefinition.builder().build(),
                new Settings(List.of(new LearningPolicy("Auto", "Auto")), 1, assumeUniform),
                share -> {});
    }

    private static Verdict verdict(double[][] truth, double[][] claimed) throws IOException {
        return Verdict.of(evaluate(truth, claimed, false));
    }

    private static PolicyValue trained(Result result) {
        return result.values().stream()
                .filter(value -> value.label().equals("trained, greedy"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void correctPropensitiesRaiseNoDoubt() throws IOException {
        Result result = evaluate(UNIFORM, UNIFORM, false);
        assertThat(result.doubts()).isEmpty();
        assertThat(result.values())
                .allSatisfy(value -> assertThat(value.doubts()).isEmpty());
        assertThat(Verdict.of(result).finding()).isEqualTo(Finding.USE);
    }

    @Test
    void aPropensityOfOneWithSeveralArmsIsNoBasis() throws IOException {
        Verdict verdict = verdict(UNIFORM, all(1));
        assertThat(verdict.finding()).isEqualTo(Finding.CANNOT_TELL);
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The log cannot tell. In 100 % of the events the propensity is 1 although several arms are on"
                                + " offer, and 4 different arms were chosen in them: either the propensities are wrong, or the log"
                                + " has hardly explored. No estimate can be trusted.");
    }

    @Test
    void armsThatAreChosenMoreOftenThanTheirPropensitiesSayAreNoBasis() throws IOException {
        Verdict verdict = verdict(UNIFORM, all(0.05));
        assertThat(verdict.finding()).isEqualTo(Finding.CANNOT_TELL);
        assertThat(verdict.sentence())
                .matches(
                        "The log cannot tell\\. Arm a\\d was chosen in 2\\d(\\.\\d)? % of the events.*, and its propensities"
                                + " say 5.0 %: the propensities are wrong\\. No estimate can be trusted\\.");
    }

    /** Each arm is chosen as often as the propensities say, but not in each context. */
    @Test
    void frequenciesAreComparedInStrataOfTheContext() throws IOException {
        double[][] truth = {{0.4, 0.2, 0.3, 0.1}, {0.1, 0.3, 0.2, 0.4}};
        Verdict verdict = verdict(truth, UNIFORM);
        assertThat(verdict.finding()).isEqualTo(Finding.CANNOT_TELL);
        assertThat(verdict.sentence())
                .containsPattern("Arm a[03] was chosen in \\d\\d(\\.\\d)? % of the events where x is c[01], and its"
                        + " propensities say 25.0 %");
    }

    /** Propensities that are all too large by a half: no arm is chosen too often, and every weight is too small. */
    @Test
    void weightsThatDoNotAverageOneAreNoBasis() throws IOException {
        Result result = evaluate(UNIFORM, all(0.375), false);
        assertThat(result.doubts()).isEmpty();
        assertThat(trained(result).doubts().get(0))
                .isEqualTo(
                        "weights average 0.67 instead of 1: the log excludes what it would choose, or propensities are"
                                + " wrong");
        Verdict verdict = Verdict.of(result);
        assertThat(verdict.finding()).isEqualTo(Finding.CANNOT_TELL);
        assertThat(verdict.sentence())
                .startsWith("The log cannot tell: no estimate can be trusted. Of ")
                .contains("weights average 0.6");
    }

    @Test
    void ipsAndSnipsThatDisagreeAreNoBasis() throws IOException {
        assertThat(trained(evaluate(UNIFORM, all(0.375), false)).doubts())
                .anyMatch(doubt -> doubt.startsWith("IPS says 0.4") && doubt.contains(" and SNIPS 0."));
    }

    @Test
    void anEstimateOutsideTheRewardsIsNoBasis() throws IOException {
        assertThat(trained(evaluate(UNIFORM, all(0.05), false)).doubts())
                .anyMatch(doubt -> doubt.matches("IPS says 3\\.\\d+, where rewards are between 0.00 and 1.00"));
    }

    @Test
    void aLogWithoutPropensitiesSaysSo() throws IOException {
        Verdict verdict = verdict(UNIFORM, all(Double.NaN));
        assertThat(verdict.finding()).isEqualTo(Finding.CANNOT_TELL);
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The log cannot tell: it has no propensities. Without the probability of each choice, estimates"
                                + " rest on a model alone. Log the propensities; or, if every arm was equally likely, use"
                                + " --uniform.");
    }

    @Test
    void anAssumptionOfUniformChoiceIsStatedAndChecked() throws IOException {
        Result uniform = evaluate(UNIFORM, all(Double.NaN), true);
        assertThat(uniform.health().lines(uniform.skipped()))
                .anyMatch(line -> line.startsWith("propensities ")
                        && line.endsWith("from 0.2500 to 0.2500, 4,000 of them assumed: uniform choice (--uniform)"));
        assertThat(Verdict.of(uniform).finding()).isEqualTo(Finding.USE);
        double[][] truth = {{0.4, 0.2, 0.3, 0.1}, {0.1, 0.3, 0.2, 0.4}};
        assertThat(Verdict.of(evaluate(truth, all(Double.NaN), true)).finding()).isEqualTo(Finding.CANNOT_TELL);
    }

    @Test
    void ifNothingIsLeftTheReasonsAreCounted() throws IOException {
        Path file = folder.resolve("log.json");
        Files.writeString(file, """
                {"_label_cost":-1,"_labelIndex":7,"c":{"_multi":[{"_tag":"a"},{"_tag":"b"}]}}
                {"_label_cost":-1,"_labelIndex":9,"c":{"_multi":[{"_tag":"a"},{"_tag":"b"}]}}
                {"_labelIndex":1,"c":{"_multi":[{"_tag":"a"},{"_tag":"b"}]}}
                """);
        DecisionLog log = DecisionLog.open(file, LogFormat.DSJSON, CsvColumns.DEFAULT);
        assertThatThrownBy(() -> Evaluation.of(
                        log, EncoderDefinition.builder().build(), new Settings(List.of(), 1, false), share -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the log has no event with a known reward, so nothing can be valued: 1 events without a"
                        + " reward; 2 lost, event whose chosen action is not on the list (first: line 1)");
    }

    @Test
    void aPolicyWhoseChoiceSomeEventsLackIsLeftOutWithANote() throws IOException {
        Path file = folder.resolve("policies.json");
        Files.writeString(file, """
                {"arms":["a","b"],"chosen":"a","propensity":0.5,"reward":1,"policies":{"new":"a","old":"b"}}
                {"arms":["a","b"],"chosen":"b","propensity":0.5,"reward":0,"policies":{"old":"b"}}
                """);
        Result result = Evaluation.of(
                DecisionLog.open(file, LogFormat.JSON, CsvColumns.DEFAULT),
                EncoderDefinition.builder().build(),
                new Settings(List.of(), 1, false),
                share -> {});
        assertThat(result.notes()).containsExactly("policy new is left out: its choice is in 1 of 2 events.");
        assertThat(result.values())
                .extracting(PolicyValue::label)
                .contains("policy old")
                .doesNotContain("policy new");
    }

    /** Vowpal Wabbit's usual form of a category is a number that is always 1. */
    @Test
    void numbersThatNeverChangeAreFlagsForPoliciesOnVectors() throws IOException {
        Path file = folder.resolve("flags.json");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 1500; i++) {
            int arm = (i * 7 + i / 11) % 3;
            boolean tom = (i * 5 + i / 3) % 2 == 0;
            lines.append("{\"_label_cost\":")
                    .append(arm == (tom ? 0 : 2) ? -1 : 0)
                    .append(",\"_label_probability\":0.333333,\"_labelIndex\":")
                    .append(arm)
                    .append(",\"c\":{\"user=")
                    .append(tom ? "Tom" : "Anna")
                    .append("\":1,\"_multi\":[{\"_tag\":\"x\"},{\"_tag\":\"y\"},{\"_tag\":\"z\"}]}}\n");
        }
        Files.writeString(file, lines);
        Result result = Evaluation.of(
                DecisionLog.open(file, LogFormat.DSJSON, CsvColumns.DEFAULT),
                EncoderDefinition.builder().build(),
                new Settings(
                        List.of(
                                new LearningPolicy("LinUCB", "VOI", true),
                                new LearningPolicy("LinUCB-disjoint", "VOI", true)),
                        1,
                        false),
                share -> {});
        assertThat(result.values().stream().filter(value -> value.kind() == PolicyValue.Kind.TAUGHT))
                .hasSize(2)
                .allSatisfy(value -> assertThat(value.main().value()).isGreaterThan(0.9));
    }
}
