package dev.attune.server.runtime;

import static dev.attune.server.runtime.TestRuntime.assertRecoversToCleanReplay;
import static dev.attune.server.runtime.TestRuntime.failure;
import static dev.attune.server.runtime.TestRuntime.join;
import static dev.attune.server.runtime.TestRuntime.open;
import static dev.attune.server.runtime.TestRuntime.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.Attune;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.Answer;
import dev.attune.live.DecisionBatch;
import dev.attune.live.DecisionRequest;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardMessage;
import dev.attune.live.RewardRules;
import dev.attune.live.RewardRules.Learning;
import dev.attune.server.runtime.Bandits.Identified;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Large rounds, scored by several threads: the decisions are those of one thread. */
@Timeout(60)
class SharedScoringTest {
    private static final List<Arm> ARMS = Sample.arms(100);

    @TempDir
    private Path folder;

    @Test
    void helpersChangeNoDecision() {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            assertThat(play(new SharedScoring(pool, 3))).isEqualTo(play(new SharedScoring(pool, 0)));
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void aPoolWithoutAnIdleThreadDoesNoHarm() {
        Executor busy = work -> {};
        assertThat(play(new SharedScoring(busy, 3))).isEqualTo(play(new SharedScoring(busy, 0)));
    }

    @Test
    void requestsThatAreMetTogetherReplayOneByOne() throws IOException {
        RuntimeOptions options = options(folder);
        try (BanditRuntime runtime = open(options)) {
            join(runtime.create("large", definition(), ARMS, "me"));
            for (int round = 0; round < 5; round++) {
                List<CompletionStage<List<Identified>>> all = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    all.add(runtime.decide("large", List.of(request(i % 10 == 0 ? "same" + round : "", i, 0))));
                }
                CompletionStage<List<Identified>> wrong = runtime.decide("large", List.of(request("", 1, 7)));
                List<RewardMessage> rewards = new ArrayList<>();
                for (CompletionStage<List<Identified>> stage : all) {
                    Identified made = join(stage).get(0);
                    rewards.add(new RewardMessage(made.id(), "", made.answer().decision() % 2));
                }
                assertThat(failure(wrong)).isInstanceOf(RefusedException.class);
                join(runtime.reward(rewards));
            }
            assertThat(runtime.list("", 1).get(0).counters().decisions()).isEqualTo(5 * 37);
        }
        assertRecoversToCleanReplay(options);
    }

    private static List<Answer> play(SharedScoring scoring) {
        LiveBandit bandit = LiveBandit.create(1, definition());
        AtomicLong position = new AtomicLong();
        EventAppender log = (event, time) -> position.incrementAndGet();
        bandit.catalogue(ARMS, 1, log);
        List<Answer> answers = new ArrayList<>();
        for (int batch = 0; batch < 4; batch++) {
            DecisionBatch decisions = bandit.batch();
            for (int i = 0; i < 30; i++) {
                decisions.add(List.of(request("", i, 0)));
            }
            scoring.score(decisions.rounds());
            for (List<Answer> made : decisions.finish(1 + batch, log)) {
                Answer answer = made.get(0);
                bandit.reward(answer.decision(), "", answer.decision() % 2, 1 + batch, log);
                answers.add(answer);
            }
        }
        return answers;
    }

    private static DecisionRequest request(String clientId, int hour, int catalogue) {
        Features context = Features.builder().number("hour", hour % 24).build();
        return new DecisionRequest(clientId, context, new Offer.FromCatalogue(catalogue, List.of()), 1);
    }

    private static LiveDefinition definition() {
        RewardRules rules = new RewardRules(
                RewardRules.DEFAULT.window(),
                Learning.AT_ONCE,
                RewardRules.DEFAULT.aggregation(),
                RewardRules.DEFAULT.defaultReward());
        return new LiveDefinition(
                Attune.bandit()
                        .policy("LinUCB")
                        .encoder(EncoderDefinition.builder().dimension(48).build())
                        .rewards(0, 1)
                        .seed(5)
                        .definition(),
                rules);
    }
}
