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

class GlmUcbTest extends ExplorationPathContract {
    @Override
    public GlmUcb create(int dimension) {
        return new GlmUcb(Link.LOGISTIC, dimension, 1);
    }

    @Override
    public GlmUcb createVariant(int dimension) {
        return new GlmUcb(Link.LOGISTIC, dimension, 0.3);
    }

    @Override
    protected boolean optimistic() {
        return true;
    }

    @Override
    protected boolean ridgeWidths() {
        return true;
    }

    @Override
    protected boolean linearMean() {
        return false;
    }

    /** Filippi et al. 2010, Algorithm 1: argmax mu(x' theta) + rho |x|_{M^-1}, without the d first arms. */
    @Test
    void roundsWorkedOutByHand() {
        LogisticByHand.verifyTheNumbers();
        GlmUcb policy = new GlmUcb(1);
        Setting quarter = GlmUcb.SPACE.setting(0.25);
        Setting one = GlmUcb.SPACE.setting(1);
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-2});

        // Round 1: theta = 0, V = 1: indices 1/2 + 1/4 = 0.75 and 1/2 + 2/4 = 1.
        assertRound(policy, arms, quarter, 1, 0.5, 0.5, 1);
        policy.update(new double[] {-2}, 0, quarter);

        // Round 2: theta = 0.521298, mu = 0.627451 and 0.260649, V = 5: indices 0.627451 + 0.111803 = 0.739255 and
        // 0.260649 + 0.223607 = 0.484256; with explore = 1, 1.074665 and 1.155076.
        assertRound(policy, arms, quarter, 0, 0.627451338826, 0.260649228500, 5);
        assertRound(policy, arms, one, 1, 0.627451338826, 0.260649228500, 5);
        policy.update(new double[] {1}, 0, quarter);

        // Round 3: theta = 0.223957, mu = 0.555756 and 0.389857, V = 6: indices 0.657819 and 0.593981.
        assertRound(policy, arms, quarter, 0, 0.555756430914, 0.389856782123, 6);
        policy.update(new double[] {1}, 1, quarter);

        // Round 4: theta = 0.409722, mu = 0.601021 and 0.305882, V = 7: indices 0.695512 and 0.494864.
        assertRound(policy, arms, quarter, 0, 0.601021110337, 0.305881886285, 7);
    }

    private static void assertRound(
            GlmUcb policy, ActionSet arms, Setting setting, int arm, double mu0, double mu1, double V) {
        assertThat(policy.select(arms, setting, Worlds.none())).isEqualTo(arm);
        ScoredRound round = Worlds.scored(policy, arms, Worlds.none());
        assertThat(round.mean()[0]).isCloseTo(mu0, within(1e-5));
        assertThat(round.mean()[1]).isCloseTo(mu1, within(1e-5));
        assertThat(round.bonus()[0]).isCloseTo(1 / Math.sqrt(V), within(1e-14));
        assertThat(round.bonus()[1]).isCloseTo(2 / Math.sqrt(V), within(1e-14));
    }
}
