package dev.attune.flink.wire;

import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import dev.attune.live.json.NewBandit;
import dev.attune.live.json.RequestReward;

/** What a record says. */
public sealed interface Message {
    /** A caller wants an arm. */
    record Decide(DecisionRequest request) implements Message {}

    /** A caller chose an arm. */
    record Observe(Observation observation) implements Message {}

    /** A reward. */
    record Reward(RequestReward reward) implements Message {}

    /**
     * What a bandit is to be from now on.
     *
     * @param paused whether it is to refuse decisions
     */
    record Define(NewBandit bandit, boolean paused) implements Message {}

    /** Nothing but the time. */
    record Tick() implements Message {}
}
