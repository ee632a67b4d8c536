package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import dev.attune.model.Link;
import org.junit.jupiter.api.Test;

class UcbGlmTest extends ExplorationPathContract {
    @Override
    UcbGlm create(int dimension, double lambda) {
        return new UcbGlm(Link.LOGISTIC, dimension, lambda);
    }

    @Override
    boolean optimistic() {
        return true;
    }

    /** Li, Lu and Zhou 2017, Algorithm 1: argmax x' theta + alpha |x|_{V^-1}, without the random rounds. */
    @Test
    void roundsWorkedOutByHand() {
        LogisticByHand.verifyTheNumbers();
        UcbGlm policy = new UcbGlm(1);
        Setting one = UcbGlm.SPACE.setting(1);
        Setting two = UcbGlm.SPACE.setting(2);
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-2});

        // Round 1: theta = 0, V = 1: indices 1 and 2.
        assertRound(policy, arms, one, 1, 0, 1);
        policy.update(new double[] {-2}, 0, one);

        // Round 2: theta = 0.521298, V = 5, 1/sqrt 5 = 0.447214: indices 0.968512 and -1.042597 + 0.894427 = -0.148170.
        assertRound(policy, arms, one, 0, LogisticByHand.ROOT[1], 5);
        policy.update(new double[] {1}, 0, one);

        // Round 3: theta = 0.223957, V = 6, 1/sqrt 6 = 0.408248: indices 0.632205 and -0.447914 + 0.816497 = 0.368582;
        // with alpha = 2 they are 1.040454 and 1.185079, and the arm changes.
        assertRound(policy, arms, one, 0, LogisticByHand.ROOT[2], 6);
        assertRound(policy, arms, two, 1, LogisticByHand.ROOT[2], 6);
        policy.update(new double[] {1}, 1, one);

        // Round 4: theta = 0.409722, V = 7, 1/sqrt 7 = 0.377964: with alpha = 2, 1.165650 and 0.692415.
        assertRound(policy, arms, two, 0, LogisticByHand.ROOT[3], 7);
    }

    private static void assertRound(UcbGlm policy, ActionSet arms, Setting setting, int arm, double theta, double V) {
        assertThat(policy.select(arms, setting, Worlds.none())).isEqualTo(arm);
        assertThat(policy.round().mean()[0]).isCloseTo(theta, within(1e-5));
        assertThat(policy.round().mean()[1]).isCloseTo(-2 * theta, within(2e-5));
        assertThat(policy.round().bonus()[0]).isCloseTo(1 / Math.sqrt(V), within(1e-14));
        assertThat(policy.round().bonus()[1]).isCloseTo(2 / Math.sqrt(V), within(1e-14));
    }

    @Test
    void orderOfRewardsMattersNoMoreThanTheToleranceOfTheEstimate() {
        UcbGlm policy = new UcbGlm(Link.LOGISTIC, 4, 0.5);
        UcbGlm shuffled = new UcbGlm(Link.LOGISTIC, 4, 0.5);
        Shuffles.teach(policy, shuffled);
        double norm = Math.sqrt(Worlds.dot(policy.model().mean(), policy.model().mean()));
        assertThat(shuffled.model().mean()).containsExactly(policy.model().mean(), within(4e-3 * norm));
    }

    /** d = 25, |x| about 1: from reward 250 on, most rewards get an online step only. */
    @Test
    void estimateStaysWithinTwoThousandthsOfAFullSolve() {
        int d = 25;
        UcbGlm policy = new UcbGlm(d);
        Oracle oracle = new Oracle(d, 1, 600);
        double[] truth = Worlds.truth(d);
        for (int t = 1; t <= 600; t++) {
            RoundRandom rng = new RoundRandom(71, t);
            double[] x = Worlds.arms(rng, d, 1).features(0);
            for (int i = 0; i < d; i++) {
                x[i] *= Math.sqrt(3.0 / d);
            }
            double y = Worlds.reward(policy, Worlds.dot(truth, x), rng);
            policy.update(x, y, UcbGlm.SPACE.preset());
            oracle.add(x, y);
            if (t > 245 && t % 3 == 0) {
                double[] theta = policy.model().mean();
                double[] exact = oracle.likeliest(Link.LOGISTIC, theta).data;
                double squared = 0;
                for (int i = 0; i < d; i++) {
                    squared += (theta[i] - exact[i]) * (theta[i] - exact[i]);
                }
                assertThat(Math.sqrt(squared / Worlds.dot(exact, exact)))
                        .as("relative error after %d rewards", t)
                        .isLessThan(2e-3);
            }
        }
    }
}
