package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.model.Link;
import dev.attune.testkit.ExplorationPathContract;
import dev.attune.testkit.Worlds;
import org.junit.jupiter.api.Test;

class UcbGlmTest extends ExplorationPathContract {
    @Override
    public UcbGlm create(int dimension) {
        return new UcbGlm(Link.LOGISTIC, dimension, 1);
    }

    @Override
    public UcbGlm createVariant(int dimension) {
        return new UcbGlm(Link.LOGISTIC, dimension, 0.3);
    }

    @Override
    protected double orderTolerance() {
        return 4e-3;
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    @Override
    protected boolean ridgeWidths() {
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
        ScoredRound round = Worlds.scored(policy, arms, Worlds.none());
        assertThat(round.mean()[0]).isCloseTo(theta, within(1e-5));
        assertThat(round.mean()[1]).isCloseTo(-2 * theta, within(2e-5));
        assertThat(round.bonus()[0]).isCloseTo(1 / Math.sqrt(V), within(1e-14));
        assertThat(round.bonus()[1]).isCloseTo(2 / Math.sqrt(V), within(1e-14));
    }
}
