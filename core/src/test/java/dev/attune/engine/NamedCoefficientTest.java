package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Options;
import dev.attune.api.Posterior;
import dev.attune.catalog.BanditDefinition;
import dev.attune.policy.Automatic;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.Fixed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Coefficients of vectors have names by position. */
class NamedCoefficientTest {
    /** The reward is twice the second number and 1, with some noise. */
    private static void play(Function<ActionSet, Pull> decide, SelfTuningBandit bandit) {
        Random random = new Random(2);
        for (int t = 0; t < 400; t++) {
            double[][] arms = new double[4][];
            Arrays.setAll(
                    arms, k -> new double[] {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()});
            Pull pull = decide.apply(ActionSet.ofRows(arms));
            bandit.reward(pull, 1 + 2 * arms[pull.arm()][1] + .1 * random.nextGaussian());
        }
    }

    private static List<NamedCoefficient> of(ExplorationPath policy) {
        SelfTuningBandit bandit =
                SelfTuningBandit.of(policy, new Fixed(policy.space().preset()), Options.DEFAULT);
        play(bandit::decide, bandit);
        return NamedCoefficient.ofVectors(policy.posterior(), 3);
    }

    @Test
    void ofOneModel() {
        List<NamedCoefficient> all = of(new LinUcb(3));

        assertThat(all).extracting(NamedCoefficient::name).containsExactly("x[0]", "x[1]", "x[2]");
        assertThat(all.get(1).mean()).isBetween(1.5, 3.0);
        assertThat(all).allMatch(one -> one.deviation() > 0);
    }

    @Test
    void ofTheLeaderOfABankTheConstantComesFirst() {
        Automatic policy = new Automatic(3, dev.attune.api.Forgetting.NONE);
        List<NamedCoefficient> all = of(policy);

        Posterior bank = policy.posterior();
        assertThat(bank.bank()
                        .orElseThrow()
                        .candidateName(bank.bank().orElseThrow().leader()))
                .isEqualTo("linear");
        assertThat(all).extracting(NamedCoefficient::name).containsExactly("constant", "x[0]", "x[1]", "x[2]");
        assertThat(all.get(2).mean()).isBetween(1.9, 2.1);
        assertThat(all.get(1).mean()).isBetween(-.1, .1);
    }

    @Test
    void aDefinedBanditFindsThemByNameTheClearestFirst() {
        DefinedBandit bandit = new DefinedBandit(BanditDefinition.ofVectors("LinUCB", "VOI", 3, Options.DEFAULT));
        assertThat(bandit.coefficients("", 5)).isEmpty();
        play(bandit.bandit()::decide, bandit.bandit());

        assertThat(bandit.coefficients("", 2))
                .hasSize(2)
                .first()
                .extracting(NamedCoefficient::name)
                .isEqualTo("x[1]");
        assertThat(bandit.coefficients("X[0", 9))
                .extracting(NamedCoefficient::name)
                .containsExactly("x[0]");
        assertThat(bandit.explain().budget()).isZero();
    }
}
