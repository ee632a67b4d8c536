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

class GlmTslTest extends ExplorationPathContract {
    @Override
    public GlmTsl create(int dimension) {
        return new GlmTsl(Link.LOGISTIC, dimension, 1);
    }

    @Override
    public GlmTsl createVariant(int dimension) {
        return new GlmTsl(Link.LOGISTIC, dimension, 0.3);
    }

    @Override
    protected boolean optimistic() {
        return false;
    }

    /** Kveton et al. 2020, Algorithm 1: argmax x' theta~, theta~ = theta + explore z / sqrt(H) in one dimension. */
    @Test
    void roundsWorkedOutByHand() {
        LogisticByHand.verifyTheNumbers();
        GlmTsl policy = new GlmTsl(1);
        Setting one = GlmTsl.SPACE.setting(1);
        Setting half = GlmTsl.SPACE.setting(0.5);
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-2});

        // Round 1: theta = 0, H = 1, z = -0.3: theta~ = -0.3, indices -0.3 and 0.6.
        assertRound(policy, arms, one, -0.3, 1, 0);
        policy.update(new double[] {-2}, 0, one);

        // Round 2: theta = 0.521298, H = 1 + 4 s(1 - s) = 1.770845, 1/sqrt H = 0.751467.
        //   z = -1: theta~ = -0.230168, the second arm; with explore = 1/2, 0.145565, the first.
        assertRound(policy, arms, one, -1, 1, 1);
        assertRound(policy, arms, half, -1, 0, 1);
        policy.update(new double[] {1}, 0, one);

        // Round 3: theta = 0.223957, H = 2.198365, 1/sqrt H = 0.674451: z = 0.4: theta~ = 0.493737, the first arm.
        assertRound(policy, arms, one, 0.4, 0, 2);
        policy.update(new double[] {1}, 1, one);

        // Round 4: theta = 0.409722, H = 2.328862, 1/sqrt H = 0.655282: z = -0.6: theta~ = 0.016553, the first arm;
        //   z = -0.7: -0.048976, the second.
        assertRound(policy, arms, one, -0.6, 0, 3);
        assertRound(policy, arms, one, -0.7, 1, 3);
    }

    /** Newton leaves theta exact to 1e-5; H is that of the step before, where theta was exact to a few 1e-3. */
    private static void assertRound(GlmTsl policy, ActionSet arms, Setting setting, double z, int arm, int rewards) {
        assertThat(policy.select(arms, setting, Worlds.giving(z))).isEqualTo(arm);
        ScoredRound round = Worlds.scored(policy, arms, Worlds.giving(z));
        double theta = LogisticByHand.ROOT[rewards];
        double u = z / Math.sqrt(LogisticByHand.FISHER[rewards]);
        assertThat(round.mean()[0]).isCloseTo(theta, within(1e-5));
        assertThat(round.mean()[1]).isCloseTo(-2 * theta, within(2e-5));
        assertThat(round.bonus()[0]).isCloseTo(u, within(2e-3));
        assertThat(round.bonus()[1]).isCloseTo(-2 * u, within(4e-3));
    }
}
