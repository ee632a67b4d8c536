package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.JournalEvent.Joined;
import dev.attune.journal.JournalRecord;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.live.json.EventJson;
import dev.attune.live.statistics.Alarm;
import dev.attune.testkit.RestartingPolicy;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A model that detects a change of the world says so in the journal, in the statistics and when it is asked. */
class WorldChangeTest {
    private static final int REWARDS = 2 * RestartingPolicy.PERIOD + 5;

    private final RecordingLog log = new RecordingLog();
    private final LiveBandit bandit = Scene.create(
            RestartingPolicy.NAME, Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()));

    @Test
    void theRewardThatRaisesTheAlarmSaysSo() throws Exception {
        Scene.teach(bandit, REWARDS, log);

        List<Joined> joined = log.events(Joined.class);
        assertThat(joined).hasSize(REWARDS);
        for (int i = 0; i < REWARDS; i++) {
            boolean alarm = (i + 1) % RestartingPolicy.PERIOD == 0;
            assertThat(joined.get(i).change()).isEqualTo(alarm ? (i + 1) / RestartingPolicy.PERIOD : 0);
        }
        assertThat(bandit.counters().changes()).isEqualTo(2);
        assertThat(bandit.counters().lastChange()).isEqualTo(2 * RestartingPolicy.PERIOD);
        assertThat(bandit.modelView("", 1).explanation().changesSummary())
                .isEqualTo(
                        "2 changes of the world were detected, the last after 80 rewards: the model was replaced by a"
                                + " younger one.");
        JournalRecord last = log.records.stream()
                .filter(record -> record.event().equals(joined.get(2 * RestartingPolicy.PERIOD - 1)))
                .findFirst()
                .orElseThrow();
        assertThat(EventJson.line(last))
                .contains(
                        "\"event\":\"joined\"",
                        "\"change\":2",
                        "\"message\":\"the model was replaced by a younger one, which had predicted the last rewards better");
        assertThat(EventJson.line(log.records.get(log.records.size() - 1)))
                .contains("\"event\":\"joined\"")
                .doesNotContain("change");
    }

    @Test
    void theAlarmIsAmongTheAlarmsOfTheStatisticsAndIsSaved() {
        Scene.teach(bandit, REWARDS, log);
        LiveBandit again = LiveBandit.read(Scene.NUMBER, bandit.write());

        List<Alarm> alarms = again.publish().statistics().alarms();
        assertThat(alarms).isEqualTo(bandit.publish().statistics().alarms());
        assertThat(alarms)
                .extracting(Alarm::kind)
                .containsExactly(Alarm.Kind.MODEL_REPLACED, Alarm.Kind.MODEL_REPLACED);
        assertThat(alarms).extracting(Alarm::count).containsExactly(80L, 40L);
        assertThat(alarms.get(0).message())
                .isEqualTo(
                        "the model was replaced by a younger one, which had predicted the last rewards better, after 80 rewards");
        assertThat(again.write()).isEqualTo(bandit.write());
    }

    /** Three within 1,000 rewards; once it is acknowledged, the next three are another alarm. */
    @Test
    void aBurstOfReplacementsNeedsAttentionUntilItIsAcknowledged() {
        Scene.teach(bandit, 5 * RestartingPolicy.PERIOD, log);
        List<Alarm> alarms = bandit.publish().statistics().alarms();
        assertThat(alarms)
                .extracting(Alarm::kind)
                .filteredOn(Alarm.Kind.MODEL_REPLACED_OFTEN::equals)
                .hasSize(1);
        Alarm burst = alarms.stream()
                .filter(alarm -> alarm.kind() == Alarm.Kind.MODEL_REPLACED_OFTEN)
                .findFirst()
                .orElseThrow();
        assertThat(burst.message())
                .isEqualTo(
                        "the model was replaced 3 times within 80 rewards: its predictions cannot be trusted until it"
                                + " has learnt 1,000 more without a replacement");
        assertThat(burst.needsAttention()).isTrue();
        assertThat(burst.action()).isNotEmpty();
        assertThat(alarms.get(0).needsAttention()).isFalse();

        bandit.change(Change.acknowledge(burst.id(), "ada"), bandit.time() + 5, log);
        assertThat(bandit.publish().statistics().alarms()).noneMatch(Alarm::needsAttention);
        int events = log.records.size();
        bandit.change(Change.acknowledge(burst.id(), "bob"), bandit.time() + 5, log);
        assertThat(log.records).hasSize(events);
        assertThatThrownBy(() -> bandit.change(Change.acknowledge(99, "ada"), bandit.time() + 5, log))
                .isInstanceOf(RefusedException.class)
                .hasMessage("there is no alarm 99");
        assertThat(LiveBandit.read(Scene.NUMBER, bandit.write())
                        .publish()
                        .statistics()
                        .alarms())
                .isEqualTo(bandit.publish().statistics().alarms());
        assertThat(replayed(UnaryOperator.identity()).write()).isEqualTo(bandit.write());

        Scene.teach(bandit, RestartingPolicy.PERIOD, log);
        assertThat(bandit.publish().statistics().alarms()).anyMatch(Alarm::needsAttention);
        Change change = Change.acknowledge(7, "ada");
        assertThat(Change.of(change.toEvent(Scene.NUMBER))).isEqualTo(change);
        assertThatThrownBy(() -> new Change(Change.What.ACKNOWLEDGE, "soon", "ada"))
                .hasMessageContaining("soon");
        assertThatThrownBy(() -> Change.acknowledge(0, "ada")).hasMessageContaining("must be positive");
    }

    @Test
    void aReplayGivesTheSameBitsWithTheAlarms() {
        Scene.teach(bandit, REWARDS, log);

        assertThat(replayed(UnaryOperator.identity()).write()).isEqualTo(bandit.write());
    }

    @Test
    void anAlarmThatDidNotHappenOrIsNotLoggedIsFound() {
        Scene.teach(bandit, REWARDS, log);

        assertThatExceptionOfType(ReplayMismatchException.class)
                .isThrownBy(() -> replayed(joined -> new Joined(joined.bandit(), joined.decision(), joined.value())))
                .withMessageContaining("the journal has change 0 of the world")
                .withMessageContaining("replaying gives change 1");
        assertThatExceptionOfType(ReplayMismatchException.class)
                .isThrownBy(() -> replayed(
                        joined -> new Joined(joined.bandit(), joined.decision(), joined.value(), joined.change() + 1)))
                .withMessageContaining("the journal has change 1 of the world")
                .withMessageContaining("replaying gives none");
    }

    private LiveBandit replayed(UnaryOperator<Joined> asWritten) {
        LiveBandit again = LiveBandit.create(Scene.NUMBER, bandit.definition());
        for (JournalRecord record : log.records) {
            again.apply(
                    record.event() instanceof Joined joined
                            ? new JournalRecord(record.position(), record.time(), asWritten.apply(joined))
                            : record);
        }
        return again;
    }
}
