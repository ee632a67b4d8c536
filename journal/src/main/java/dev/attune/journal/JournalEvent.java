package dev.attune.journal;

import dev.attune.encode.Arm;
import java.util.List;

/**
 * An event of the journal. The state of a bandit is a fold over its events in the order of the journal:
 *
 * <pre>
 *   Created     the bandit begins, with this definition
 *   Catalogued  arms that later decisions refer to
 *   Decided     decide(arms); arm, setting and probability are a checksum for a replay
 *   Rewarded    a reward was received and acknowledged; teaches nothing yet
 *   Joined      reward(decision, value) happens here, in this place of the order; says whether it raised an alarm
 *   Expired     expire(decision) happens here
 *   Changed     an operator changed something
 * </pre>
 *
 * <p>A reward has two events because all decisions wait equally long: rewards that come within the window are gathered, and at its end
 * one value is learnt. What was acknowledged must survive ({@link Rewarded}), and the moment of learning must have its place among
 * the decisions ({@link Joined}), or a replay would decide otherwise.
 *
 * <p>A bandit has a number, given by {@link Created}, and its name is written once. A decision has a number in its bandit. Immutable;
 * arrays are not copied and must not be changed.
 */
public sealed interface JournalEvent
        permits Decided,
                JournalEvent.Created,
                JournalEvent.Catalogued,
                JournalEvent.Rewarded,
                JournalEvent.Joined,
                JournalEvent.Expired,
                JournalEvent.Changed {
    /** Number of the bandit it is about; 0 for the service as a whole. */
    int bandit();

    /**
     * A bandit begins.
     *
     * @param bandit its number, never used before in this journal, from 1
     * @param name its name
     * @param definition all that it is made from, as text whose format is the writer's, such as JSON
     */
    record Created(int bandit, String name, String definition) implements JournalEvent {}

    /**
     * A catalogue of arms was registered.
     *
     * @param bandit whose arms
     * @param version from 1, one more each time
     * @param arms at least one
     */
    record Catalogued(int bandit, int version, List<Arm> arms) implements JournalEvent {
        /** Copies the list. */
        public Catalogued {
            arms = List.copyOf(arms);
        }
    }

    /**
     * A reward was received for a decision that still waits.
     *
     * @param bandit whose decision
     * @param decision number of the decision
     * @param rewardId what the caller calls the reward, so that it counts once; empty if it has no name
     * @param value as it was received
     */
    record Rewarded(int bandit, long decision, String rewardId, double value) implements JournalEvent {}

    /**
     * A decision's reward is learnt now.
     *
     * @param bandit whose decision
     * @param decision number of the decision
     * @param value what is learnt: rewards put together, or the default of the bandit
     * @param change which change of the world, counted from 1, this reward made the model detect; 0 if none, or if the journal is older than
     *     such alarms
     */
    record Joined(int bandit, long decision, double value, long change) implements JournalEvent {
        /** A reward that the model learns without detecting a change. */
        public Joined(int bandit, long decision, double value) {
            this(bandit, decision, value, 0);
        }
    }

    /**
     * A decision's window is over without a reward, and none stands in for it.
     *
     * @param bandit whose decision
     * @param decision number of the decision
     */
    record Expired(int bandit, long decision) implements JournalEvent {}

    /**
     * An operator changed something: paused, resumed, deleted, another floor, an arm retired.
     *
     * @param bandit what was changed; 0 for the service
     * @param what the name of the change
     * @param value to what; the format belongs to the name
     */
    record Changed(int bandit, String what, String value) implements JournalEvent {}
}
