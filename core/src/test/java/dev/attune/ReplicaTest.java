package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Increment;
import dev.attune.encode.EncoderDefinition;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateWriter;
import dev.attune.tuner.ValueOfInformation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaTest {
    private static final int D = 6;

    private static SelfTuningBandit bandit(String policy, String tuner, long seed) {
        return Catalog.tuner(tuner)
                .tuning()
                .tune(
                        Catalog.policy(policy).factory().apply(D),
                        Horizon.of(2000),
                        Options.DEFAULT.seed(seed).floor(0.02));
    }

    @ParameterizedTest
    @CsvSource({"LinUCB, VOI", "LinTS, VOI", "LinUCB, RandUCB", "LinUCB, Theory", "LinTS, Fixed", "V-IDS, Fixed"})
    void oneReplicaThatTellsEveryRewardDecidesAsIfThereWereNone(String policy, String tuner) {
        Scene scene = Scene.freshArms(D, 10, 0.3, 8);
        SelfTuningBandit plain = bandit(policy, tuner, 4);
        SelfTuningBandit merger = bandit(policy, tuner, 77);
        SelfTuningBandit replica = bandit(policy, tuner, 4);
        for (int t = 1; t <= 1500; t++) {
            Decision expected = plain.decide(scene.arms(t));
            plain.reward(expected, scene.reward(expected));
            Increment increment = replica.increment();
            replica.gatherInto(increment, 1);
            Decision decision = replica.decide(scene.arms(t));
            replica.reward(decision, scene.reward(decision));
            assertThat(decision.arm()).as("round %d", t).isEqualTo(expected.arm());
            merger.merge(Increment.read(increment.write()));
            replica.adopt(merger);
        }
        assertThat(merger.rounds()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"LinUCB", "LinTS", "UCB-GLM", "GLM-UCB", "GLM-TSL"})
    void aReplicaKeepsItsModelUntilItAdoptsAndTheMergerKnowsEveryReward(String policy) {
        Scene scene = Scene.freshArms(D, 10, 0.3, 9);
        SelfTuningBandit merger = bandit(policy, "VOI", 1);
        List<SelfTuningBandit> replicas = new ArrayList<>();
        List<Increment> increments = new ArrayList<>();
        for (int r = 0; r < 3; r++) {
            replicas.add(bandit(policy, "VOI", 10 + r));
            increments.add(merger.increment());
            replicas.get(r).gatherInto(increments.get(r), 3);
        }
        for (int t = 1; t <= 90; t++) {
            SelfTuningBandit replica = replicas.get(t % 3);
            Decision decision = replica.decide(scene.arms(t));
            byte[] before = model(replica);
            replica.reward(decision, t % 4 == 0 ? 1 : 0);
            replica.learn(decision, 0.5);
            assertThat(model(replica)).isEqualTo(before);
        }
        for (Increment increment : increments) {
            assertThat(increment.count()).isEqualTo(60);
            merger.merge(increment);
        }
        assertThat(((ExplorationPath) merger.policy()).posterior().count()).isEqualTo(180);
        replicas.get(1).adopt(merger);
        assertThat(model(replicas.get(1))).isEqualTo(model(merger));
        assertThat(replicas.get(1).rounds()).isEqualTo(30);
        assertThat(replicas.get(1).seed()).isEqualTo(11);
    }

    /** The count of a shared model may be odd whenever a replica is asked; by it, the replica would never look again where greedy loses. */
    @Test
    void aReplicaGoesOnImaginingWhereGreedyLosesWhileTheSharedModelStandsStill() {
        Scene scene = Scene.freshArms(D, 10, 0.5, 3);
        LinUcb policy = new LinUcb(D);
        for (int t = 1; t <= 2000; t++) {
            policy.update(scene.arms(t).features(0), t % 3, policy.space().preset());
        }
        ValueOfInformation tuner = new ValueOfInformation(D);
        byte[] first = chosen(tuner, policy, scene);
        assertThat(chosen(tuner, policy, scene)).as("N = 2001 is odd").isEqualTo(first);

        tuner.share(2, 7);
        assertThat(chosen(tuner, policy, scene)).as("an odd round").isEqualTo(first);
        tuner.share(2, 8);
        assertThat(chosen(tuner, policy, scene)).as("an even round").isNotEqualTo(first);
    }

    private static byte[] chosen(ValueOfInformation tuner, LinUcb policy, Scene scene) {
        policy.score(scene.arms(5), new RoundRandom(1, 5), policy.round());
        tuner.choose(scene.arms(5), policy.round(), policy.posterior(), new RoundRandom(1, 5));
        return Checkpoint.write(tuner);
    }

    private static byte[] model(SelfTuningBandit bandit) {
        return Checkpoint.write(bandit.policy());
    }

    @Test
    void sharedStateIsReadAsStateAndStaysSmall() {
        EncodedBandit bandit = BanditDefinition.builder()
                .policy("UCB-GLM")
                .encoder(EncoderDefinition.builder().dimension(8).build())
                .build()
                .build();
        NamedRounds.play(bandit, 0, 400);
        byte[] shared = Checkpoint.seal(bandit.stateName(), bandit::writeShared);
        EncodedBandit read = ModelFile.read(shared);

        assertThat(shared.length).isLessThan(ModelFile.write(bandit).length / 3);
        StateWriter again = new StateWriter();
        read.writeState(again);
        StateWriter once = new StateWriter();
        bandit.writeShared(once);
        assertThat(again.size()).isEqualTo(once.size());
        assertThat(read.decide(NamedRounds.context(401), NamedRounds.arms(401)))
                .usingRecursiveComparison()
                .isEqualTo(bandit.decide(NamedRounds.context(401), NamedRounds.arms(401)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GLOC            | VOI        | GLOC/1 cannot have replicas, as its statistics do not add up
            SGD-TS          | Fixed      | cannot have replicas, as its statistics do not add up
            Laplace-TS      | VOI        | cannot have replicas, as its statistics do not add up
            LinUCB-disjoint | VOI        | cannot have replicas, as its statistics do not add up
            LinUCB          | CDT        | cannot have replicas, as the tuner must be paid for each decision
            LinTS           | DR         | cannot have replicas, as the tuner must be paid for each decision
            UCB-GLM         | TL         | cannot have replicas, as the tuner must be paid for each decision
            """)
    void banditsThatCannotHaveReplicasSaySo(String policy, String tuner, String message) {
        SelfTuningBandit bandit = bandit(policy, tuner, 1);
        assertThatIllegalArgumentException().isThrownBy(bandit::increment).withMessageContaining(message);
        Increment foreign = bandit("LinUCB", "VOI", 1).increment();
        byte[] before = Checkpoint.write(bandit);
        assertThatIllegalArgumentException().isThrownBy(() -> bandit.merge(foreign));
        assertThatIllegalArgumentException().isThrownBy(() -> bandit.gatherInto(foreign, 2));
        assertThat(Checkpoint.write(bandit)).isEqualTo(before);
    }

    @Test
    void anEncoderThatStandardisesIsRefusedAndABanditOfAnotherKindNotAdopted() {
        EncodedBandit bandit = BanditDefinition.builder().build().build();
        assertThat(bandit.definition().encoder().standardise()).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(bandit::increment)
                .withMessageContaining("define it with standardise = false");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit("LinUCB", "VOI", 1).adopt(bandit("LinTS", "VOI", 1)))
                .withMessageContaining("cannot go on as a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit("LinUCB", "VOI", 1).adopt(bandit.bandit()));
    }
}
