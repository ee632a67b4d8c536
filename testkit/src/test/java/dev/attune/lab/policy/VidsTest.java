package dev.attune.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Script;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VidsTest {
    private static final int SAMPLES = 50;

    /** Gaussians for all samples, and then a uniform number. */
    private static Script script(double[] numbers) {
        Script script = new Script();
        for (int m = 0; m < SAMPLES; m++) {
            script.gaussian(numbers[m]);
        }
        return script.uniform(numbers[SAMPLES]);
    }

    /** Until a reward differs from zero there is no estimate of the noise and every arm is as likely. */
    @Test
    void firstRoundsAreRandom() {
        Vids policy = new Vids(1);
        ActionSet arms = ActionSet.ofFeatures(new double[] {-1, -0.7, -0.5, -0.2, 0, 0.3, 0.4, 0.8, 1});
        for (int round = 0; round < 3; round++) {
            for (int t = 1; t <= 20; t++) {
                assertThat(policy.select(arms, Vids.SPACE.preset(), new RoundRandom(102, t)))
                        .isEqualTo(new RoundRandom(102, t).nextInt(9));
            }
            policy.update(new double[] {1}, 0, Vids.SPACE.preset());
        }
    }

    /**
     * One reward 1 at x = 1, lambda = 1: V = 2, b = 1, theta = 1/2, residual 1 - 1/2, noise s = sqrt((1 + 1/2)/2) =
     * sqrt(3/4). With explore = sqrt(8/3) the deviation explore s / sqrt V is 1, so a sample is 1/2 + z.
     *
     * <p>Of 50 samples, 30 have z = 1/2, theta = 1, and 20 have z = -3/2, theta = -1. Arms x = 1 and x = -3:
     *
     * <pre>
     *   theta = 1, share 0.6:   values  1, -3   best arm 0
     *   theta = -1, share 0.4:  values -1,  3   best arm 1
     *   mean values 0.2, -0.6;  mean of the best 0.6 * 1 + 0.4 * 3 = 1.8
     *   Delta = (1.6, 2.4)
     *   v_0 = 0.6 (1 - 0.2)^2 + 0.4 (-1 - 0.2)^2 = 0.96;   v_1 = 9 v_0 = 8.64
     *   ratios: arm 0 2.5600/0.96 = 2.667, arm 1 5.76/8.64 = 0.667; mixtures q = 1.6/0.8 - 2 * 0.96/7.68 = 1.75, cut at 1
     * </pre>
     *
     * <p>So the arm with more regret is played, for what it teaches. Without arm 1 at that price (x = -1), Delta = (0.8,
     * 1.2), v = (0.96, 0.96): the same information for more regret, arm 0.
     */
    @Test
    void roundsWorkedOutByHand() {
        Vids policy = new Vids(1);
        Setting setting = Vids.SPACE.setting(Math.sqrt(8.0 / 3));
        policy.update(new double[] {1}, 1, setting);
        double[] numbers = new double[SAMPLES + 1];
        Arrays.fill(numbers, 0, 30, 0.5);
        Arrays.fill(numbers, 30, SAMPLES, -1.5);
        numbers[SAMPLES] = 0.999; // the uniform that picks from the pair

        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-3});
        assertThat(policy.select(arms, setting, script(numbers))).isEqualTo(1);
        assertThat(Arrays.copyOf(policy.regret(), 2)).containsExactly(new double[] {1.6, 2.4}, within(1e-13));
        assertThat(Arrays.copyOf(policy.information(), 2)).containsExactly(new double[] {0.96, 8.64}, within(1e-13));

        arms = ActionSet.ofRows(new double[] {1}, new double[] {-1});
        assertThat(policy.select(arms, setting, script(numbers))).isEqualTo(0);
        assertThat(Arrays.copyOf(policy.regret(), 2)).containsExactly(new double[] {0.8, 1.2}, within(1e-13));
        assertThat(Arrays.copyOf(policy.information(), 2)).containsExactly(new double[] {0.96, 0.96}, within(1e-13));

        // explore = 0: all samples are theta = 1/2, no regret to fear: the greedy arm.
        assertThat(policy.select(arms, Vids.SPACE.setting(0), script(numbers))).isEqualTo(0);

        // Another reward 1 at x = -1, lambda = 1: V = 3, b = 0, theta = 0, residual 2, s = sqrt((1 + 2)/3) = 1.
        // With explore = sqrt 3 a sample is z. 25 of each of z = 1 and z = -1, arms 1 and -3: mean values 0, 0;
        // best 1/2 + 3/2 = 2; Delta = (2, 2), v = (1, 9): equal regret, more information, arm 1.
        policy.update(new double[] {-1}, 1, setting);
        Arrays.fill(numbers, 0, 25, 1);
        Arrays.fill(numbers, 25, SAMPLES, -1);
        arms = ActionSet.ofRows(new double[] {1}, new double[] {-3});
        assertThat(policy.select(arms, Vids.SPACE.setting(Math.sqrt(3)), script(numbers)))
                .isEqualTo(1);
        assertThat(Arrays.copyOf(policy.regret(), 2)).containsExactly(new double[] {2, 2}, within(1e-13));
        assertThat(Arrays.copyOf(policy.information(), 2)).containsExactly(new double[] {1, 9}, within(1e-13));
    }
}
