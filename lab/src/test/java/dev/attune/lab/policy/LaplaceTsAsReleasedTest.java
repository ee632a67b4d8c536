package dev.attune.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.api.TheoryConstants;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LaplaceTs;
import dev.attune.state.Checkpoint;
import org.junit.jupiter.api.Test;

class LaplaceTsAsReleasedTest {
    @Test
    void itIsTheDescentFormExploringAtOneAndItsStateComesBack() {
        LaplaceTsAsReleased released = new LaplaceTsAsReleased(3);
        LaplaceTs descent = LaplaceTs.byDescent(3);
        RoundRandom rng = new RoundRandom(1, 0);
        for (int t = 1; t <= 60; t++) {
            double step = 0.1 + 0.05 * t;
            Setting own = LaplaceTsAsReleased.SPACE.setting(step);
            Setting full = LaplaceTs.DESCENT_SPACE.setting(1, step);
            rng.reset(2, t);
            double[][] rows = new double[4][3];
            for (double[] row : rows) {
                for (int i = 0; i < 3; i++) {
                    row[i] = rng.nextDouble() - 0.5;
                }
            }
            ActionSet arms = ActionSet.ofRows(rows);
            int arm = released.select(arms, own, new RoundRandom(3, t));
            assertThat(arm).isEqualTo(descent.select(arms, full, new RoundRandom(3, t)));
            released.update(rows[arm], t % 2, own);
            descent.update(rows[arm], t % 2, full);
            if (t == 30) {
                LaplaceTsAsReleased copy = new LaplaceTsAsReleased(3);
                Checkpoint.read(Checkpoint.write(released), copy);
                released = copy;
            }
        }
        assertThat(released.theory(TheoryConstants.ofPaper(100))
                        .orElseThrow()
                        .at(5)
                        .get("step"))
                .isEqualTo(1);
        assertThat(released.rewards()).isEqualTo(descent.rewards());
    }
}
