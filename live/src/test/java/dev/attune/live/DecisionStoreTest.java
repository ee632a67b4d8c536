package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import dev.attune.math.RoundRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionStoreTest {
    private static final long WINDOW = Scene.WINDOW;
    private static final Duration REMEMBER = Duration.ofMillis(50);

    private final RecordingLog log = new RecordingLog();

    private static LiveBandit create(Learning learning, Aggregation aggregation) {
        return Scene.create("LinUCB", Scene.rules(learning, aggregation, OptionalDouble.empty()));
    }

    private static DecisionRequest request(String clientId, int visitor) {
        return Scene.request(clientId, visitor, Scene.inline("a", "b", "c", "d"));
    }

    /** What a bandit answers to a random sequence of requests and rewards; it is moved or read again in between. */
    private static List<String> play(LiveBandit first, Between between) {
        RecordingLog log = new RecordingLog();
        LiveBandit bandit = first;
        RoundRandom random = new RoundRandom(3, 1);
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long now = 7L * i;
            answers.add("closed " + bandit.closeDue(now, log));
            int who = Math.max(0, i - random.nextInt(4)); // sometimes again
            Answer answer = bandit.decide(request("c" + who, who), now, log);
            answers.add(answer.toString());
            for (int rewards = random.nextInt(3); rewards > 0; rewards--) {
                long decision = Math.max(0, answer.decision() - random.nextInt(20));
                String id = random.nextInt(2) == 0 ? "" : "r" + random.nextInt(3);
                answers.add(
                        bandit.reward(decision, id, random.nextInt(2), now, log).toString());
            }
            answers.add(bandit.nextDeadline() + " " + bandit.counters());
            bandit = between.after(i, bandit);
        }
        return answers;
    }

    private interface Between {
        LiveBandit after(int step, LiveBandit bandit);
    }

    @ParameterizedTest
    @CsvSource({"AT_WINDOW_END, FIRST", "AT_WINDOW_END, LAST", "AT_WINDOW_END, SUM", "AT_ONCE, FIRST"})
    void aStoreMakesNoDifference(Learning learning, Aggregation aggregation) {
        Duration ever = Duration.ofDays(1);
        List<String> expected = play(create(learning, aggregation), (step, bandit) -> bandit);
        LiveBandit stored = create(learning, aggregation);
        stored.keepIn(DecisionStore.inMemory(), ever);
        DecisionStore store = DecisionStore.inMemory();

        assertThat(play(stored, (step, bandit) -> bandit)).isEqualTo(expected);
        assertThat(play(create(learning, aggregation), (step, bandit) -> {
                    if (step < 100) {
                        return bandit; // moved in the middle
                    }
                    bandit.keepIn(store, ever);
                    LiveBandit again = LiveBandit.read(Scene.NUMBER, bandit.write());
                    again.keepIn(store, ever);
                    return again;
                }))
                .isEqualTo(expected);
    }

    @Test
    void decisionsAreForgottenATimeAfterTheirWindow() {
        DecisionStore store = DecisionStore.inMemory();
        LiveBandit bandit = create(Learning.AT_ONCE, Aggregation.FIRST);
        bandit.keepIn(store, REMEMBER);
        Answer rewarded = bandit.decide(request("a", 1), 0, log);
        bandit.decide(request("b", 2), 0, log);
        bandit.decide(request("", 3), 0, log);
        bandit.reward(rewarded.decision(), "r", 1, 1, log);

        bandit.closeDue(WINDOW + REMEMBER.toMillis() - 1, log);

        assertThat(bandit.counters().waiting()).isZero();
        assertThat(store.decisions().get(2L)).isNotNull();
        assertThat(store.decisions().get(3L))
                .as("one without id and reward is not needed")
                .isNull();
        assertThat(bandit.kept()).isEqualTo(2);
        assertThat(bandit.answered("a").orElseThrow().decision()).isEqualTo(1);
        assertThat(bandit.reward(1, "r", 1, WINDOW, log)).isEqualTo(RewardOutcome.DUPLICATE);
        assertThat(bandit.reward(1, "s", 1, WINDOW, log)).isEqualTo(RewardOutcome.NOT_FIRST);
        assertThat(bandit.nextForget()).isEqualTo(WINDOW + REMEMBER.toMillis());

        bandit.closeDue(WINDOW + REMEMBER.toMillis(), log);

        assertThat(store.decisions().get(1L)).isNull();
        assertThat(store.decisions().get(2L)).isNull();
        assertThat(store.numbers().get("a")).isNull();
        assertThat(store.numbers().get("b")).isNull();
        assertThat(bandit.nextForget()).isEqualTo(Long.MAX_VALUE);
        assertThat(bandit.answered("a")).isEmpty();
        assertThat(bandit.reward(1, "r", 1, 2 * WINDOW, log)).isEqualTo(RewardOutcome.LATE);
        assertThat(bandit.decide(request("a", 1), 2 * WINDOW, log).decision()).isEqualTo(4);
    }

    @Test
    void theStateOfABanditWithAStoreDoesNotGrowWithItsDecisions() {
        LiveBandit bandit = create(Learning.AT_WINDOW_END, Aggregation.LAST);
        bandit.keepIn(DecisionStore.inMemory(), REMEMBER);
        for (int i = 0; i < 300; i++) {
            bandit.decide(request("c" + i, i % 5), 1, log);
        }
        int before = bandit.write().length;
        for (int i = 300; i < 600; i++) {
            bandit.decide(request("c" + i, i % 5), 1, log);
        }

        assertThat(bandit.write()).hasSize(before);
        assertThat(bandit.counters().waiting()).isEqualTo(600);
    }

    @Test
    @Tag("slow")
    void aMillionDecisionsAreKeptAtMost() {
        LiveBandit bandit = create(Learning.AT_ONCE, Aggregation.FIRST);
        bandit.keepIn(DecisionStore.inMemory(), Duration.ofDays(1));
        EventAppender nowhere = (event, time) -> 0;
        int most = (int) DecisionsInStore.MOST;
        for (int i = 0; i < most + 3; i++) {
            Answer answer = bandit.decide(request("c" + i, 1), 1, nowhere);
            bandit.reward(answer.decision(), "", 1, 1, nowhere);
            bandit.closeDue(1, nowhere);
        }

        assertThat(bandit.kept()).isEqualTo(most);
        assertThat(bandit.answered("c2")).isEmpty();
        assertThat(bandit.answered("c3")).isPresent();
    }

    @Test
    void aBanditThatWasReadNeedsItsStore() {
        LiveBandit bandit = create(Learning.AT_ONCE, Aggregation.FIRST);
        bandit.keepIn(DecisionStore.inMemory(), REMEMBER);
        LiveBandit read = LiveBandit.read(Scene.NUMBER, bandit.write());

        assertThatIllegalStateException()
                .isThrownBy(() -> read.decide(request("a", 1), 0, log))
                .withMessageContaining("no store");
    }
}
