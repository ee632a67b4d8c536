package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalRecord;
import dev.attune.live.Explanation.ArmExplanation;
import dev.attune.live.statistics.PathView.Segment;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private final RecordingLog log = new RecordingLog();

    @Test
    void everyDecisionIsExplainedByWhatTheModelSaw() {
        LiveBandit teacher = Scene.create("LinUCB");
        Scene.teach(teacher, 200, log);
        LiveBandit bandit = Scene.create("LinUCB");
        int explored = 0;
        for (JournalRecord record : log.records) {
            if (record.event() instanceof Decided decided) {
                Explanation why = bandit.explain(record);
                explored += why.exploring() ? 1 : 0;
                makesSense(why, decided);
            } else {
                bandit.apply(record);
            }
        }
        assertThat(bandit.write()).isEqualTo(teacher.write());
        assertThat(explored).isBetween(10, 190).isEqualTo((int)
                teacher.counters().explored());
    }

    private static void makesSense(Explanation why, Decided decided) {
        assertThat(why.arms()).hasSize(4);
        ArmExplanation chosen = why.arms().get(decided.arm());
        assertThat(why.chosen()).isEqualTo(chosen.id());
        assertThat(chosen.probability()).isEqualTo(decided.propensity());
        assertThat(why.arms().stream().mapToDouble(ArmExplanation::probability).sum())
                .isCloseTo(1, within(1e-9));
        double best =
                why.arms().stream().mapToDouble(ArmExplanation::mean).max().orElseThrow();
        assertThat(why.arms().stream()
                        .filter(arm -> arm.id().equals(why.greedy()))
                        .findFirst()
                        .orElseThrow()
                        .mean())
                .isEqualTo(best);
        assertThat(why.exploring()).isEqualTo(!why.greedy().equals(why.chosen()));
        assertThat(why.why()).startsWith(why.chosen());
        List<Segment> envelope = why.envelope();
        assertThat(envelope.get(0).from()).isZero();
        for (int i = 1; i < envelope.size(); i++) {
            assertThat(envelope.get(i).from()).isEqualTo(envelope.get(i - 1).to());
        }
        double explore = why.setting().get(0);
        if (explore > 0) { // the chosen arm is on the envelope at the rate in force
            assertThat(envelope).anySatisfy(interval -> {
                assertThat(interval.arm()).isEqualTo(why.chosen());
                assertThat(interval.from()).isLessThanOrEqualTo(explore);
                assertThat(interval.to()).isGreaterThanOrEqualTo(explore);
            });
        }
    }

    @Test
    void theReasonIsNamed() {
        assertThat(lastOf(LiveBandit.create(
                                Scene.NUMBER,
                                new LiveDefinition(
                                        Scene.bandit("LinUCB").warmup(5).definition(), Scene.firstAtWindowEnd())))
                        .why())
                .contains("warm-up");
        assertThat(lastOf(LiveBandit.create(
                                Scene.NUMBER,
                                new LiveDefinition(
                                        Scene.bandit("LinUCB").uniformShare(1).definition(), Scene.firstAtWindowEnd())))
                        .why())
                .contains("A share of 1.000 of all decisions is uniformly random");
        assertThat(lastOf(Scene.create("Random")).why()).startsWith("Random chose");
    }

    private Explanation lastOf(LiveBandit bandit) {
        RecordingLog own = new RecordingLog();
        byte[] before = bandit.write();
        bandit.decide(Scene.request(1), 1, own);
        return LiveBandit.read(Scene.NUMBER, before).explain(own.records.get(0));
    }

    @Test
    void aChoiceOfTheCallerIsExplainedAsSuch() {
        LiveBandit bandit = Scene.create("LinUCB");
        bandit.observe(Scene.observation("", 1, "c", OptionalDouble.empty()), 1, log);
        Explanation why = Scene.create("LinUCB").explain(log.records.get(0));
        assertThat(why.why()).isEqualTo("The caller chose c; the bandit only learns from it.");
        assertThat(why.greedy()).isEmpty();
        assertThat(why.exploring()).isFalse();
        assertThat(why.envelope()).isEmpty();
        assertThat(why.arms().get(2).probability()).isEqualTo(0.25);
        assertThat(why.arms().get(2).mean()).isNaN();
    }

    @Test
    void onlyDecisionsCanBeExplained() {
        Scene.create("LinUCB").catalogue(Scene.arms("a"), 1, log);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scene.create("LinUCB").explain(log.records.get(0)))
                .withMessageContaining("position 1 is not a decision");
    }
}
