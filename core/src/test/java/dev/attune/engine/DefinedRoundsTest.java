package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Decision;
import dev.attune.api.RewardRange;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.state.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds that are scored ahead, only looked at, or chosen by others; floors that change; what the last round tells. */
class EncodedRoundsTest {
    private static EncodedBandit bandit(String policy) {
        return BanditDefinition.builder().policy(policy).rewards(0, 1).build().build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "SGD-TS", "LinTS-disjoint", "Random"})
    void roundsThatAreScoredAheadComeOutAsOneAfterTheOther(String policy) {
        EncodedBandit one = bandit(policy);
        EncodedBandit ahead = bandit(policy);
        for (int batch = 0; batch < 10; batch++) {
            List<PreparedRound> rounds = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                rounds.add(ahead.prepare(NamedRounds.context(i), NamedRounds.arms(i)));
            }
            for (int i = 4; i >= 0; i--) {
                rounds.get(i).score();
            }
            List<Decision> expectedOnes = new ArrayList<>();
            List<Decision> madeOnes = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Decision expected = one.decide(NamedRounds.context(i), NamedRounds.arms(i));
                Decision made = ahead.finish(rounds.get(i));
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
        assertThat(Checkpoint.write(ahead)).isEqualTo(Checkpoint.write(one));
    }

    @Test
    void aRoundIsFinishedInItsTurn() {
        EncodedBandit bandit = bandit("LinUCB");
        bandit.prepare(NamedRounds.context(0), NamedRounds.arms(0));
        PreparedRound second = bandit.prepare(NamedRounds.context(1), NamedRounds.arms(1));
        assertThatIllegalStateException().isThrownBy(() -> bandit.finish(second));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinUCB-disjoint"})
    void roundsThatAreOnlyLookedAtLeaveNothingBehind(String policy) {
        EncodedBandit bandit = bandit(policy);
        NamedRounds.play(bandit, 0, 20);
        byte[] before = Checkpoint.write(bandit);
        try (EncodedBandit.Rehearsal rehearsal = bandit.rehearse()) {
            for (int i = 20; i < 40; i++) {
                rehearsal.next(NamedRounds.context(i), NamedRounds.arms(i));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rehearsal.next(
                            Features.NONE, List.of(new Arm("a", Features.NONE), new Arm("a", Features.NONE))))
                    .withMessageContaining("twice");
        }
        assertThat(Checkpoint.write(bandit)).isEqualTo(before);
    }

    @Test
    void roundsAreLookedAtAsIfTheOnesBeforeHadBeenPlayed() {
        EncodedBandit bandit = bandit("LinUCB");
        try (EncodedBandit.Rehearsal rehearsal = bandit.rehearse()) {
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
        EncodedBandit atOnce = bandit(policy);
        EncodedBandit later = bandit(policy);
        for (int i = 0; i < 30; i++) {
            atOnce.learn(NamedRounds.context(i), NamedRounds.arms(i), 1, i % 2);
            Decision observed = later.observe(NamedRounds.context(i), NamedRounds.arms(i), 1);
            assertThat(observed.t()).isZero();
            later.learn(observed, i % 2);
        }
        assertThat(Checkpoint.write(later)).isEqualTo(Checkpoint.write(atOnce));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> later.observe(NamedRounds.context(0), NamedRounds.arms(0), 99));
    }

    @Test
    void theFloorChangesAndTheDefinitionSaysSo() {
        EncodedBandit bandit = bandit("LinUCB");
        NamedRounds.play(bandit, 0, 50);
        bandit.floor(1);
        assertThat(bandit.definition().floor()).isEqualTo(1);
        Decision decision = bandit.decide(NamedRounds.context(50), NamedRounds.arms(50));
        int arms = NamedRounds.arms(50).size();
        assertThat(decision.propensity()).isEqualTo(1.0 / arms);
        assertThat(bandit.bandit().lastRound().byFloor()).isTrue();
        assertThat(ModelFile.read(ModelFile.write(bandit)).definition().floor()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> bandit.floor(-0.1));
    }

    @Test
    void theLastRoundTellsTheProbabilityOfEveryArm() {
        EncodedBandit bandit = bandit("LinUCB");
        bandit.floor(0.1);
        for (int i = 0; i < 100; i++) {
            Decision decision = bandit.decide(NamedRounds.context(i), NamedRounds.arms(i));
            LastRound round = bandit.bandit().lastRound();
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

    @Test
    void rewardsThatCanBeLearntAreThoseOfBanditAndPolicy() {
        assertThat(BanditDefinition.builder()
                        .policy("UCB-GLM")
                        .rewards(-3, 0.5)
                        .build()
                        .learnableRewards())
                .isEqualTo(new RewardRange(0, 0.5));
        assertThat(BanditDefinition.builder().rewards(-3, 5).build().build().rewards())
                .isEqualTo(new RewardRange(-3, 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BanditDefinition.builder()
                        .policy("UCB-GLM")
                        .rewards(5, 9)
                        .build()
                        .learnableRewards())
                .withMessageContaining("UCB-GLM");
    }
}
