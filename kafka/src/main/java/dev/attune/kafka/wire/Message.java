package dev.attune.kafka.wire;

import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.DefinitionJson.NewBandit;

/** The content of an input record. */
public sealed interface Message {
    /** A request for a decision. */
    record Decide(DecisionRequest request) implements Message {}

    /** A choice of the caller. */
    record Observe(Observation observation) implements Message {}

    /** A reward. */
    record Reward(RewardMessage reward) implements Message {}

    /**
     * The definition of a bandit.
     *
     * @param paused whether the bandit rejects requests for decisions
     */
    record Define(NewBandit bandit, boolean paused) implements Message {}

    /** A record that carries only its time. */
    record Tick() implements Message {}
}
