package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.catalog.Catalog;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rounds that are kept only if accepted, and rewards of choices that another policy made. */
class LearningFromOthersTest {
    private static final int D = 3;

    record Pair(String policy, String tuner) {
        SelfTuningBandit make() {
            Policy made = Catalog.policy(policy).create(D);
            Tuning tuning = Catalog.tuner(tuner).tune(made, Horizon.of(50), Catalog.candidates());
            return SelfTuningBandit.of(made, tuning, Options.DEFAULT.withSeed(5));
        }
    }

    static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (String policy : List.of("LinUCB", "LinTS", "UCB-GLM", "SGD-TS", "Random")) {
            for (TunerProvider tuner : Catalog.tuners()) {
                Pair pair = new Pair(policy, tuner.name());
                try {
                    pair.make();
                    pairs.add(pair);
                } catch (IllegalArgumentException e) {
                    // a pair that cannot be
                }
            }
        }
        return pairs;
    }

    private static ActionSet arms(int round) {
        RoundRandom random = new RoundRandom(11, round);
        double[][] rows = new double[4][D];
        for (double[] row : rows) {
            RoundRandom.gaussians(random, row);
        }
        return ActionSet.ofRows(rows);
    }

    private static double reward(Pull decision) {
        return decision.x()[0] > 0 ? 1 : 0;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void roundsThatAreNotAcceptedHaveNotBeen(Pair pair) {
        SelfTuningBandit plain = pair.make();
        SelfTuningBandit tried = pair.make();
        for (int round = 1; round <= 40; round++) {
            int first = 1000 + round;
            assertThat(tried.decideIf(arms(first), decision -> false)).isEmpty();
            assertThat(tried.decideIf(arms(first + 100), decision -> false)).isEmpty();
            Pull expected = plain.decide(arms(round));
            Optional<Pull> kept = tried.decideIf(arms(round), decision -> true);
            assertThat(kept).isPresent();
            assertThat(kept.get().arm()).isEqualTo(expected.arm());
            assertThat(kept.get().t()).isEqualTo(expected.t());
            plain.reward(expected, reward(expected));
            tried.reward(kept.get(), reward(expected));
        }
        assertThat(Checkpoint.write(tried)).isEqualTo(Checkpoint.write(plain));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aRewardOfAnothersChoiceTeachesTheModelAndCountsNoRound(Pair pair) {
        SelfTuningBandit bandit = pair.make();
        for (int round = 1; round <= 20; round++) {
            bandit.learn(bandit.observe(arms(round), round % 4), round % 2);
        }
        assertThat(bandit.rounds()).isZero();
        if (bandit.policy() instanceof ExplorationPath path && !pair.policy().equals("SGD-TS")) {
            assertThat(path.posterior().count()).isEqualTo(20);
        }
        Pull decision = bandit.decide(arms(21));
        bandit.reward(decision, 1);
        assertThat(bandit.rounds()).isEqualTo(1);
    }

    @Test
    void theTunerIsNotPaidForWhatItDidNotChoose() {
        LinUcb policy = new LinUcb(D);
        RecordingTuner tuner = new RecordingTuner(policy.space());
        SelfTuningBandit bandit = SelfTuningBandit.of(policy, tuner, Options.DEFAULT);

        bandit.learn(bandit.observe(arms(1), 2), 0.5);

        assertThat(tuner.observed).isEmpty();
        assertThat(policy.posterior().count()).isEqualTo(1);
    }

    @Test
    void thePriorIsTunedByWhatIsLearntFromOthers() {
        SelfTuningBandit taught = Bandits.byDefault(new LinUcb(D), Options.DEFAULT);
        for (int round = 1; round <= 30; round++) {
            ActionSet arms = arms(round);
            taught.learn(taught.observe(arms, 0), 10 * arms.features(0)[0]);
        }
        LinUcb policy = (LinUcb) taught.policy();
        assertThat(policy.posterior().mean()[0]).isBetween(9.5, 10.0);
    }

    @Test
    void whatDoesNotFitIsRejectedAndChangesNothing() {
        SelfTuningBandit bandit = Bandits.byDefault(new LinUcb(D), Options.DEFAULT.withRewards(RewardRange.UNIT));
        Pull observed = bandit.observe(arms(1), 0);
        byte[] before = Checkpoint.write(bandit);
        assertThatThrownBy(() -> bandit.observe(arms(1), 4)).hasMessageContaining("arm = 4");
        assertThatThrownBy(() -> bandit.learn(observed, 2)).hasMessageContaining("reward = 2.0");
        assertThatThrownBy(() -> bandit.observe(ActionSet.ofRows(new double[] {1}), 0))
                .hasMessageContaining("the arms have 1 features");
        assertThat(Checkpoint.write(bandit)).isEqualTo(before);
    }
}
