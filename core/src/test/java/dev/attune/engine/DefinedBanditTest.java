package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.Attune;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmIdentity;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DefinedBanditTest {
    private static DefinedBandit bandit() {
        return new DefinedBandit(Attune.bandit().seed(0).rewards(0, 1).definition());
    }

    @Test
    void theDecisionCarriesTheVectorOfItsArm() {
        DefinedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 20);
        double[][] x = bandit.encoder()
                .encodeWithoutLearning(NamedRounds.context(20), NamedRounds.arms(20))
                .byFeature();

        Pull decision = bandit.decide(NamedRounds.context(20), NamedRounds.arms(20));

        for (int i = 0; i < x.length; i++) {
            assertThat(decision.x()[i]).isEqualTo(x[i][decision.arm()]);
        }
    }

    @Test
    void whatItCannotLearnLeavesItAsItWas() {
        DefinedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 20);
        byte[] before = NamedRounds.state(bandit);

        for (double y : new double[] {Double.NaN, 1.5, Double.NEGATIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bandit.learn(NamedRounds.context(20), NamedRounds.arms(20), 0, y));
        }
        for (int arm : new int[] {-1, NamedRounds.arms(20).size()}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bandit.learn(NamedRounds.context(20), NamedRounds.arms(20), arm, 1))
                    .withMessageStartingWith("arm " + arm + " is not one of the ");
        }

        assertThat(NamedRounds.state(bandit)).isEqualTo(before);
    }

    @Test
    void withAnotherSeedItDrawsOtherNumbersAndCanStillBeSaved() {
        DefinedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 50);
        DefinedBandit copy = NamedRounds.copy(bandit);
        copy.reseed(99, 1000);

        assertThat(copy.definition().options().seed()).isEqualTo(99);
        assertThat(copy.bandit().rounds()).isEqualTo(1000);
        DefinedBandit read = NamedRounds.copy(copy);
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
     * Ann likes what Ben dislikes: the best arm depends on the context, and no arm is better than the other. Without a uniform
     * share all of the last 300 rounds are right with the seeds 0 to 19; the default share makes 14 of them random, 7 of which
     * are wrong. False alarms: 1 in 10^6.
     */
    @Test
    void withTheDefaultsEveryArmLearnsWhomItSuits() {
        DefinedBandit bandit = bandit();
        List<Arm> arms = List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE));
        int right = 0;
        for (int t = 0; t < 600; t++) {
            boolean ann = t * 7 % 11 % 2 == 0;
            Features who =
                    Features.builder().category("who", ann ? "Ann" : "Ben").build();
            Pull decision = bandit.decide(who, arms);
            boolean liked = (decision.arm() == 0) == ann;
            bandit.reward(decision, liked ? 1 : 0);
            right += t >= 300 && liked ? 1 : 0;
        }

        assertThat(right).isGreaterThan(280);
    }

    @Test
    void aRejectedRoundOrRewardLeavesEverythingAsItWas() {
        DefinedBandit bandit = bandit();
        NamedRounds.play(bandit, 0, 30);
        Pull decision = bandit.decide(NamedRounds.context(30), NamedRounds.arms(30));
        byte[] before = NamedRounds.state(bandit);
        Arm twice = new Arm("twice", Features.builder().number("new", 1).build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.decide(NamedRounds.context(31), List.of(twice, twice)))
                .withMessage("arm id twice is given twice in one round");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.reward(decision, 2))
                .withMessageContaining("reward = 2.0");
        assertThat(NamedRounds.state(bandit)).isEqualTo(before);
    }

    private static DefinedBandit disjoint() {
        return disjoint(0);
    }

    private static DefinedBandit disjoint(long seed) {
        EncoderDefinition encoder = EncoderDefinition.builder()
                .dimension(8)
                .armIdentity(ArmIdentity.NEVER)
                .interactions()
                .build();
        return new DefinedBandit(Attune.bandit()
                .policy("LinUCB-disjoint")
                .encoder(encoder)
                .rewards(0, 1)
                .seed(seed)
                .definition());
    }

    /**
     * As with the defaults, by a model for each arm instead of pairs with its id; and arms are replaced on the way. Seen with the seeds 0 to 39:
     * 599 or 600 of 600 rounds, but for two with 573 and 575 that took longer to notice the new arm.
     */
    @Test
    void withAModelForEachArmItLearnsWhomItSuitsAndArmsComeAndGo() {
        long learnt =
                LongStream.range(0, 10).filter(seed -> roundsRight(seed) > 580).count();
        assertThat(learnt).isGreaterThanOrEqualTo(9);
    }

    /** Plays 1,000 rounds and returns in how many of the last 300 of either half the right arm was chosen. */
    private static int roundsRight(long seed) {
        DefinedBandit bandit = disjoint(seed);
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
            Pull decision = bandit.decide(who, arms);
            assertThat(decision.x()).hasSize(9);
            boolean suits = (decision.arm() == 0) == ann;
            bandit.reward(decision, suits ? 1 : 0);
            right += suits && (t >= 700 || (t >= 200 && t < 500)) ? 1 : 0;
        }
        return right;
    }

    @Test
    void onlyAModelOfItsOwnCanBeForgotten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit().retire("tea"))
                .withMessageContaining("Auto");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> disjoint().retire("tea"))
                .withMessageContaining("tea");
    }

    @Test
    void aRejectedRoundOfArmsWithModelsOfTheirOwnChangesNothing() {
        DefinedBandit bandit = disjoint();
        NamedRounds.play(bandit, 0, 20);
        byte[] before = NamedRounds.state(bandit);
        Arm twice = new Arm("new", Features.NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bandit.decide(NamedRounds.context(1), List.of(twice, twice)))
                .withMessageContaining("new");
        assertThatIllegalArgumentException().isThrownBy(() -> bandit.decide(NamedRounds.context(1), List.of()));
        assertThat(NamedRounds.state(bandit)).isEqualTo(before);
    }
}
