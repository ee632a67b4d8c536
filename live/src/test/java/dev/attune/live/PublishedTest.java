package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.Attune;
import dev.attune.api.TunerMap;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.engine.PreparedRound;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.live.statistics.ModelView.Coefficient;
import dev.attune.live.statistics.PathView;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.RecentDecision;
import dev.attune.live.statistics.Span;
import dev.attune.live.statistics.TimeRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a live bandit lets others see is what it did. */
class PublishedTest {
    private static final long START = 1_700_000_000_000L;
    private static final List<Arm> ARMS = List.of(arm("a", "jazz"), arm("b", "rock"), arm("c", "folk"));

    private final List<JournalRecord> log = new ArrayList<>();

    private static Arm arm(String id, String genre) {
        return new Arm(id, Features.builder().category("genre", genre).build());
    }

    private static LiveBandit bandit(String policy, String tuner, Learning learning) {
        RewardRules rules =
                new RewardRules(Duration.ofSeconds(60), learning, Aggregation.FIRST, OptionalDouble.empty());
        return LiveBandit.create(
                1,
                new LiveDefinition(
                        Attune.bandit()
                                .policy(policy)
                                .tuner(tuner)
                                .rewards(0, 1)
                                .uniformShare(0.1)
                                .seed(5)
                                .definition(),
                        rules));
    }

    private long append(JournalEvent event, long time) {
        log.add(new JournalRecord(log.size() + 1L, time, event));
        return log.size();
    }

    private static DecisionRequest request(int i) {
        Features visitor = Features.builder()
                .category("country", i % 2 == 0 ? "DE" : "FR")
                .number("age", 20 + i % 7)
                .build();
        return new DecisionRequest("", visitor, new Offer.Inline(ARMS), 1);
    }

    /** A decision a second; every fourth is never rewarded. */
    private void play(LiveBandit bandit, int from, int to) {
        for (int i = from; i < to; i++) {
            long now = START + 1000L * i;
            bandit.closeDue(now, this::append);
            Answer answer = bandit.decide(request(i), now, this::append);
            if (i % 4 != 3) {
                double reward = answer.arm().equals(i % 2 == 0 ? "a" : "b") ? 1 : 0;
                bandit.reward(answer.decision(), "", reward, now + 10, this::append);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "LinUCB-disjoint", "Random"})
    void everyPolicyCanBeLookedAt(String policy) {
        boolean path = !policy.equals("Random");
        LiveBandit bandit = bandit(policy, path ? "VOI" : "Fixed", Learning.AT_WINDOW_END);
        play(bandit, 0, 200);
        Published seen = bandit.publish();

        assertThat(seen.statistics().decisions()).isEqualTo(200);
        assertThat(seen.waiting()).isEqualTo(bandit.counters().waiting()).isPositive();
        assertThat(seen.statistics().expired())
                .isEqualTo(bandit.counters().expired())
                .isPositive();
        assertThat(seen.statistics()
                        .during(TimeRange.last(Span.TWELVE_HOURS, START + 200_000))
                        .reward()
                        .n())
                .isEqualTo(bandit.counters().learnt());
        assertThat(bandit.modelView("", 100).coefficients().isEmpty()).isEqualTo(!path);
        if (policy.equals("LinUCB-disjoint")) {
            assertThat(bandit.modelView("", 100).coefficients())
                    .extracting(Coefficient::feature)
                    .contains("a: context.country=DE", "b: context.country=DE");
        }
        double cost = seen.statistics()
                .during(TimeRange.last(Span.TWELVE_HOURS, START + 200_000))
                .cost()
                .perDay();
        assertThat(Double.isNaN(cost)).isEqualTo(!path);
    }

    @Test
    void thePathOfTheLastDecisionEndsWhereItsArmWasChosen() {
        LiveBandit bandit = bandit("LinUCB", "VOI", Learning.AT_ONCE);
        play(bandit, 0, 50);
        Published seen = bandit.publish();
        PathView path = seen.tunerView().path().orElseThrow();

        assertThat(seen.tunerView().map()).isEqualTo(new TunerMap.OnPath());
        assertThat(path.arms()).extracting(PathView.ArmScore::id).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(path.chosen())
                .isEqualTo(seen.statistics().recent().get(0).choice().arm());
        assertThat(path.envelope().get(0).from()).isZero();
        for (int i = 1; i < path.envelope().size(); i++) {
            assertThat(path.envelope().get(i).from())
                    .isEqualTo(path.envelope().get(i - 1).to());
        }
        PathView.ArmScore greedy = path.arms().stream()
                .max((x, y) -> Double.compare(x.mean(), y.mean()))
                .orElseThrow();
        assertThat(path.greedy()).isEqualTo(greedy.id());
    }

    @Test
    void aSavedBanditShowsTheSameAndAReplayComesToTheSameState() {
        LiveBandit bandit = bandit("LinUCB", "CDT", Learning.AT_WINDOW_END);
        play(bandit, 0, 300);
        LiveBandit restored = LiveBandit.read(1, bandit.write());
        assertThat(restored.write()).isEqualTo(bandit.write());
        assertThat(restored.modelView("", 100)).isEqualTo(bandit.modelView("", 100));
        assertThat(restored.publish().statistics().recent())
                .extracting(RecentDecision::end)
                .isEqualTo(bandit.publish().statistics().recent().stream()
                        .map(RecentDecision::end)
                        .toList());

        LiveBandit replayed = bandit("LinUCB", "CDT", Learning.AT_WINDOW_END);
        log.forEach(replayed::apply);
        assertThat(replayed.write()).isEqualTo(bandit.write());
    }

    /** Rounds of a batch are encoded before any of them is finished; that must not show. */
    @Test
    void aBatchLeavesTheSameStatisticsAsOneAfterTheOther() {
        LiveBandit alone = bandit("LinUCB", "VOI", Learning.AT_ONCE);
        LiveBandit together = bandit("LinUCB", "VOI", Learning.AT_ONCE);
        List<DecisionRequest> requests = new ArrayList<>();
        long[] position = {0};
        for (int i = 0; i < 120; i++) {
            requests.add(request(i));
            alone.decide(request(i), START, (event, time) -> ++position[0]);
        }
        position[0] = 0;
        DecisionBatch batch = together.batch();
        batch.add(requests);
        batch.rounds().forEach(PreparedRound::score);
        batch.finish(START, (event, time) -> ++position[0]);
        assertThat(together.write()).isEqualTo(alone.write());
    }

    @Test
    void observationsOfTheCallersChoicesAreSeenWithoutAnOpinionOnThem() {
        LiveBandit bandit = bandit("LinUCB", "VOI", Learning.AT_ONCE);
        play(bandit, 0, 20);
        bandit.observe(
                new Observation("", Features.NONE, new Offer.Inline(ARMS), "c", 0.25, OptionalDouble.of(1)),
                START + 30_000,
                this::append);
        Published seen = bandit.publish();
        RecentDecision last = seen.statistics().recent().get(0);
        assertThat(last.choice().arm()).isEqualTo("c");
        assertThat(last.choice().propensity()).isCloseTo(0.25, within(0.0));
        assertThat(last.choice().exploring()).isFalse();
        assertThat(last.end()).isEqualTo(RecentDecision.End.LEARNT);
        assertThat(seen.tunerView().path().orElseThrow().chosen())
                .isEqualTo(seen.statistics().recent().get(1).choice().arm());
    }
}
