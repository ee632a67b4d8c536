package dev.attune.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attune.api.ActionSet;
import dev.attune.api.PolicyProvider;
import dev.attune.api.SettingSpace;
import dev.attune.api.Terms;
import dev.attune.state.Checkpoint;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import vowpalWabbit.learner.VWLearners;

/** What Vowpal Wabbit is given: the test has classes with the names of its binding, which note that. */
class VowpalWabbitPolicyTest {
    private static final ActionSet TWO = ActionSet.ofRows(new double[] {1, 0.5}, new double[] {0, 2});

    /** Its draws are 0, which choose the most probable arm. */
    private static final RandomGenerator ZERO = () -> 0;

    private final VowpalWabbitPolicy policy = create("VW-squarecb", 2);

    @BeforeEach
    void forget() {
        VWLearners.CALLS.clear();
    }

    /** A learner that is not closed is closed by the collector, and that call would be noted in another test. */
    @AfterEach
    void close() {
        policy.close();
    }

    private static VowpalWabbitPolicy create(String name, int dimension) {
        return (VowpalWabbitPolicy) new PeerPolicies()
                .policies().stream()
                        .filter(provider -> provider.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .create(dimension);
    }

    private int select(ActionSet arms) {
        return policy.select(arms, SettingSpace.EMPTY.preset(), ZERO);
    }

    private void update(double[] x, double y) {
        policy.update(x, y, SettingSpace.EMPTY.preset());
    }

    @Test
    void vectorsAreFeaturesOfTheArmAndARewardIsLearntWithItsRound() {
        assertThat(select(TWO)).isEqualTo(1);
        update(new double[] {0, 2}, 0.5);
        assertThat(VWLearners.CALLS)
                .containsExactly(
                        "create --quiet --cb_explore_adf --squarecb",
                        "predict [|a f0:1.0 f1:0.5, |a f1:2.0]",
                        "learn [|a f0:1.0 f1:0.5, 0:0.5:0.75 |a f1:2.0]");
    }

    /** The range is [0, 1] at first, [0, 2] from the second reward on. */
    @Test
    void costsAreInTheUnitIntervalWhateverTheRewards() {
        for (double y : new double[] {0, 2, 1}) {
            select(TWO);
            update(new double[] {0, 2}, y);
        }
        assertThat(VWLearners.CALLS.stream().filter(call -> call.startsWith("learn")))
                .extracting(call -> call.substring(call.indexOf(", ") + 2, call.indexOf(" |a f1:2.0]")))
                .containsExactly("0:1.0:0.75", "0:0.0:0.75", "0:0.5:0.75");
    }

    @Test
    void contextAndArmOfASparseSetAreNamespacesWhosePairsAreFeatures() {
        Terms context = new Terms();
        context.add(1, 1, 1);
        context.add(-1, 0.5, 1);
        Terms own = new Terms();
        own.add(10, 1, 1);
        own.add(11, 1, 1);
        ActionSet arms = ActionSet.crossed(context, own, new int[] {1, 2}, 2);
        try (VowpalWabbitPolicy sparse = create("VW-epsilon", 0)) {
            assertThat(sparse.dimension()).isZero();
            assertThat(sparse.select(arms, SettingSpace.EMPTY.preset(), ZERO)).isEqualTo(1);
            sparse.update(arms.features(0), 1, SettingSpace.EMPTY.preset()); // not the arm that was chosen
            sparse.update(arms.features(1), 1, SettingSpace.EMPTY.preset());
            assertThat(VWLearners.CALLS)
                    .containsExactly(
                            "create --quiet --cb_explore_adf -q wa --epsilon 0.05",
                            "predict [shared |w x1:1.0 xffffffffffffffff:0.5, |a xa:1.0, |a xb:1.0]",
                            "learn [shared |w x1:1.0 xffffffffffffffff:0.5, 0:0.0:1.0 |a xa:1.0]",
                            "learn [shared |w x1:1.0 xffffffffffffffff:0.5, |a xa:1.0, 0:0.0:0.75 |a xb:1.0]");
        }
    }

    @Test
    void lateRewardsAreLearntWithTheOldestRoundOfTheArm() {
        ActionSet other = ActionSet.ofRows(new double[] {3, 3}, new double[] {0, 2});
        select(TWO);
        select(other);
        update(new double[] {0, 2}, 1);
        update(new double[] {0, 2}, 1);
        assertThat(VWLearners.CALLS.subList(3, 5))
                .containsExactly(
                        "learn [|a f0:1.0 f1:0.5, 0:0.0:0.75 |a f1:2.0]",
                        "learn [|a f0:3.0 f1:3.0, 0:0.0:0.75 |a f1:2.0]");
    }

    @Test
    void theLearnerIsOpenedWhenItIsNeededAndFreedOnce() {
        policy.close();
        assertThat(VWLearners.CALLS).isEmpty();
        select(TWO);
        policy.close();
        policy.close();
        assertThat(VWLearners.CALLS.stream().filter("close"::equals)).hasSize(1);
    }

    @Test
    void stateCannotBeSaved() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> Checkpoint.write(policy))
                .withMessageContaining("VW-squarecb");
    }

    @Test
    void policiesAreOfferedOnlyWithTheBinding() {
        assertThat(new PeerPolicies().policies())
                .extracting(PolicyProvider::name)
                .containsExactly("VW-epsilon", "VW-squarecb", "VW-regcb");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThat(new PeerPolicies().policies()).isEqualTo(List.of());
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
