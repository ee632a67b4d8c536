package dev.attune.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.catalog.Catalog;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.lab.evaluate.Evaluation.Result;
import dev.attune.lab.evaluate.Evaluation.Settings;
import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.GeneratedWordLog;
import dev.attune.lab.log.LogFormat;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.report.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Evaluation on contexts of words, with a coefficient for each word of each arm. */
@Tag("slow")
class SparseEvaluationTest {
    private static final int EVENTS = 8_000;
    private static final EncoderDefinition DEFAULTS =
            EncoderDefinition.builder().build();
    private static final String DEFAULT = Catalog.DEFAULT_POLICY + ", Auto";

    @TempDir
    Path folder;

    /** A file with events of contexts of words; the arm of the topic pays with probability {@code high}, any other with {@code low}. */
    private DecisionLog words(long seed, int words, int events, double high, double low) throws IOException {
        Path file = folder.resolve("words.json");
        new GeneratedWordLog(events, words, high, low, seed).write(file);
        return DecisionLog.open(file, LogFormat.DSJSON, CsvColumns.DEFAULT);
    }

    private static Result evaluate(DecisionLog log, List<LearningPolicy> learning) throws IOException {
        return Evaluation.of(log, DEFAULTS, new Settings(learning, 1, false), share -> {});
    }

    private static PolicyValue value(Result result, String label) {
        return result.values().stream()
                .filter(value -> value.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** Random choice earns .10 and the best possible choice .75. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void theDefaultEarnsWhatTheBestCandidateEarnsHoweverManyWordsThereAre(int words) throws IOException {
        Result result = evaluate(
                words(words, words, EVENTS, .75, .03), LearningPolicy.all(List.of(Catalog.DEFAULT_POLICY), List.of()));

        double best = result.values().stream()
                .mapToDouble(value -> value.main().value())
                .max()
                .orElseThrow();
        assertThat(best).isBetween(.65, .80);
        assertThat(value(result, DEFAULT + ", taught").main().value()).isGreaterThan(.9 * best);
        assertThat(value(result, DEFAULT).main().value())
                .as(
                        "from nothing, in about %s decisions",
                        value(result, DEFAULT).decisions())
                .isGreaterThan(.2);
        assertThat(Verdict.of(result).finding()).isEqualTo(Verdict.Finding.USE);
        assertThat(result.events()).isEqualTo(EVENTS);
        assertThat(result.notes()).isEmpty();
        assertThat(result.skipped().reasons()).isEmpty();
        assertThat(result.models()).hasSize(2).allSatisfy(model -> {
            assertThat(model.policy()).isEqualTo(Catalog.DEFAULT_POLICY);
            assertThat(model.coefficients()).isBetween(5L * words, 20L * (words + 1));
            assertThat(model.dropped()).isZero();
        });
    }

    /** Shows that no event is valued by what it has taught: with 10,000 coefficients, an event that was learnt is remembered. */
    @Test
    void whereRewardsAreLuckNothingEarnsMoreThanChance() throws IOException {
        Result result = evaluate(
                words(3, 1_000, 4_000, .3, .3), LearningPolicy.all(List.of(Catalog.DEFAULT_POLICY), List.of("Auto")));

        for (PolicyValue value : result.values()) {
            assertThat(value.gain()).as(value.label()).isCloseTo(0, within(4.5 * value.gainError() + 1e-12));
        }
        assertThat(result.values())
                .extracting(PolicyValue::label)
                .contains("trained, greedy", DEFAULT, DEFAULT + ", taught");
    }

    @Test
    void policiesOnVectorsAreLeftOutWithANoteWhereTheirEncoderRejectsEvents() throws IOException {
        Result result = evaluate(
                words(1, 10_000, 1_000, .75, .03),
                LearningPolicy.all(List.of(Catalog.DEFAULT_POLICY, "LinUCB"), List.of("explore=0")));

        assertThat(result.events()).isEqualTo(1_000);
        assertThat(result.skipped().lost()).isZero();
        assertThat(result.values())
                .extracting(PolicyValue::label)
                .contains(Catalog.DEFAULT_POLICY + ", explore=0")
                .doesNotContain("LinUCB, explore=0");
        assertThat(result.notes())
                .hasSize(2)
                .first()
                .asString()
                .matches("LinUCB, explore=0 is left out: [0-9,]+ events do not fit its vectors, the first because .*"
                        + "4096.*");
    }

    @Test
    void policiesOnVectorsAndOnSparseArmsAreValuedOnTheSameEvents() throws IOException {
        DecisionLog log = words(1, 100, 1_000, .75, .03);
        List<LearningPolicy> both = LearningPolicy.all(List.of("LinUCB", Catalog.DEFAULT_POLICY), List.of("explore=0"));
        Result together = evaluate(log, both);
        Result vectors = evaluate(log, both.subList(0, 1));
        Result sparse = evaluate(log, both.subList(1, 2));

        assertThat(together.notes()).singleElement().asString().startsWith("Policies on vectors have 63 slots");
        for (Result alone : List.of(vectors, sparse)) {
            for (PolicyValue value : alone.values()) {
                assertThat(value(together, value.label())).isEqualTo(value);
            }
        }
    }

    /** Of the events without a reward, nine in ten were dropped: with its weight, one in ten still earns nothing more. */
    @Test
    void anEventThatStandsForSeveralCountsAsManyTimes() {
        CrossFit model = new CrossFit(new Interval(0, 1));
        FeatureEncoder encoder = new FeatureEncoder(FeatureEncoder.Form.SPARSE, DEFAULTS);
        List<Arm> arms = List.of(new Arm("a", Features.NONE), new Arm("b", Features.NONE));
        encoder.encode(new LoggedEvent("", 0, Features.NONE, arms, 0, 1, 0, 1));
        ActionSet encoded = encoder.arms();
        for (int i = 0; i < 4_000; i++) {
            double reward = i % 2;
            model.learn(i, encoded, 0, reward, reward == 1 ? 1 : 9);
        }
        model.predict(0, encoded);
        assertThat(model.raw()[0]).isCloseTo(0.1, within(0.03));
    }

    @Test
    void everyPolicyHasATaughtBanditWithItsFirstTuner() {
        assertThat(LearningPolicy.all(List.of("LinUCB", Catalog.DEFAULT_POLICY), List.of()))
                .extracting(LearningPolicy::label)
                .contains("LinUCB, VOI, taught", DEFAULT + ", taught")
                .filteredOn(label -> label.endsWith("taught"))
                .hasSize(2);
        assertThat(LearningPolicy.all(List.of("Sparse-TS"), List.of()))
                .extracting(LearningPolicy::label)
                .startsWith("Sparse-TS, RandTS")
                .endsWith("Sparse-TS, RandTS, taught");
        assertThat(LearningPolicy.all(List.of("LinUCB"), List.of("explore=1", "OP", "CDT")))
                .extracting(LearningPolicy::label)
                .containsExactly("LinUCB, explore=1", "LinUCB, OP", "LinUCB, CDT", "LinUCB, OP, taught");
        assertThat(LearningPolicy.all(List.of("LinUCB"), List.of("explore=1")))
                .extracting(LearningPolicy::label)
                .containsExactly("LinUCB, explore=1");
    }
}
