package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.PathPolicies;
import dev.attune.Scene;
import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Options;
import dev.attune.api.PathTuner;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.UniformShare;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.RandUcb;
import dev.attune.tuner.ValueOfInformation;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The propensity that a decision carries is the frequency with which its arm is chosen. */
class PropensityTest {
    private static final int CHOICES =
            1_000_000; // with a uniform share a quarter of them: it only mixes in what is known
    private static final int K = 6;

    /** Quantiles of chi-square at 1 - 1e-6, for 1 to 5 degrees of freedom: the false-alarm rate of one comparison. */
    private static final double[] CHI_SQUARE = {23.93, 27.63, 30.66, 33.38, 35.89};

    /** Three exploration rates with probabilities 0.2, 0.5 and 0.3. */
    private static final class ThreeRates implements Tuner {
        private static final double[] RATE = {0, 0.3, 2};
        private static final double[] PROBABILITY = {0.2, 0.5, 0.3};

        @Override
        public SettingSpace space() {
            return LinUcb.SPACE;
        }

        @Override
        public Suggestion suggest(long t, RandomGenerator rng) {
            double u = rng.nextDouble();
            return Suggestion.of(candidate(u < 0.2 ? 0 : u < 0.7 ? 1 : 2));
        }

        @Override
        public void observe(Suggestion suggestion, double reward) {}

        @Override
        public int candidates() {
            return 3;
        }

        @Override
        public Setting candidate(int i) {
            return LinUcb.SPACE.setting(RATE[i]);
        }

        @Override
        public double probability(int i) {
            return PROBABILITY[i];
        }

        @Override
        public String stateName() {
            return "three rates";
        }

        @Override
        public void writeState(StateWriter out) {}

        @Override
        public void readState(StateReader in) {}
    }

    private static SelfTuningBandit bandit(String tuner, double share) {
        return bandit(tuner, UniformShare.constant(share));
    }

    private static SelfTuningBandit bandit(String tuner, UniformShare share) {
        Options options = Options.DEFAULT.withUniformShare(share).withSeed(2);
        LinUcb policy = new LinUcb(3);
        return switch (tuner) {
            case "candidates" -> SelfTuningBandit.of(policy, new ThreeRates(), options);
            case "RandUCB" -> SelfTuningBandit.of(policy, new RandUcb(), options);
            default -> SelfTuningBandit.of(policy, new ValueOfInformation(3), options);
        };
    }

    /** A million choices from one state: nothing is rewarded, and every round has a generator of its own. */
    @ParameterizedTest
    @CsvSource({"RandUCB, 0", "RandUCB, 0.1", "candidates, 0", "candidates, 0.1"})
    @Tag("slow")
    void isTheFrequencyInAMillionChoices(String tuner, double share) {
        SelfTuningBandit bandit = bandit(tuner, share);
        Scene scene = Scene.freshArms(3, K, 0.5, 4);
        scene.play(bandit, 12);
        ActionSet arms = unsettled(bandit, scene);
        double[] propensity = new double[K];
        Arrays.fill(propensity, Double.NaN);
        int[] count = new int[K];
        int choices = share == 0 ? CHOICES : CHOICES / 4;
        for (int i = 0; i < choices; i++) {
            Pull decision = bandit.decide(arms);
            bandit.expire(decision);
            int k = decision.arm();
            count[k]++;
            if (!Double.isNaN(propensity[k]) && propensity[k] != decision.propensity()) {
                throw new AssertionError("arm " + k + " had " + propensity[k] + ", now " + decision.propensity());
            }
            propensity[k] = decision.propensity();
        }
        double sum = 0;
        double chiSquare = 0;
        int cells = 0;
        for (int k = 0; k < K; k++) {
            if (count[k] > 0) {
                double expected = choices * propensity[k];
                sum += propensity[k];
                if (expected > 5) { // the statistic is no chi-square for rarer ones
                    chiSquare += (count[k] - expected) * (count[k] - expected) / expected;
                    cells++;
                }
            }
        }
        assertThat(cells).as("more than one arm has a chance").isGreaterThan(1);
        assertThat(Arrays.stream(propensity).filter(p -> p < 0.97).count()).isPositive();
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(chiSquare).as("%d cells %s", cells, Arrays.toString(count)).isLessThan(CHI_SQUARE[cells - 2]);
    }

    /**
     * As VOI imagines worlds in every round, its probabilities change from round to round. With a uniform share every
     * arm has a chance, so the mean of
     * 1 / probability over the rounds in which an arm is chosen, 0 in others, is 1 for each arm. Beyond 5 deviations
     * with probability 6e-7 for each.
     */
    @Test
    @Tag("slow")
    void inverseProbabilitiesOfVoiCountEveryArmAsOften() {
        SelfTuningBandit bandit = bandit("VOI", 0.1);
        Scene scene = Scene.freshArms(3, K, 3, 4); // so noisy that there is something to explore after 430
        scene.play(bandit, 430);
        ActionSet arms = unsettled(bandit, scene);
        double[] sum = new double[K];
        double[] variance = new double[K];
        int rounds = CHOICES / 4;
        for (int i = 0; i < rounds; i++) {
            Pull decision = bandit.decide(arms);
            bandit.expire(decision);
            double inverse = 1 / decision.propensity();
            sum[decision.arm()] += inverse;
            variance[decision.arm()] += inverse * (inverse - 1);
        }
        for (int k = 0; k < K; k++) {
            assertThat((sum[k] - rounds) / Math.sqrt(variance[k]))
                    .as("arm %d", k)
                    .isBetween(-5.0, 5.0);
        }
    }

    /** Arms of which none is nearly certain. */
    private static ActionSet unsettled(SelfTuningBandit bandit, Scene scene) {
        for (int t = 10_000; t < 12_000; t++) {
            ActionSet arms = scene.arms(t);
            Pull decision = bandit.decide(arms);
            bandit.expire(decision);
            if (decision.propensity() > 0.2 && decision.propensity() < 0.8) {
                return arms;
            }
        }
        throw new AssertionError("every round is nearly certain");
    }

    /**
     * While a bandit learns its probabilities change, and VOI's depend on the round's own draw; the differences between
     * what was chosen and its probability still have mean zero, given all that came before. Their sum over 3,000 rounds,
     * divided by its standard deviation, is beyond 5 with probability 6e-7 for each arm.
     */
    @ParameterizedTest
    @ValueSource(strings = {"RandUCB", "VOI"})
    void isRightOnAverageWhileTheBanditLearns(String name) {
        for (String policyName : PathPolicies.widths().keySet()) {
            double[] surplus = new double[K];
            double[] variance = new double[K];
            for (long seed = 1; seed <= 300; seed++) {
                ExplorationPath policy = PathPolicies.make(policyName, 3);
                PathTuner tuner = name.equals("VOI") ? new ValueOfInformation(3) : new RandUcb();
                Scene scene = Scene.freshArms(3, K, 0.5, seed);
                ScoredRound round = new ScoredRound();
                for (int t = 1; t <= 10; t++) {
                    ActionSet arms = scene.arms(t);
                    RoundRandom rng = new RoundRandom(seed, t);
                    policy.score(arms, rng, round);
                    int chosen =
                            tuner.choose(arms, round, policy.posterior(), rng).arm();
                    double sum = 0;
                    for (int k = 0; k < K; k++) {
                        double p = tuner.propensity(k);
                        sum += p;
                        surplus[k] += (k == chosen ? 1 : 0) - p;
                        variance[k] += p * (1 - p);
                    }
                    assertThat(sum).isCloseTo(1, within(1e-12));
                    double[] x = arms.features(chosen);
                    double[] memo = tuner.decided(x, policy.posterior());
                    double y = scene.reward(
                            new Pull(
                                    t,
                                    chosen,
                                    arms.arms(),
                                    x,
                                    1,
                                    Suggestion.of(policy.space().preset()),
                                    true),
                            policy);
                    policy.update(x, y, policy.space().preset());
                    tuner.rewarded(x, memo, y, policy.posterior());
                }
            }
            for (int k = 0; k < K; k++) {
                assertThat(Math.abs(surplus[k]) / Math.sqrt(variance[k]))
                        .as("%s on %s, arm %d", name, policyName, k)
                        .isLessThan(5);
            }
        }
    }

    /** Each draw of the share has the chance of its round: the surplus is a sum of independent terms. False alarms: 1 in 10^6. */
    @Test
    void aDecayingShareIsThatOfEachRound() {
        UniformShare share = UniformShare.decayingTo(0.03);
        SelfTuningBandit bandit = bandit("VOI", share);
        Scene scene = Scene.freshArms(3, K, 0.5, 5);
        double surplus = 0;
        double variance = 0;
        for (int t = 1; t <= 2_000; t++) {
            Pull decision = bandit.decide(scene.arms(t));
            double p = share.at(t);
            double greedy = bandit.lastRound().propensity(decision.arm());
            assertThat(decision.propensity()).isEqualTo(greedy).isBetween(p / K, 1 - p + p / K + 1e-12);
            assertThat(bandit.lastRound().uniformShare()).isEqualTo(p);
            surplus += (bandit.lastRound().uniform() ? 1 : 0) - p;
            variance += p * (1 - p);
            bandit.reward(decision, scene.reward(decision));
        }
        assertThat(Math.abs(surplus) / Math.sqrt(variance)).isLessThan(5);
    }

    @Test
    void withAUniformShareNoPropensityIsBelowIt() {
        SelfTuningBandit bandit = bandit("VOI", 0.2);
        Scene scene = Scene.freshArms(3, K, 0.5, 5);
        for (int t = 1; t <= 500; t++) {
            Pull decision = bandit.decide(scene.arms(t));
            assertThat(decision.propensity()).isBetween(0.2 / K, 1 - 0.2 + 0.2 / K + 1e-12);
            bandit.reward(decision, scene.reward(decision));
        }
    }
}
