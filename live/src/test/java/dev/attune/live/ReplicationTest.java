package dev.attune.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Increment;
import dev.attune.encode.EncoderDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicationTest {
    private static final int REPLICAS = 2;
    private static final int MERGE_EVERY = 5;
    private final RecordingLog log = new RecordingLog();

    private static LiveBandit bandit(String policy, long seed) {
        RewardRules rules = Scene.rules(Learning.AT_ONCE, Aggregation.FIRST, OptionalDouble.empty());
        return LiveBandit.create(
                Scene.NUMBER,
                new LiveDefinition(
                        Scene.bandit(policy)
                                .seed(seed)
                                .encoder(EncoderDefinition.builder()
                                        .dimension(6)
                                        .standardise(false)
                                        .build())
                                .build(),
                        rules));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "GLM-UCB", "GLM-TSL"})
    void replicasLearnTogetherAndEveryRewardCountsOnce(String policy) {
        LiveBandit merger = bandit(policy, 11);
        List<LiveBandit> replicas = new ArrayList<>();
        List<Increment> gathered = new ArrayList<>();
        for (int r = 0; r < REPLICAS; r++) {
            replicas.add(bandit(policy, 20 + r));
            gathered.add(replicas.get(r).replication().increment());
            replicas.get(r).replication().gatherInto(gathered.get(r), REPLICAS);
        }
        int good = 0;
        for (int i = 0; i < 400; i++) {
            int r = i % REPLICAS;
            LiveBandit replica = replicas.get(r);
            Answer answer = replica.decide(Scene.request(i), i, log);
            double value = answer.arm().equals("b") ? 1 : 0;
            good += i >= 200 && value == 1 ? 1 : 0;
            assertThat(replica.reward(answer.decision(), "r", value, i, log)).isEqualTo(RewardOutcome.COUNTED);
            assertThat(replica.reward(answer.decision(), "r", value, i, log)).isEqualTo(RewardOutcome.DUPLICATE);
            if (gathered.get(r).count() == MERGE_EVERY) {
                merger.replication().merge(Increment.read(gathered.get(r).write()), i);
                gathered.set(r, replica.replication().increment());
                replica.replication().gatherInto(gathered.get(r), REPLICAS);
                byte[] published = merger.writeShared();
                replicas.forEach(each -> each.replication().adopt(LiveBandit.follow(published, 0, 0)));
            }
        }

        assertThat(merger.learnt()).isEqualTo(400);
        assertThat(merger.decisions()).isZero();
        assertThat(good)
                .as("times the only arm that pays was chosen in the last 200 rounds")
                .isGreaterThan(150);
        assertThat(replicas.get(0).decisions()).isEqualTo(200);
        assertThat(replicas.get(0).definition().bandit().seed()).isEqualTo(20);
    }

    @Test
    void aSavedReplicaGoesOnWithTheIncrementThatItHad() {
        LiveBandit replica = bandit("LinUCB", 20);
        Increment gathered = replica.replication().increment();
        replica.replication().gatherInto(gathered, 2);
        long waits = replica.decide(Scene.request(1), 1, log).decision();
        long done = replica.decide(Scene.request(2), 2, log).decision();
        replica.reward(done, "", 1, 2, log);
        LiveBandit read = LiveBandit.read(Scene.NUMBER, replica.write());
        Increment readToo = Increment.read(gathered.write());
        read.replication().gatherInto(readToo, 2);

        replica.reward(waits, "", 0.5, 3, log);
        read.reward(waits, "", 0.5, 3, log);
        assertThat(readToo.count()).isEqualTo(2);
        assertThat(readToo.write()).isEqualTo(gathered.write());
        assertThat(read.write()).isEqualTo(replica.write());
    }

    @Test
    void banditsThatCannotHaveReplicasSaySo() {
        LiveBandit standardises = Scene.create("LinUCB");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standardises.replication().increment())
                .withMessageContaining("standardise = false");
        Increment increment = bandit("LinUCB", 1).replication().increment();
        byte[] before = standardises.write();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standardises.replication().merge(increment, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standardises.replication().gatherInto(increment, 2));
        assertThat(standardises.write()).isEqualTo(before);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit("SGD-TS", 1).replication().increment())
                .withMessageContaining("do not add up");
    }
}
