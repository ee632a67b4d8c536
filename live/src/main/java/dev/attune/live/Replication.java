package dev.attune.live;

import dev.attune.api.Increment;

/**
 * A live bandit as one of several that share a model, or as the one that merges what they have learnt.
 *
 * <pre>
 *   replica    decides, joins rewards to its decisions, gathers what they teach; now and then its increment goes out
 *   merger     takes increments and publishes its model by {@link LiveBandit#writeShared}
 *   replica    adopts what was published; decisions that wait, ids, statistics and random numbers stay its own
 * </pre>
 */
public final class Replication {
    private final BanditState state;

    Replication(BanditState state) {
        this.state = state;
    }

    /**
     * An increment of nothing.
     *
     * @throws IllegalArgumentException if such a bandit cannot have replicas: because of its policy, tuner or encoder
     */
    public Increment increment() {
        return state.model.increment();
    }

    /**
     * From now on rewards are gathered there and not learnt. The increment is not part of the bandit's saved state: who reads that calls this
     * again, with the increment as it was.
     *
     * @param replicas how many there are, this one included
     * @throws IllegalArgumentException as {@link #increment} does, or if it is of another kind of bandit
     */
    public void gatherInto(Increment increment, int replicas) {
        state.model.increment();
        state.model.bandit().gatherInto(increment, replicas);
    }

    /**
     * Learns what a replica has gathered.
     *
     * @param now as for all that happens to a live bandit
     * @throws IllegalArgumentException as {@link #increment} does, or if it is of another kind of bandit; nothing has changed then
     */
    public void merge(Increment increment, long now) {
        state.model.increment();
        state.model.bandit().merge(increment);
        state.learnt += increment.count();
        state.time = state.at(now);
    }

    /**
     * Decides by the model of another bandit from now on.
     *
     * @param merged what {@link LiveBandit#follow} made of a published model
     * @throws IllegalArgumentException if it is of another kind of bandit; nothing has changed then
     */
    public void adopt(LiveBandit merged) {
        state.model.bandit().adopt(merged.replication().state.model.bandit());
    }
}
