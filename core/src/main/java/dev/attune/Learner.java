package dev.attune;

import dev.attune.api.AdditivePolicy;
import dev.attune.api.Decision;
import dev.attune.api.Increment;
import dev.attune.api.Policy;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;
import dev.attune.state.Checkpointed;
import dev.attune.state.Snapshot;
import dev.attune.state.StateWriter;
import java.util.Optional;

/** What becomes of the rewards of a {@link SelfTuningBandit}. */
final class Learner {
    private final Policy policy;
    private final TopLayer top;
    private final RewardRange rewards;
    private Optional<Increment> gathered = Optional.empty(); // at a replica

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
        if (gathered.isPresent()) {
            if (decision.tuned()) {
                top.rewardedElsewhere(decision, y);
            }
            additive().gather(decision.x(), y, gathered.get());
        } else if (decision.tuned()) {
            top.rewarded(decision, y);
        } else {
            policy.update(decision.x(), y, decision.suggestion().setting());
        }
    }

    /** Learns the reward of a choice that somebody else made; the tuner is not paid for it. */
    void observed(Decision choice, double y) {
        if (gathered.isPresent()) {
            additive().gather(choice.x(), y, gathered.get());
        } else {
            policy.update(choice.x(), y, choice.suggestion().setting());
            top.taught();
        }
    }

    /** An increment of nothing, if there can be replicas at all. */
    Increment increment() {
        Increment none = additive().increment();
        top.requireUnpaid();
        return none;
    }

    private void require(Increment increment) {
        increment(); // refuses bandits that cannot have replicas
        increment.require(policy.stateName(), policy.dimension());
    }

    /** From now on rewards are counted there and not learnt. */
    void gatherInto(Increment increment, int replicas) {
        require(increment);
        Require.positive("replicas", replicas);
        gathered = Optional.of(increment);
        top.gatherInto(increment, replicas);
    }

    /** Learns what replicas have gathered. */
    void merge(Increment increment) {
        require(increment);
        top.merging(increment);
        additive().merge(increment);
        top.taught();
    }

    /** Goes on with the model of another bandit of the same kind. */
    void adopt(Learner other) {
        Snapshot.of(other.policy).restore(policy);
        top.replaced(other.top);
    }

    private AdditivePolicy additive() {
        if (policy instanceof AdditivePolicy additive) {
            return additive;
        }
        throw new IllegalArgumentException(
                policy.stateName()
                        + " cannot have replicas, as its statistics do not add up; LinUCB, LinTS, V-IDS, UCB-GLM, GLM-UCB and GLM-TSL can");
    }

    static IllegalArgumentException mustBePaid(Checkpointed tuner) {
        return new IllegalArgumentException(
                "a bandit tuned by " + tuner.stateName()
                        + " cannot have replicas, as the tuner must be paid for each decision; VOI, RandUCB, Theory and Fixed can");
    }

    void writeShared(StateWriter out) {
        if (policy instanceof AdditivePolicy additive) {
            additive.writeShared(out);
        } else {
            policy.writeState(out);
        }
    }
}
