package dev.attune.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.encode.EncoderDefinition;
import dev.attune.lab.evaluate.Evaluation.Result;
import dev.attune.lab.evaluate.Evaluation.Settings;
import dev.attune.lab.evaluate.PolicyValue.Kind;
import dev.attune.lab.evaluate.Verdict.Finding;
import dev.attune.lab.log.LogHealth;
import dev.attune.lab.log.Skipped;
import dev.attune.lab.report.Interval;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final EncoderDefinition ENCODING =
            EncoderDefinition.builder().build();

    private static PolicyValue logging(double value) {
        return value("logging policy", Kind.LOGGING, value, 1000, 0.01, 0, 0);
    }

    private static PolicyValue value(
            String label, Kind kind, double value, double size, double share, double gain, double error) {
        PolicyValue.ValueEstimate main =
                new PolicyValue.ValueEstimate("doubly robust", value, Interval.NONE, Interval.NONE);
        return new PolicyValue(label, kind, List.of(main), size, share, 500, gain, error, List.of());
    }

    private static Verdict verdict(PolicyValue... candidates) {
        List<PolicyValue> values = Stream.concat(Stream.of(logging(0.1)), Arrays.stream(candidates))
                .toList();
        return Verdict.of(new Result(1000, values, List.of(), Skipped.NOTHING, List.of(), new LogHealth(), List.of()));
    }

    private static PolicyValue voi(double gain, double error) {
        return value("LinUCB, VOI", Kind.LEARNING, 0.1 + gain, 500, 0.01, gain, error);
    }

    @Test
    void whatIsSurelyBetterIsRecommendedWithWhatItIsWorth() {
        Verdict verdict = verdict(voi(0.05, 0.01));

        assertThat(verdict.finding()).isEqualTo(Finding.USE);
        assertThat(verdict.chosen())
                .hasValueSatisfying(policy -> assertThat(policy.label()).isEqualTo("LinUCB, VOI"));
        assertThat(verdict.sentence())
                .isEqualTo(
                        "Use LinUCB tuned by VOI: on this log it would have earned 0.150 a decision over its first 500"
                                + " decisions, starting from nothing, where the logging policy earned 0.100; that is +50 %,"
                                + " between +30 % and +70 % (95 % sure, the best of 1 candidates being picked).");
    }

    @Test
    void aTaughtBanditIsRecommendedAsOne() {
        Verdict verdict = verdict(value("LinUCB, VOI, taught", Kind.TAUGHT, 0.15, 500, 0.01, 0.05, 0.01));

        assertThat(verdict.sentence())
                .startsWith(
                        "Use LinUCB tuned by VOI, taught: on this log it would have earned 0.150 a decision over its first"
                                + " 500 decisions, taught by half of the log before, where the logging policy earned 0.100");
    }

    @Test
    void amongThoseThatAreBetterTheSurestGainCounts() {
        Verdict verdict = verdict(
                value("arm a", Kind.STATIONARY, 0.2, 500, 0.01, 0.1, 0.04),
                value("arm b", Kind.STATIONARY, 0.15, 500, 0.01, 0.05, 0.001));
        assertThat(verdict.chosen())
                .hasValueSatisfying(policy -> assertThat(policy.label()).isEqualTo("arm b"));
    }

    @Test
    void whatIsBetterByChanceIsNot() {
        Verdict verdict = verdict(voi(0.01, 0.01));

        assertThat(verdict.finding()).isEqualTo(Finding.CANNOT_TELL);
        assertThat(verdict.chosen()).isEmpty();
        assertThat(verdict.sentence())
                .contains("no candidate that rests on enough events is surely better")
                .contains("LinUCB tuned by VOI, between -10 % and +30 %")
                .contains("about 3.8 times as long");
    }

    @Test
    void manyCandidatesWidenTheIntervals() {
        double alone = verdict(voi(0.05, 0.01)).gains().get(0).interval().length();
        Verdict many = verdict(Collections.nCopies(20, voi(0.05, 0.01)).toArray(PolicyValue[]::new));
        assertThat(alone).isCloseTo(2 * 1.959964 * 0.01, within(1e-7));
        assertThat(many.gains().get(0).interval().length()).isCloseTo(2 * 3.023341 * 0.01, within(1e-7));
    }

    @Test
    void tooFewEventsOrOneThatCarriesItAllAreNeverRecommended() {
        PolicyValue few = value("arm a", Kind.STATIONARY, 0.9, 99, 0.01, 0.8, 0.01);
        PolicyValue heavy = value("arm b", Kind.STATIONARY, 0.9, 500, 0.11, 0.8, 0.01);

        Verdict verdict = verdict(few, heavy);

        assertThat(few.warnings()).containsExactly("effective sample size 99 < 100");
        assertThat(heavy.warnings()).containsExactly("one event carries 11 %");
        assertThat(verdict.finding()).isEqualTo(Finding.CANNOT_TELL);
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The log cannot tell: every estimate rests on too few events. The best founded, 'arm a', has an"
                                + " effective sample size of 99 and one event that carries 1 %; an effective sample size of 100,"
                                + " and no event that carries more than 10 %, are needed.");
        assertThat(verdict(few, voi(0.05, 0.01)).chosen())
                .hasValueSatisfying(policy -> assertThat(policy.label()).isEqualTo("LinUCB, VOI"));
    }

    @Test
    void ifEverythingIsWorseTheLoggingPolicyIsKept() {
        assertThat(verdict(voi(-0.05, 0.01)).finding()).isEqualTo(Finding.KEEP);
        assertThat(verdict(voi(-0.05, 0.01)).sentence())
                .isEqualTo(
                        "Keep the logging policy: every candidate would have earned less; the nearest is LinUCB tuned by"
                                + " VOI, at -50 % (95 % sure for all candidates together).");
        assertThat(verdict(voi(-0.001, 0.01)).sentence())
                .isEqualTo(
                        "The log cannot tell: of 1 candidates, 1 rests on enough events, and none of these earns more than"
                                + " the logging policy.");
        PolicyValue unknown = value("arm a", Kind.STATIONARY, 0.9, 9, 0.01, 0.8, 0.01);
        assertThat(verdict(voi(-0.05, 0.01), unknown).finding()).isEqualTo(Finding.CANNOT_TELL);
    }

    /**
     * 200 logs on which all arms are equal, 8 candidates each, one of them a bandit. A recommendation is a false alarm, and they may be 5 %; more
     * than 22 of 200 would then come once in 10,000 runs. What the trained policies earn is the same too, which it would
     * not seem to be if the model had seen the events it predicts: the mean over the logs is within 5 standard errors.
     */
    @Tag("slow")
    @Test
    void wherePoliciesAreEqualNoneIsRecommendedButByRareChance() throws IOException {
        double[][] mean = {{0.3, 0.3, 0.3, 0.3}, {0.5, 0.5, 0.5, 0.5}};
        double[][] logging = {{0.4, 0.2, 0.3, 0.1}, {0.1, 0.6, 0.1, 0.2}};
        List<LearningPolicy> bandits = List.of(new LearningPolicy("LinUCB", "explore=1"));
        int alarms = 0;
        double sum = 0;
        double squares = 0;
        int logs = 200;
        for (int seed = 0; seed < logs; seed++) {
            KnownLog log = new KnownLog(1000 + seed, 1200, mean, logging);
            Result result = Evaluation.of(log, ENCODING, new Settings(bandits, 1, false), share -> {});
            alarms += Verdict.of(result).finding() == Finding.USE ? 1 : 0;
            PolicyValue trained = result.values().get(2);
            assertThat(trained.label()).isEqualTo("trained, greedy");
            sum += trained.main().value();
            squares += trained.main().value() * trained.main().value();
        }
        assertThat(alarms).isLessThanOrEqualTo(22);
        double error = Math.sqrt((squares / logs - sum / logs * sum / logs) / logs);
        assertThat(sum / logs).isCloseTo(0.4, within(5 * error));
    }

    /** And where one arm is far better, it is found: the gain is 14 standard errors. */
    @Test
    void aPolicyThatIsFarBetterIsFound() throws IOException {
        double[][] mean = {{0.1, 0.8, 0.1, 0.1}, {0.1, 0.1, 0.8, 0.1}};
        KnownLog log = new KnownLog(1, 2000, mean, KnownLog.uniform(2, 4));
        Result result = Evaluation.of(
                log, ENCODING, new Settings(List.of(new LearningPolicy("LinUCB", "VOI")), 2, false), share -> {});
        Verdict verdict = Verdict.of(result);
        assertThat(verdict.finding()).isEqualTo(Finding.USE);
        assertThat(verdict.chosen())
                .hasValueSatisfying(policy -> assertThat(policy.label()).isEqualTo("trained, greedy"));
        PolicyValue bandit = result.values().get(result.values().size() - 1);
        assertThat(bandit.decisions()).isBetween(400.0, 600.0);
        assertThat(bandit.main().value()).isBetween(0.6, 0.85);
    }
}
