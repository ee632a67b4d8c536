package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.UniformShare;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent.Changed;
import dev.attune.journal.JournalEvent.Expired;
import dev.attune.journal.JournalEvent.Joined;
import dev.attune.live.RefusedException.Reason;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LiveBanditTest {
    private final RecordingLog log = new RecordingLog();

    @Test
    void aRetryWithTheSameClientIdGetsTheSameDecision() {
        LiveBandit bandit = Scene.create("LinUCB");
        Answer first = bandit.decide(Scene.request("r1", 1, Scene.inline("a", "b", "c")), 5, log);
        byte[] after = bandit.write();
        Answer second = bandit.decide(Scene.request("r1", 9, Scene.inline("x", "y")), 6, log);
        assertThat(second).isEqualTo(first.again());
        assertThat(second.repeated()).isTrue();
        assertThat(bandit.write()).isEqualTo(after);
        assertThat(log.records).hasSize(1);
    }

    @Test
    void aRetryIsAnsweredByAPausedBanditToo() {
        LiveBandit bandit = Scene.create("LinUCB");
        bandit.decide(Scene.request("r1", 1, Scene.inline("a", "b")), 5, log);
        bandit.change(Change.pause("me"), 6, log);
        assertThat(bandit.decide(Scene.request("r1", 1, Scene.inline("a", "b")), 7, log)
                        .repeated())
                .isTrue();
    }

    @Test
    void aClientIdOfADecisionCannotNameAnObservation() {
        LiveBandit bandit = Scene.create("LinUCB");
        bandit.decide(Scene.request("r1", 1, Scene.inline("a", "b")), 5, log);
        bandit.observe(Scene.observation("o1", 1, "a", OptionalDouble.empty()), 5, log);
        refused(
                bandit,
                Reason.CONFLICT,
                "id",
                b -> b.observe(Scene.observation("r1", 1, "a", OptionalDouble.empty()), 6, log));
        refused(bandit, Reason.CONFLICT, "id", b -> b.decide(Scene.request("o1", 1, Scene.inline("a")), 6, log));
    }

    @Test
    void aClientIdIsForgottenWhenItIsNoneOfTheLastTenThousandAndItsDecisionIsClosed() {
        LiveBandit bandit =
                Scene.create("LinUCB", Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.of(0)));
        long first = bandit.decide(Scene.request("first", 1, Scene.inline("a")), 1, log)
                .decision();
        long closed = bandit.decide(Scene.request("closed", 1, Scene.inline("a")), 1, log)
                .decision();
        bandit.reward(closed, "", 1, 1, log);
        for (int i = 0; i < 10_000; i++) {
            bandit.decide(Scene.request("c" + i, 1, Scene.inline("a")), 1, log);
        }
        assertThat(bandit.decide(Scene.request("first", 1, Scene.inline("a")), 1, log)
                        .repeated())
                .as("still waits")
                .isTrue();
        assertThat(bandit.decide(Scene.request("c0", 1, Scene.inline("a")), 1, log)
                        .repeated())
                .isTrue();
        assertThat(bandit.decide(Scene.request("closed", 1, Scene.inline("a")), 1, log)
                        .repeated())
                .isFalse();
        bandit.reward(first, "", 1, 1, log);
        assertThat(bandit.decide(Scene.request("first", 1, Scene.inline("a")), 1, log)
                        .repeated())
                .isFalse();
    }

    @Test
    void aRewardThatIsSentAgainAfterTheWindowHearsThatItCounted() {
        LiveBandit bandit = Scene.create("LinUCB");
        long decision = bandit.decide(Scene.request(1), 0, log).decision();
        assertThat(bandit.reward(decision, "w", 1, 1, log)).isEqualTo(RewardOutcome.COUNTED);
        bandit.closeDue(Scene.WINDOW, log);
        assertThat(bandit.reward(decision, "w", 1, 500, log)).isEqualTo(RewardOutcome.DUPLICATE);
        assertThat(bandit.reward(decision, "other", 1, 500, log)).isEqualTo(RewardOutcome.LATE);
        assertThat(bandit.reward(99, "w", 1, 500, log)).isEqualTo(RewardOutcome.UNKNOWN);
    }

    @Test
    void allDecisionsWaitAlike() {
        LiveBandit bandit = Scene.create("LinUCB");
        bandit.decide(Scene.request(1), 0, log);
        bandit.decide(Scene.request(2), 10, log);
        bandit.reward(2, "", 1, 11, log);
        bandit.reward(1, "", 1, 50, log);
        assertThat(bandit.closeDue(Scene.WINDOW - 1, log)).isZero();
        assertThat(bandit.nextDeadline()).isEqualTo(Scene.WINDOW);
        assertThat(bandit.closeDue(Scene.WINDOW, log)).isEqualTo(1);
        assertThat(bandit.closeDue(Scene.WINDOW + 10, log)).isEqualTo(1);
        assertThat(log.events(Joined.class)).extracting(Joined::decision).containsExactly(1L, 2L);
    }

    @Test
    void aSumIsHeldWithinTheRangeThatThePolicyCanLearn() {
        var definition = Scene.bandit("UCB-GLM").rewards(0, 50).definition();
        var rules = Scene.rules(Learning.AT_WINDOW_END, Aggregation.SUM, OptionalDouble.empty());
        LiveBandit bandit = LiveBandit.create(Scene.NUMBER, new LiveDefinition(definition, rules));
        bandit.decide(Scene.request(1), 0, log);
        bandit.reward(1, "", 3, 1, log);
        bandit.reward(1, "", -1, 2, log);
        bandit.closeDue(1000, log);
        assertThat(log.last()).isEqualTo(new Joined(Scene.NUMBER, 1, 1));
    }

    @Test
    void aRewardThatThePolicyCannotLearnIsRefused() {
        var definition = Scene.bandit("UCB-GLM").rewards(0, 50).definition();
        LiveBandit bandit = LiveBandit.create(Scene.NUMBER, new LiveDefinition(definition, Scene.firstAtWindowEnd()));
        bandit.decide(Scene.request(1), 0, log);
        refused(bandit, Reason.INVALID, "value", b -> b.reward(1, "", 2, 1, log));
        refused(bandit, Reason.INVALID, "value", b -> b.reward(1, "", Double.NaN, 1, log));
        refused(bandit, Reason.INVALID, "id", b -> b.reward(1, "x".repeat(257), 1, 1, log));
        refused(bandit, Reason.INVALID, "id", b -> b.reward(1, "\ud800", 1, 1, log));
    }

    @Test
    void aDefinitionThatCouldNotLearnItsRewardsIsRefused() {
        var wide = Scene.bandit("UCB-GLM").rewards(-5, 50).definition();
        assertThatThrownBy(() -> new LiveDefinition(
                        wide, Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.of(-1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("default reward = -1.0")
                .hasMessageContaining("[0.0, 1.0]");
        var elsewhere = Scene.bandit("UCB-GLM").rewards(2, 3).definition();
        assertThatThrownBy(() -> new LiveDefinition(elsewhere, Scene.firstAtWindowEnd()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("UCB-GLM");
    }

    @Test
    void armsOfACatalogueAreTakenInTheOrderOfTheirIds() {
        LiveBandit bandit = Scene.create("Random");
        bandit.catalogue(Scene.arms("a", "b", "c"), 1, log);
        Answer answer =
                bandit.decide(new DecisionRequest("", Features.NONE, Scene.fromCatalogue(0, "c", "a"), 9), 2, log);
        Decided event = log.events(Decided.class).get(0);
        assertThat(event.offer()).isEqualTo(Scene.fromCatalogue(1, "c", "a"));
        assertThat(answer.arm()).isEqualTo(event.arm() == 0 ? "c" : "a");
        assertThat(answer.ranking()).containsExactly(event.arm() == 0 ? "a" : "c");
    }

    @Test
    void anOfferThatDoesNotFitTheCatalogueIsRefusedWithItsField() {
        LiveBandit bandit = Scene.create("LinUCB");
        refused(bandit, Reason.CATALOGUE, "catalogue", b -> decide(b, 0));
        refused(bandit, Reason.INVALID, "arms", b -> b.catalogue(List.of(), 1, log));
        refused(bandit, Reason.INVALID, "arms[2].id", b -> b.catalogue(Scene.arms("a", "b", "a"), 1, log));
        assertThat(bandit.catalogue(Scene.arms("a", "b", "c"), 1, log)).isEqualTo(1);
        refused(bandit, Reason.CATALOGUE, "catalogue", b -> decide(b, 2, "a"));
        refused(bandit, Reason.INVALID, "armIds[1]", b -> decide(b, 1, "a", "z"));
        refused(bandit, Reason.INVALID, "armIds[2]", b -> decide(b, 0, "a", "b", "a"));
        refused(
                bandit,
                Reason.INVALID,
                "arms[1].id",
                b -> b.decide(Scene.request("", 1, Scene.inline("b", "b")), 1, log));
        refused(
                bandit,
                Reason.INVALID,
                "top",
                b -> b.decide(new DecisionRequest("", Features.NONE, Scene.inline("a"), 0), 1, log));
        refused(
                bandit,
                Reason.INVALID,
                "arm",
                b -> b.observe(Scene.observation("", 1, "z", OptionalDouble.empty()), 1, log));
        refused(
                bandit,
                Reason.INVALID,
                "reward",
                b -> b.observe(Scene.observation("", 1, "a", OptionalDouble.of(7)), 1, log));
    }

    private void decide(LiveBandit bandit, int version, String... ids) {
        bandit.decide(Scene.request("", 1, Scene.fromCatalogue(version, ids)), 1, log);
    }

    @Test
    void aPausedBanditTakesRewardsAndRefusesToDecide() {
        LiveBandit bandit = Scene.create("LinUCB");
        bandit.decide(Scene.request(1), 0, log);
        bandit.change(Change.pause("ann"), 1, log);
        assertThat(log.last()).isEqualTo(new Changed(Scene.NUMBER, "paused", "{\"by\":\"ann\"}"));
        refused(bandit, Reason.PAUSED, "", b -> b.decide(Scene.request(2), 2, log));
        assertThat(bandit.reward(1, "", 1, 3, log)).isEqualTo(RewardOutcome.COUNTED);
        bandit.change(Change.resume("ann"), 4, log);
        assertThat(bandit.decide(Scene.request(2), 5, log).decision()).isEqualTo(2);
    }

    @Test
    void aRetiredArmLeavesTheCatalogueAndItsOwnModelIsForgotten() {
        LiveBandit bandit = Scene.create("LinUCB-disjoint");
        bandit.catalogue(Scene.arms("a", "b"), 0, log);
        decide(bandit, 0, "a");
        decide(bandit, 0, "b");
        bandit.reward(1, "", 1, 2, log);
        bandit.change(Change.retire("a", "ann"), 3, log);
        assertThat(log.events(Expired.class)).containsExactly(new Expired(Scene.NUMBER, 1));
        assertThat(bandit.catalogueVersion()).isEqualTo(2);
        assertThat(bandit.catalogueArms()).containsExactly(Scene.arm("b"));
        assertThat(bandit.counters().waiting()).isEqualTo(1);
        assertThat(bandit.reward(1, "", 1, 4, log)).isEqualTo(RewardOutcome.LATE);
        refused(bandit, Reason.INVALID, "arm", b -> b.change(Change.retire("a", "ann"), 4, log));
        bandit.change(Change.retire("b", "ann"), 4, log);
        refused(bandit, Reason.CATALOGUE, "catalogue", b -> decide(b, 0));
    }

    @Test
    void aSharedModelStillLearnsFromDecisionsOfARetiredArm() {
        LiveBandit bandit = Scene.create("LinUCB");
        bandit.catalogue(Scene.arms("a", "b"), 0, log);
        decide(bandit, 0, "a");
        bandit.change(Change.retire("a", "ann"), 3, log);
        assertThat(bandit.reward(1, "", 1, 4, log)).isEqualTo(RewardOutcome.COUNTED);
    }

    @Test
    void anotherFloorChangesNothingElse() {
        LiveBandit one = Scene.create("LinUCB");
        LiveBandit other = Scene.create("LinUCB");
        RecordingLog otherLog = new RecordingLog();
        Scene.teach(one, 30, log);
        Scene.teach(other, 30, otherLog);
        other.change(Change.floor(1e-12, "ann"), other.time(), otherLog);
        assertThat(other.definition().bandit().options().uniformShare()).isEqualTo(UniformShare.constant(1e-12));
        for (int i = 0; i < 20; i++) {
            Answer a = one.decide(Scene.request(i), one.time(), log);
            Answer b = other.decide(Scene.request(i), other.time(), otherLog);
            assertThat(b.arm()).isEqualTo(a.arm());
            assertThat(b.setting()).isEqualTo(a.setting());
        }
        other.change(Change.floor(1, "ann"), other.time(), otherLog);
        assertThat(other.decide(Scene.request(1), other.time(), otherLog).probability())
                .isEqualTo(0.25);
    }

    @Test
    void anObservationIsLearntWithoutARoundAndWithoutPayingTheTuner() {
        LiveBandit bandit =
                Scene.create("LinUCB", Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty()));
        Answer answer = bandit.observe(Scene.observation("o", 1, "b", OptionalDouble.of(1)), 0, log);
        assertThat(answer.round()).isZero();
        assertThat(answer.arm()).isEqualTo("b");
        assertThat(answer.probability()).isEqualTo(0.25);
        assertThat(log.events(Decided.class).get(0).byCaller()).isTrue();
        assertThat(log.last()).isEqualTo(new Joined(Scene.NUMBER, 1, 1));
        assertThat(bandit.counters().learnt()).isEqualTo(1);
        assertThat(bandit.observe(Scene.observation("o", 1, "b", OptionalDouble.of(1)), 0, log)
                        .repeated())
                .isTrue();
        assertThat(bandit.counters().learnt()).isEqualTo(1);
        assertThat(bandit.decide(Scene.request(1), 1, log).round()).isEqualTo(1);
    }

    @Test
    void armsAfterTheChosenOneAreRankedByTheirIndex() {
        LiveBandit bandit = Scene.create("LinUCB");
        Scene.teach(bandit, 60, log);
        DecisionRequest request = new DecisionRequest("", Scene.visitor(3), Scene.inline("a", "b", "c", "d"), 3);
        byte[] before = bandit.write();
        Answer answer = bandit.decide(request, bandit.time(), log);
        Explanation why = LiveBandit.read(Scene.NUMBER, before).explain(log.records.get(log.records.size() - 1));
        List<String> byIndex = why.arms().stream()
                .filter(arm -> !arm.id().equals(answer.arm()))
                .sorted((one, two) -> Double.compare(two.index(), one.index()))
                .map(Explanation.ArmExplanation::id)
                .toList();
        assertThat(answer.ranking()).isEqualTo(byIndex.subList(0, 2));
    }

    @Test
    void aBatchIsRefusedAsAWholeWithThePlaceOfTheRequest() {
        LiveBandit bandit = Scene.create("LinUCB");
        List<DecisionRequest> requests = List.of(Scene.request(1), Scene.request("", 1, Scene.fromCatalogue(3)));
        refused(bandit, Reason.CATALOGUE, "catalogue", b -> b.check(requests));
        DecisionBatch batch = bandit.batch();
        batch.add(List.of(Scene.request(5)));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> batch.add(requests))
                .satisfies(e -> assertThat(e.index()).isEqualTo(1));
        batch.add(List.of(Scene.request(6)));
        assertThat(batch.finish(1, log)).extracting(List::size).containsExactly(1, 1);
        assertThat(log.records).hasSize(2);
    }

    /** Each request alone would do; together with the price of the arms, the third brings one name too many. */
    @Test
    void aBatchIsCheckedAsIfItsRequestsCameOneAfterTheOther() {
        LiveBandit bandit = Scene.create("LinUCB");
        List<DecisionRequest> requests = List.of(manyNames("x", 4000), manyNames("y", 95), manyNames("z", 1));
        requests.forEach(request -> bandit.check(List.of(request)));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> bandit.check(requests))
                .satisfies(e -> assertThat(e.index()).isEqualTo(2));
        bandit.check(requests.subList(0, 2));
        DecisionBatch batch = bandit.batch();
        batch.add(requests.subList(0, 2));
        assertThatExceptionOfType(RefusedException.class).isThrownBy(() -> batch.add(requests.subList(2, 3)));
        assertThat(batch.finish(1, log).get(0)).hasSize(2);
    }

    private static DecisionRequest manyNames(String prefix, int names) {
        Features.Builder features = Features.builder();
        for (int i = 0; i < names; i++) {
            features.number(prefix + i, i);
        }
        return new DecisionRequest("", features.build(), Scene.inline("a", "b"), 1);
    }

    @Test
    void whatTheJournalCouldNotTellIsRefusedBeforeAnythingChanges() {
        LiveBandit bandit = Scene.create("LinUCB");
        Features halfPair = Features.builder().category("c", "\udc00").build();
        refused(
                bandit,
                Reason.INVALID,
                "context.c",
                b -> b.decide(new DecisionRequest("", halfPair, Scene.inline("a"), 1), 1, log));
        Features large = Features.builder().category("c", "x".repeat(3 << 20)).build();
        refused(
                bandit,
                Reason.INVALID,
                "context",
                b -> b.decide(new DecisionRequest("", large, Scene.inline("a"), 1), 1, log));
        refused(
                bandit,
                Reason.INVALID,
                "arms[0].features.c",
                b -> b.catalogue(List.of(new Arm("a", halfPair)), 1, log));
        refused(
                bandit,
                Reason.INVALID,
                "arms[1].id",
                b -> b.catalogue(List.of(Scene.arm("a"), Scene.arm("b".repeat(300))), 1, log));
    }

    private static void refused(LiveBandit bandit, Reason reason, String field, Consumer<LiveBandit> command) {
        byte[] before = bandit.write();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> command.accept(bandit))
                .satisfies(e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.field()).isEqualTo(field);
                });
        assertThat(bandit.write()).isEqualTo(before);
    }
}
