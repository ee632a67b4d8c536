package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathTuner;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import dev.attune.testkit.PathTunerContract;
import dev.attune.testkit.Script;
import org.junit.jupiter.api.Test;

class DoublyRobustWeightsTest extends PathTunerContract {
    private static final int SIZE = 25;

    @Override
    public PathTuner tuner(int d) {
        return new DoublyRobustWeights();
    }

    private static ExplorationPath taught() {
        LinUcb policy = new LinUcb(2);
        for (int t = 0; t < 6; t++) {
            policy.update(new double[] {1, 0.2 * t}, 1 + 0.3 * t, LinUcb.SPACE.preset());
        }
        policy.update(new double[] {0, 1}, -2, LinUcb.SPACE.preset());
        return policy;
    }

    private static final ActionSet THREE =
            ActionSet.ofRows(new double[] {1, 0.4}, new double[] {0.8, -1}, new double[] {0.5, 2.5});

    /** 0, then 0.01 to 10 in 23 equal factors. */
    private static double rate(int i) {
        return i == 0 ? 0 : 0.01 * StrictMath.pow(1000, (i - 1) / 23.0);
    }

    /** All weights alike at first: an arm's probability is the share of the grid that chooses it. */
    @Test
    void atFirstEveryExplorationRateIsAsLikely() {
        ExplorationPath policy = taught();
        DoublyRobustWeights tuner = new DoublyRobustWeights();
        ScoredRound round = new ScoredRound();
        policy.score(THREE, new Script(), round);
        double s = policy.posterior().noise();
        int[] chosenBy = new int[3];
        for (int i = 0; i < SIZE; i++) {
            chosenBy[round.best(s * rate(i))]++;
        }
        for (int i = 0; i < SIZE; i++) { // the uniform number walks through the grid
            PathChoice choice = tuner.choose(THREE, round, policy.posterior(), new Script().uniform((i + 0.5) / SIZE));
            assertThat(choice.explore()).isCloseTo(s * rate(i), within(1e-12));
            assertThat(choice.arm()).isEqualTo(round.best(s * rate(i)));
        }
        for (int k = 0; k < 3; k++) {
            assertThat(tuner.propensity(k)).isCloseTo(chosenBy[k] / (double) SIZE, within(1e-14));
        }
        assertThat(chosenBy[0] * chosenBy[2])
                .as("more than one arm on the path")
                .isPositive();
    }

    /** One reward by the formulas of the class comment, read back through the next propensities. */
    @Test
    void aRewardMovesTheWeightsAsTheFormulasSay() {
        ExplorationPath policy = taught();
        DoublyRobustWeights tuner = new DoublyRobustWeights();
        ScoredRound round = new ScoredRound();
        policy.score(THREE, new Script(), round);
        double s = policy.posterior().noise();
        PathChoice choice = tuner.choose(THREE, round, policy.posterior(), new Script().uniform(0.01));
        double[] x = THREE.features(choice.arm());
        double y = round.mean()[choice.arm()] + 1.5;
        double P = tuner.propensity(choice.arm());
        tuner.rewarded(x, tuner.decided(x, policy.posterior()), y, policy.posterior());

        double[] r = new double[SIZE];
        double mean = 0;
        double square = 0;
        for (int i = 0; i < SIZE; i++) {
            int k = round.best(s * rate(i));
            r[i] = (round.mean()[k] + (k == choice.arm() ? 1.5 / P : 0)) / s;
            mean += r[i] / SIZE;
            square += r[i] * r[i] / SIZE;
        }
        double eta = Math.sqrt(Math.log(SIZE) / (1 + square - mean * mean));
        double[] weight = new double[SIZE];
        double total = 0;
        for (int i = 0; i < SIZE; i++) {
            weight[i] = Math.exp(eta * (r[i] - mean));
            total += weight[i];
        }
        tuner.choose(THREE, round, policy.posterior(), new Script().uniform(0.5));
        for (int arm = 0; arm < 3; arm++) {
            double expected = 0;
            for (int i = 0; i < SIZE; i++) {
                expected += round.best(s * rate(i)) == arm ? 0.95 * weight[i] / total + 0.05 / SIZE : 0;
            }
            assertThat(tuner.propensity(arm)).as("arm %d", arm).isCloseTo(expected, within(1e-12));
        }
    }

    /**
     * A floor may pull another arm than the chosen one; its reward must not be booked as the chosen arm's. Whether the
     * chosen arm was pulled does not depend on which it is, so what is left is as unbiased as before.
     */
    @Test
    void theRewardOfAnArmThatAFloorPulledTeachesNothing() {
        ExplorationPath policy = taught();
        DoublyRobustWeights tuner = new DoublyRobustWeights();
        ScoredRound round = new ScoredRound();
        policy.score(THREE, new Script(), round);
        byte[] before = Checkpoint.write(tuner);
        PathChoice choice = tuner.choose(THREE, round, policy.posterior(), new Script().uniform(0.01));
        double[] other = THREE.features((choice.arm() + 1) % 3);
        tuner.rewarded(other, tuner.decided(other, policy.posterior()), 9, policy.posterior());
        assertThat(Checkpoint.write(tuner)).isEqualTo(before);
        double[] chosen = THREE.features(choice.arm());
        tuner.rewarded(chosen, tuner.decided(chosen, policy.posterior()), 9, policy.posterior());
        assertThat(Checkpoint.write(tuner)).isNotEqualTo(before);
    }

    /** An exploration rate that always earns more is found: the true best arm is the one of large exploration rates. */
    @Test
    void weightMovesToTheExplorationRateThatPays() {
        LinUcb policy = new LinUcb(2);
        for (int i = 0; i < 50; i++) {
            policy.update(new double[] {1, 0}, i % 2 == 0 ? 1 : -1, LinUcb.SPACE.preset());
        }
        policy.update(new double[] {0, 1}, -1, LinUcb.SPACE.preset());
        ActionSet arms = ActionSet.ofRows(new double[] {1, 0}, new double[] {0, 1}); // the second looks worse, is wider
        DoublyRobustWeights tuner = new DoublyRobustWeights();
        ScoredRound round = new ScoredRound();
        double first = Double.NaN;
        for (int t = 1; t <= 300; t++) { // the model is left as it is: only the tuner learns
            RoundRandom rng = new RoundRandom(6, t);
            policy.score(arms, rng, round);
            PathChoice choice = tuner.choose(arms, round, policy.posterior(), rng);
            first = Double.isNaN(first) ? tuner.propensity(1) : first;
            double[] x = arms.features(choice.arm());
            double y = (choice.arm() == 1 ? 1 : 0) + 0.5 * rng.nextGaussian();
            tuner.rewarded(x, tuner.decided(x, policy.posterior()), y, policy.posterior());
        }
        assertThat(first).isBetween(0.1, 0.5);
        assertThat(tuner.propensity(1)).isGreaterThan(0.9);
    }
}
