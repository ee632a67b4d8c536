package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.Attune;
import dev.attune.api.UniformShare;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds that are scored ahead, only looked at, or chosen by others; uniform shares that change; what the last round tells. */
class EncodedRoundsTest {
    private static DefinedBandit bandit(String policy) {
        return new DefinedBandit(
                Attune.bandit().policy(policy).rewards(0, 1).seed(0).definition());
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "SGD-TS", "LinTS-disjoint", "Random"})
    void roundsThatAreScoredAheadComeOutAsOneAfterTheOther(String policy) {
        DefinedBandit one = bandit(policy);
        DefinedBandit ahead = bandit(policy);
        for (int batch = 0; batch < 10; batch++) {
            List<PreparedRound> rounds = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                rounds.add(ahead.prepare(NamedRounds.context(i), NamedRounds.arms(i)));
            }
            for (int i = 4; i >= 0; i--) {
                rounds.get(i).score();
            }
            List<Pull> expectedOnes = new ArrayList<>();
            List<Pull> madeOnes = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Pull expected = one.decide(NamedRounds.context(i), NamedRounds.arms(i));
                Pull made = rounds.get(i).finish();
                assertThat(made.arm()).isEqualTo(expected.arm());
                assertThat(made.x()).isEqualTo(expected.x());
                assertThat(made.suggestion().setting())
                        .isEqualTo(expected.suggestion().setting());
                expectedOnes.add(expected);
                madeOnes.add(made);
            }
            for (int i = 0; i < 5; i++) {
                one.reward(expectedOnes.get(i), (batch + i) % 2);
                ahead.reward(madeOnes.get(i), (batch + i) % 2);
            }
        }
        assertThat(NamedRounds.state(ahead)).isEqualTo(NamedRounds.state(one));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinUCB-disjoint"})
    void roundsThatAreOnlyLookedAtLeaveNothingBehind(String policy) {
        DefinedBandit bandit = bandit(policy);
        NamedRounds.play(bandit, 0, 20);
        byte[] before = NamedRounds.state(bandit);
        try (DefinedBandit.Rehearsal rehearsal = bandit.rehearse()) {
            for (int i = 20; i < 40; i++) {
                rehearsal.next(NamedRounds.context(i), NamedRounds.arms(i));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rehearsal.next(
                            Features.NONE, List.of(new Arm("a", Features.NONE), new Arm("a", Features.NONE))))
                    .withMessageContaining("twice");
        }
        assertThat(NamedRounds.state(bandit)).isEqualTo(before);
    }

    @Test
    void roundsAreLookedAtAsIfTheOnesBeforeHadBeenPlayed() {
        DefinedBandit bandit = bandit("LinUCB");
        try (DefinedBandit.Rehearsal rehearsal = bandit.rehearse()) {
            rehearsal.next(numbers("a", 4096), List.of(new Arm("x", Features.NONE)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rehearsal.next(numbers("b", 1), List.of(new Arm("x", Features.NONE))));
        }
        bandit.decide(numbers("b", 1), List.of(new Arm("x", Features.NONE)));
    }

    private static Features numbers(String prefix, int count) {
        Features.Builder features = Features.builder();
        for (int i = 0; i < count; i++) {
            features.number(prefix + i, 1);
        }
        return features.build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "UCB-GLM", "LinUCB-disjoint"})
    void aChoiceOfOthersIsLearntLaterAsItIsAtOnce(String policy) {
        DefinedBandit atOnce = bandit(policy);
        DefinedBandit later = bandit(policy);
        for (int i = 0; i < 30; i++) {
            atOnce.learn(NamedRounds.context(i), NamedRounds.arms(i), 1, i % 2);
            Pull observed = later.observe(NamedRounds.context(i), NamedRounds.arms(i), 1);
            assertThat(observed.t()).isZero();
            later.learn(observed, i % 2);
        }
        assertThat(NamedRounds.state(later)).isEqualTo(NamedRounds.state(atOnce));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> later.observe(NamedRounds.context(0), NamedRounds.arms(0), 99));
    }

    @Test
    void theUniformShareChangesAndTheDefinitionSaysSo() {
        DefinedBandit bandit = bandit("LinUCB");
        NamedRounds.play(bandit, 0, 50);
        bandit.uniformShare(UniformShare.constant(1));
        assertThat(bandit.definition().options().uniformShare()).isEqualTo(UniformShare.constant(1));
        Pull decision = bandit.decide(NamedRounds.context(50), NamedRounds.arms(50));
        int arms = NamedRounds.arms(50).size();
        assertThat(decision.propensity()).isEqualTo(1.0 / arms);
        assertThat(bandit.bandit().lastRound().uniform()).isTrue();
        assertThat(NamedRounds.copy(bandit).definition().options().uniformShare())
                .isEqualTo(UniformShare.constant(1));
        assertThatIllegalArgumentException().isThrownBy(() -> bandit.uniformShare(UniformShare.constant(-0.1)));
    }

    @Test
    void theLastRoundTellsTheProbabilityOfEveryArm() {
        DefinedBandit bandit = bandit("LinUCB");
        bandit.uniformShare(UniformShare.constant(0.1));
        for (int i = 0; i < 100; i++) {
            Pull decision = bandit.decide(NamedRounds.context(i), NamedRounds.arms(i));
            SelfTuningBandit.LastRound round = bandit.bandit().lastRound();
            double sum = 0;
            int arms = NamedRounds.arms(i).size();
            for (int k = 0; k < arms; k++) {
                assertThat(round.propensity(k)).isGreaterThanOrEqualTo(0.1 / arms);
                sum += round.propensity(k);
            }
            assertThat(sum).isCloseTo(1, within(1e-9));
            assertThat(round.propensity(decision.arm())).isEqualTo(decision.propensity());
            assertThat(round.scored()).isTrue();
            assertThat(round.means()[round.greedy()]).isGreaterThanOrEqualTo(round.means()[decision.arm()]);
            bandit.reward(decision, i % 2);
        }
    }
}
