package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner;
import dev.attune.api.PathTuner.PathChoice;
import dev.attune.api.ScoredRound;
import dev.attune.policy.LinUcb;
import dev.attune.testkit.PathTunerContract;
import dev.attune.testkit.Script;
import org.junit.jupiter.api.Test;

class RandUcbTest extends PathTunerContract {
    @Override
    public PathTuner tuner(int d) {
        return new RandUcb();
    }

    /**
     * One feature, arms 1 and -2, one reward of 1 for the first: theta = 1/2, s^2 = 0.75, the lines 0.5 + alpha/sqrt(2)
     * and -1 + 2 alpha/sqrt(2) cross at sqrt(6) s. P(|Z| > sqrt(6)) = 0.0143.
     */
    @Test
    void twoArmsByHand() {
        LinUcb policy = new LinUcb(1);
        policy.update(new double[] {1}, 1, LinUcb.SPACE.preset());
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-2});
        RandUcb tuner = new RandUcb();
        ScoredRound round = new ScoredRound();
        policy.score(arms, new Script(), round);
        for (double z : new double[] {0, 1, -2.449, 2.45, -5, 100}) {
            PathChoice choice = tuner.choose(arms, round, policy.posterior(), new Script().gaussian(z));
            assertThat(choice.arm()).isEqualTo(Math.abs(z) < Math.sqrt(6) ? 0 : 1);
            assertThat(choice.explore()).isCloseTo(Math.min(20, Math.abs(z)) * Math.sqrt(0.75), within(1e-13));
            assertThat(tuner.propensity(1)).isCloseTo(0.01430587843542964, within(1e-14));
            assertThat(tuner.propensity(0)).isCloseTo(1 - 0.01430587843542964, within(1e-14));
        }
    }
}
