package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.Control;
import dev.attune.journal.JournalRecord;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.statistics.BanditVerdict;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A live bandit is compared with its control by every reward since a start that is part of its history. */
class ControlComparisonTest {
    private final RecordingLog log = new RecordingLog();

    private static LiveBandit create(Control control, double share) {
        return LiveBandit.create(
                Scene.NUMBER,
                new LiveDefinition(
                        Scene.bandit("LinUCB").uniformShare(share).definition(),
                        Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()),
                        control));
    }

    /** Arm "b" always pays, no other one does. */
    private void play(LiveBandit bandit, int rounds) {
        for (int i = 0; i < rounds; i++) {
            long now = bandit.time() + 10;
            Answer answer = bandit.decide(Scene.request(i), now, log);
            bandit.reward(answer.decision(), "", answer.arm().equals("b") ? 1 : 0, now, log);
        }
    }

    private static BanditVerdict verdict(LiveBandit bandit) {
        return BanditVerdict.of(bandit.publish());
    }

    @Test
    void everyRewardSinceTheFirstDecisionCounts() {
        LiveBandit bandit = create(Control.random(), 0.1);
        play(bandit, 1_000);
        assertThat(verdict(bandit).state()).isEqualTo(BanditVerdict.State.BETTER);
        assertThat(verdict(bandit).count()).isEqualTo(1_000);
        assertThat(verdict(bandit).since()).isEqualTo(10);
        assertThat(verdict(bandit).estimate()).isBetween(0.6, 0.75); // .9 (1 - .25) with the share
    }

    @Test
    void anArmThatIsNotOfferedCannotBeComparedWith() {
        LiveBandit bandit = create(new Control.NamedArm("tea"), 0.1);
        play(bandit, 100);
        assertThat(verdict(bandit).count()).isZero();
        assertThat(verdict(bandit).action()).startsWith("Offer tea in decisions.");
        bandit.change(Change.control(new Control.NamedArm("c"), "ada"), 5_000, log);
        play(bandit, 1_000);
        assertThat(verdict(bandit).text()).startsWith("Better than the arm c");
        assertThat(verdict(bandit).since()).isEqualTo(5_000);
        assertThat(verdict(bandit).count()).isEqualTo(1_000);
        assertThat(bandit.definition().control()).isEqualTo(new Control.NamedArm("c"));
    }

    @Test
    void observedDecisionsAreThoseOfAnOldSystem() {
        LiveBandit bandit = create(new Control.OldSystem(0.25), 0);
        for (int i = 0; i < 500; i++) {
            play(bandit, 3);
            bandit.observe(Scene.observation("", i, "c", OptionalDouble.of(0)), bandit.time() + 10, log);
        }
        assertThat(verdict(bandit).count()).isEqualTo(2_000);
        assertThat(verdict(bandit).text()).startsWith("Better than the old system");
        LiveBandit random = create(Control.random(), 0.1);
        random.observe(Scene.observation("", 0, "c", OptionalDouble.of(0)), 10, log);
        assertThat(verdict(random).count()).isZero();
    }

    @Test
    void decisionsFromBeforeTheStartDoNotCountAndThoseThatExpireNeverDo() {
        LiveBandit bandit = create(Control.random(), 0.1);
        Answer before = bandit.decide(Scene.request(1), 10, log);
        bandit.change(Change.count("ada"), 20, log);
        Answer after = bandit.decide(Scene.request(2), 30, log);
        Answer never = bandit.decide(Scene.request(3), 40, log);
        bandit.reward(before.decision(), "", 1, 50, log);
        assertThat(verdict(bandit).count()).isZero();
        assertThat(verdict(bandit).since()).isEqualTo(20);
        bandit.reward(after.decision(), "", 1, 60, log);
        assertThat(verdict(bandit).count()).isEqualTo(1);
        bandit.closeDue(40 + Scene.WINDOW, log);
        assertThat(bandit.counters().expired()).isEqualTo(1);
        assertThat(verdict(bandit).count()).isEqualTo(1);
        assertThat(never.decision()).isEqualTo(3);
    }

    /** The decisions for the arm expire, so those for other arms that wait as well would make it look better than it was. */
    @Test
    void decisionsThatWaitWhenAnArmIsRetiredAreLeftOut() {
        LiveBandit bandit = create(Control.random(), 0.1);
        bandit.catalogue(Scene.arms("a", "b", "c"), 5, log);
        Answer waits = bandit.decide(Scene.request("", 1, Scene.fromCatalogue(1)), 10, log);
        bandit.change(Change.retire("c", "ada"), 20, log);
        bandit.reward(waits.decision(), "", 1, 30, log);
        assertThat(verdict(bandit).count()).isZero();
        Answer next = bandit.decide(Scene.request("", 1, Scene.fromCatalogue(0)), 40, log);
        bandit.reward(next.decision(), "", 1, 50, log);
        assertThat(verdict(bandit).count()).isEqualTo(1);
    }

    @Test
    void aReplayAndARestoredStateGiveTheSameVerdict() {
        LiveBandit bandit = create(new Control.NamedArm("c"), 0.1);
        play(bandit, 300);
        bandit.change(Change.control(Control.random(), "ada"), bandit.time() + 5, log);
        play(bandit, 300);
        bandit.change(Change.count("ada"), bandit.time() + 5, log);
        play(bandit, 150);
        LiveBandit middle = LiveBandit.read(Scene.NUMBER, bandit.write());
        play(bandit, 150);
        List<JournalRecord> records = log.records;

        LiveBandit replayed = Scene.replayed(create(new Control.NamedArm("c"), 0.1), records);
        assertThat(verdict(replayed)).isEqualTo(verdict(bandit));
        assertThat(replayed.write()).isEqualTo(bandit.write());
        assertThat(replayed.definition()).isEqualTo(bandit.definition());
        Scene.replayed(middle, records.subList(records.size() - 450, records.size()));
        assertThat(verdict(middle)).isEqualTo(verdict(bandit));
    }

    @Test
    void aControlIsPartOfTheDefinition() {
        for (Control control :
                List.of(Control.random(), new Control.NamedArm("b \"x\""), new Control.OldSystem(0.125))) {
            LiveDefinition definition = create(control, 0.1).definition();
            assertThat(DefinitionJson.parse(DefinitionJson.text(definition))).isEqualTo(definition);
            Change change = Change.control(control, "ada");
            assertThat(Change.of(change.toEvent(Scene.NUMBER))).isEqualTo(change);
        }
        String text = DefinitionJson.text(create(Control.random(), 0.1).definition());
        assertThat(text).contains("\"control\":\"random\"");
        assertThatThrownBy(() -> DefinitionJson.parse(text.replace("\"random\"", "\"best\"")))
                .hasMessageContaining("control must be \"random\", {\"arm\": id} or {\"oldSystem\"");
        assertThatThrownBy(() -> DefinitionJson.parse(text.replace("\"random\"", "{\"oldSystem\":1}")))
                .hasMessageContaining("control.oldSystem must be above 0 and below 1");
        assertThatThrownBy(() -> DefinitionJson.parse(text.replace("\"random\"", "{}")))
                .hasMessageContaining("control");
        assertThatThrownBy(() -> new Change(Change.What.CONTROL, "\"best\"", ""))
                .hasMessageContaining("must be \"random\"");
    }
}
