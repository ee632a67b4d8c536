package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathScorer;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A frozen copy scores as the policy did when it was frozen, bit for bit, whatever the policy learns since. */
class FrozenScorerTest {
    static Iterable<String> policies() {
        return PathPolicies.names();
    }

    private static long[] scores(PathScorer scorer, ActionSet arms, long t) {
        ScoredRound round = new ScoredRound();
        scorer.score(arms, new RoundRandom(8, t), round);
        long[] bits = new long[2 * arms.arms() + 1];
        for (int k = 0; k < arms.arms(); k++) {
            bits[2 * k] = Double.doubleToLongBits(round.mean()[k]);
            bits[2 * k + 1] = Double.doubleToLongBits(round.bonus()[k]);
        }
        bits[bits.length - 1] = round.drawn() ? 1 : 0;
        return bits;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void scoresAsThePolicyDidWhenItWasFrozen(String name) {
        for (int d : new int[] {1, 4, 9}) {
            ExplorationPath policy = PathPolicies.make(name, d);
            SelfTuningBandit bandit = Attune.of(policy).build();
            Scene scene = Scene.freshArms(d, 7, 0.5, 3);
            for (int t = 1; t <= 60; t++) {
                PathScorer frozen = policy.frozen();
                ActionSet arms = scene.arms(t + 1000);
                long[] before = scores(policy, arms, t);
                assertThat(scores(frozen, arms, t)).as("d = %d, round %d", d, t).isEqualTo(before);
                Decision decision = bandit.decide(scene.arms(t));
                bandit.reward(decision, scene.reward(decision, policy));
                bandit.reward(decision, scene.reward(decision, policy));
                assertThat(scores(frozen, arms, t)).isEqualTo(before);
                if (t % 30 == 0) { // it has learnt, so the copy is out of date
                    assertThat(Arrays.equals(scores(policy, arms, t), before)).isFalse();
                }
            }
        }
    }
}
