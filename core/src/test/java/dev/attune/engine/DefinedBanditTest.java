package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Decision;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmIdentity;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodedBanditTest {
    private static EncodedBandit bandit() {
        return BanditDefinition.builder().rewards(0, 1).build().build();
    }

    @Test
    void theDecisionCarriesTheVectorOfItsArm() {
        EncodedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 20);
        double[][] x = bandit.encoder()
                .encodeWithoutLearning(NamedRounds.context(20), NamedRounds.arms(20))
                .byFeature();

        Decision decision = bandit.decide(NamedRounds.context(20), NamedRounds.arms(20));

        for (int i = 0; i < x.length; i++) {
            assertThat(decision.x()[i]).isEqualTo(x[i][decision.arm()]);
        }
    }

    @Test
    void whatItCannotLearnLeavesItAsItWas() {
        EncodedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 20);
        byte[] before = Checkpoint.write(bandit);

        for (double y : new double[] {Double.NaN, 1.5, Double.NEGATIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bandit.learn(NamedRounds.context(20), NamedRounds.arms(20), 0, y));
        }
        for (int arm : new int[] {-1, NamedRounds.arms(20).size()}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bandit.learn(NamedRounds.context(20), NamedRounds.arms(20), arm, 1))
                    .withMessageStartingWith("arm " + arm + " is not one of the ");
        }

        assertThat(Checkpoint.write(bandit)).isEqualTo(before);
    }

    @Test
    void withAnotherSeedItDrawsOtherNumbersAndCanStillBeSaved() {
        EncodedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 50);
        EncodedBandit copy = ModelFile.read(ModelFile.write(bandit));
        copy.reseed(99, 1000);

        assertThat(copy.definition().seed()).isEqualTo(99);
        assertThat(copy.bandit().rounds()).isEqualTo(1000);
        EncodedBandit read = ModelFile.read(ModelFile.write(copy));
        List<String> others = NamedRounds.play(copy, 50, 200);
        assertThat(others).isNotEqualTo(NamedRounds.play(bandit, 50, 200));
        assertThat(NamedRounds.play(read, 50, 200)).isEqualTo(others);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> copy.reseed(1, -1))
                .withMessage("round = -1 must not be negative");
    }

    @Test
    void theSameCallsGiveTheSameDecisions() {
        List<String> one = NamedRounds.play(bandit(), 0, 200);
        List<String> other = NamedRounds.play(bandit(), 0, 200);

        assertThat(other).isEqualTo(one);
    }

    /**
     * Ann likes what Ben dislikes: the best arm depends on the context, and no arm is better than the other. With the seeds 0
     * to 19 all of the last 300 rounds are right.
     */
    @Test
    void withTheDefaultsEveryArmLearnsWhomItSuits() {
        EncodedBandit bandit = bandit();
        List<Arm> arms = List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE));
        int right = 0;
        for (int t = 0; t < 600; t++) {
            boolean ann = t * 7 % 11 % 2 == 0;
            Features who =
                    Features.builder().category("who", ann ? "Ann" : "Ben").build();
            Decision decision = bandit.decide(who, arms);
            boolean liked = (decision.arm() == 0) == ann;
            bandit.reward(decision, liked ? 1 : 0);
            right += t >= 300 && liked ? 1 : 0;
        }

        assertThat(right).isGreaterThan(290);
    }

    @Test
    void aRefusedRoundOrRewardLeavesEverythingAsItWas() {
        EncodedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 30);
        Decision decision = bandit.decide(NamedRounds.context(30), NamedRounds.arms(30));
        byte[] before = Checkpoint.write(bandit);
        Arm twice = new Arm("twice", Features.builder().number("new", 1).build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.decide(NamedRounds.context(31), List.of(twice, twice)))
                .withMessage("arm id twice is given twice in one round");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.reward(decision, 2))
                .withMessageContaining("reward = 2.0");
        assertThat(Checkpoint.write(bandit)).isEqualTo(before);
    }

    @Test
    void aCheckpointOfAnotherDefinitionIsRefused() {
        byte[] saved = Checkpoint.write(bandit());
        EncodedBandit other = BanditDefinition.builder().floor(0.1).build().build();

        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Checkpoint.read(saved, other))
                .withMessageContaining("floor=0.1");
    }

    private static EncodedBandit disjoint() {
        EncoderDefinition encoder = EncoderDefinition.builder()
                .dimension(8)
                .armIdentity(ArmIdentity.NEVER)
                .interactions()
                .build();
        return BanditDefinition.builder()
                .policy("LinUCB-disjoint")
                .encoder(encoder)
                .rewards(0, 1)
                .build()
                .build();
    }

    /** As with the defaults, by a model for each arm instead of pairs with its id; and arms are replaced on the way. */
    @Test
    void withAModelForEachArmItLearnsWhomItSuitsAndArmsComeAndGo() {
        EncodedBandit bandit = disjoint();
        int right = 0;
        for (int t = 0; t < 1000; t++) {
            if (t == 500) {
                bandit.retire("tea");
            }
            boolean ann = t % 2 == 0;
            Features who =
                    Features.builder().category("name", ann ? "Ann" : "Ben").build();
            List<Arm> arms =
                    List.of(new Arm(t < 500 ? "tea" : "juice", Features.NONE), new Arm("coffee", Features.NONE));
            Decision decision = bandit.decide(who, arms);
            assertThat(decision.x()).hasSize(9);
            boolean suits = (decision.arm() == 0) == ann;
            bandit.reward(decision, suits ? 1 : 0);
            right += suits && (t >= 700 || (t >= 200 && t < 500)) ? 1 : 0;
        }
        assertThat(right).isGreaterThan(580); // of 600
    }

    @Test
    void onlyAModelOfItsOwnCanBeForgotten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit().retire("tea"))
                .withMessageContaining("LinUCB");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> disjoint().retire("tea"))
                .withMessageContaining("tea");
    }

    @Test
    void aRefusedRoundOfArmsWithModelsOfTheirOwnChangesNothing() {
        EncodedBandit bandit = disjoint();
        NamedRounds.play(bandit, 0, 20);
        byte[] before = ModelFile.write(bandit);
        Arm twice = new Arm("new", Features.NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.decide(NamedRounds.context(1), List.of(twice, twice)))
                .withMessageContaining("new");
        assertThatIllegalArgumentException().isThrownBy(() -> bandit.decide(NamedRounds.context(1), List.of()));
        assertThat(ModelFile.write(bandit)).isEqualTo(before);
    }
}
