package dev.attune.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.Options;
import dev.attune.api.Posterior;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.spec.Delay;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.Fixed;
import org.junit.jupiter.api.Test;

class DelayedRewardsTest {
    private final LinUcb policy = new LinUcb(1);
    private final SelfTuningBandit bandit =
            SelfTuningBandit.of(policy, new Fixed(policy.space().preset()), Options.DEFAULT);
    private final Posterior learnt = policy.posterior();

    private Pull decide() {
        return bandit.decide(ActionSet.ofRows(new double[] {1}));
    }

    @Test
    void aRewardComesAfterItsDelay() {
        DelayedRewards rewards = new DelayedRewards(new Delay(Delay.Kind.FIXED, 2, 0, Delay.FOREVER), 1);
        for (int t = 1; t <= 10; t++) {
            rewards.send(t, decide(), 1);
            rewards.deliver(t, bandit);
            assertThat(learnt.count()).isEqualTo(Math.max(0, t - 2));
        }
    }

    @Test
    void withoutDelayARewardComesBeforeTheNextDecision() {
        DelayedRewards rewards = new DelayedRewards(Delay.NONE, 1);
        rewards.send(1, decide(), 1);
        rewards.deliver(1, bandit);
        assertThat(learnt.count()).isEqualTo(1);
    }

    @Test
    void lostAndUnknownRewardsAreNotLearnt() {
        DelayedRewards rewards = new DelayedRewards(new Delay(Delay.Kind.FIXED, 0, 1, 5), 1);
        for (int t = 1; t <= 20; t++) {
            rewards.send(t, decide(), 1);
            rewards.deliver(t, bandit);
        }
        DelayedRewards silent = new DelayedRewards(Delay.NONE, 1);
        silent.send(21, decide(), Double.NaN);
        silent.deliver(21, bandit);
        assertThat(learnt.count()).isZero();
    }
}
