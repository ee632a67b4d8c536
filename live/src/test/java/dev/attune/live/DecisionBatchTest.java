package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.catalog.BanditDefinition;
import dev.attune.engine.PreparedRound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rounds that are scored in any order, before the ones before them are decided, come out as one after the other. */
class DecisionBatchTest {
    @ParameterizedTest
    @CsvSource({
        "LinUCB,'',0",
        "LinTS,'',0",
        "UCB-GLM,'',0",
        "GLM-UCB,'',0",
        "GLM-TSL,'',0",
        "Laplace-TS,'',0",
        "GLOC,'',0",
        "SGD-TS,'',0",
        "LinUCB-disjoint,'',0",
        "Sparse-TS,'',0",
        "LinTS-disjoint,'',0",
        "Random,'',0",
        "LinUCB,CDT,0",
        "LinTS,CDT,5",
        "SGD-TS,CDT,0",
        "LinUCB,RandUCB,12",
        "UCB-GLM,VOI,30"
    })
    void aBatchDecidesAsIfOneAfterTheOther(String policy, String tuner, long warmup) {
        BanditDefinition definition = Scene.bandit(policy)
                .tuner(tuner)
                .warmup(warmup)
                .uniformShare(0.1)
                .definition();
        LiveDefinition live = new LiveDefinition(definition, Scene.firstAtWindowEnd());
        LiveBandit one = LiveBandit.create(Scene.NUMBER, live);
        LiveBandit many = LiveBandit.create(Scene.NUMBER, live);
        RecordingLog oneLog = new RecordingLog();
        RecordingLog manyLog = new RecordingLog();
        for (int batch = 0; batch < 12; batch++) { // the first before anything is learnt
            long now = 40L * batch;
            List<DecisionRequest> requests = requests(batch);
            List<Answer> inTurn = new ArrayList<>();
            requests.forEach(request -> inTurn.add(one.decide(request, now, oneLog)));
            assertThat(together(many, requests, now, manyLog)).isEqualTo(inTurn);
            for (Answer answer : inTurn) {
                one.reward(answer.decision(), "", answer.decision() % 2, now, oneLog);
                many.reward(answer.decision(), "", answer.decision() % 2, now, manyLog);
            }
            one.closeDue(now, oneLog);
            many.closeDue(now, manyLog);
            assertThat(many.write()).isEqualTo(one.write());
        }
        assertThat(manyLog.records).isEqualTo(oneLog.records);
    }

    private static List<Answer> together(
            LiveBandit bandit, List<DecisionRequest> requests, long now, RecordingLog log) {
        DecisionBatch batch = bandit.batch();
        batch.add(requests.subList(0, 3));
        requests.subList(3, requests.size()).forEach(request -> batch.add(List.of(request)));
        List<PreparedRound> rounds = new ArrayList<>(batch.rounds());
        Collections.reverse(rounds);
        rounds.parallelStream().skip(1).forEach(PreparedRound::score); // the last one scores itself
        List<Answer> answers = new ArrayList<>();
        batch.finish(now, log).forEach(answers::addAll);
        return answers;
    }

    private static List<DecisionRequest> requests(int batch) {
        List<DecisionRequest> requests = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            String clientId = i % 3 == 0 ? "b" + (batch - i / 6) + "-" + i % 2 : ""; // repeated within, and from before
            requests.add(new DecisionRequest(
                    clientId, Scene.visitor(i + batch), Scene.inline("a", "b", "c", "d", "e" + i), 1 + i % 3));
        }
        return requests;
    }
}
