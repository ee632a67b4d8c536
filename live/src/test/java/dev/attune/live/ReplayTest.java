package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal that tells something else than what happened stops the replay, with the position. */
class ReplayTest {
    private final RecordingLog log = new RecordingLog();

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "SGD-TS", "LinUCB-disjoint", "Sparse-TS", "Random"})
    void theEventsGiveTheSameBits(String policy) {
        LiveBandit bandit = Scene.create(policy);
        Scene.teach(bandit, 80, log);
        LiveBandit again = Scene.replayed(Scene.create(policy), log.records);
        assertThat(again.write()).isEqualTo(bandit.write());
        assertThat(again.counters().decisions()).isEqualTo(80);
        assertThat(again.counters().explored()).isEqualTo(bandit.counters().explored());
    }

    @Test
    void anotherArmIsFound() {
        tampered(event ->
                with(event, (event.arm() + 1) % 4, event.ranking(), event.x(), event.setting(), event.learnt()));
    }

    @Test
    void otherFeaturesAreFound() {
        tampered(event -> {
            double[] x = event.x().clone();
            x[2] = Math.nextUp(x[2]);
            return with(event, event.arm(), event.ranking(), x, event.setting(), event.learnt());
        });
    }

    @Test
    void anotherSettingIsFound() {
        tampered(event -> {
            double[] setting = event.setting().clone();
            setting[0] = Math.nextUp(setting[0]);
            return with(event, event.arm(), event.ranking(), event.x(), setting, event.learnt());
        });
    }

    @Test
    void anotherModelIsFound() {
        tampered(event -> with(event, event.arm(), event.ranking(), event.x(), event.setting(), event.learnt() + 1));
    }

    @Test
    void anotherRankingIsFound() {
        tampered(
                event -> with(event, event.arm(), new int[] {event.arm()}, event.x(), event.setting(), event.learnt()));
    }

    @Test
    void whatCannotHaveHappenedIsFound() {
        LiveBandit bandit = Scene.create("LinUCB");
        bandit.decide(Scene.request(1), 1, log);
        mismatch(new JournalEvent.Rewarded(Scene.NUMBER, 2, "", 1));
        mismatch(new JournalEvent.Joined(Scene.NUMBER, 1, 0.5));
        mismatch(new JournalEvent.Expired(Scene.NUMBER, 3));
        mismatch(new JournalEvent.Catalogued(Scene.NUMBER, 2, Scene.arms("a")));
        mismatch(new JournalEvent.Changed(Scene.NUMBER, "painted", "{}"));
        mismatch(new JournalEvent.Changed(Scene.NUMBER, "floor", "not JSON"));
        mismatch(new JournalEvent.Changed(Scene.NUMBER, "floor", "{\"to\":2}"));
        mismatch(new JournalEvent.Expired(Scene.NUMBER + 1, 1));
    }

    private void mismatch(JournalEvent event) {
        LiveBandit bandit = Scene.replayed(Scene.create("LinUCB"), log.records);
        assertThatExceptionOfType(ReplayMismatchException.class)
                .isThrownBy(() -> bandit.apply(new JournalRecord(44, 9, event)))
                .satisfies(e -> assertThat(e.position()).isEqualTo(44));
    }

    private void tampered(UnaryOperator<Decided> change) {
        Scene.teach(Scene.create("LinUCB"), 30, log);
        List<JournalRecord> records = new ArrayList<>(log.records);
        int last = records.size() - 1;
        while (!(records.get(last).event() instanceof Decided)) {
            last--;
        }
        JournalRecord record = records.get(last);
        records.set(last, new JournalRecord(record.position(), record.time(), change.apply((Decided) record.event())));
        assertThatExceptionOfType(ReplayMismatchException.class)
                .isThrownBy(() -> Scene.replayed(Scene.create("LinUCB"), records))
                .satisfies(e -> assertThat(e.position()).isEqualTo(record.position()));
    }

    private static Decided with(Decided event, int arm, int[] ranking, double[] x, double[] setting, long learnt) {
        return new Decided(
                event.bandit(),
                event.decision(),
                event.round(),
                learnt,
                event.clientId(),
                event.context(),
                event.offer(),
                arm,
                ranking,
                x,
                setting,
                event.memo(),
                event.propensity(),
                event.tuned(),
                event.byCaller());
    }
}
