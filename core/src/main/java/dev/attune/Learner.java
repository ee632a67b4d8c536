package dev.attune;

import dev.attune.api.Decision;
import dev.attune.api.Policy;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;

/** What becomes of the rewards of a {@link SelfTuningBandit}. */
final class Learner {
    private final Policy policy;
    private final TopLayer top;
    private final RewardRange rewards;

    Learner(Policy policy, TopLayer top, RewardRange rewards) {
        this.policy = policy;
        this.top = top;
        this.rewards = rewards;
    }

    /** Refuses a reward that no decision could have earned. */
    void requireReward(double y) {
        rewards.require(y);
        policy.rewards().require(y);
    }

    /** Refuses a reward that this decision could not have earned, and the decision of another bandit. */
    void requireObservation(Decision decision, double y) {
        requireReward(y);
        Require.observation(policy, decision.x(), y, decision.suggestion().setting());
    }

    /** Learns the reward of a decision. */
    void rewarded(Decision decision, double y) {
        if (decision.tuned()) {
            top.rewarded(decision, y);
        } else {
            policy.update(decision.x(), y, decision.suggestion().setting());
        }
    }

    /** Learns the reward of a choice that somebody else made; the tuner is not paid for it. */
    void observed(Decision choice, double y) {
        policy.update(choice.x(), y, choice.suggestion().setting());
        top.taught();
    }
}
