package dev.attune.live;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The decisions that a bandit still needs: those that wait for rewards, and closed ones whose ids are remembered. */
interface KeptDecisions {
    /** Adds a decision that waits. Numbers rise by 1, and deadlines never fall. */
    void open(WaitingDecision waits);

    /** Saves a decision that waits, after a reward. */
    void update(WaitingDecision waits);

    /** Ends the wait of a decision. */
    void close(WaitingDecision waits);

    /** Returns a decision that waits; null if it does not. */
    @Nullable
    WaitingDecision find(long number);

    /** Returns the ids of the rewards of a closed decision; null if it had no reward or is forgotten. */
    @Nullable
    List<String> closedRewardIds(long number);

    /** Returns the answer to an earlier request with a client id; null if there is none. */
    @Nullable
    Answer answer(String clientId);

    /** Returns the oldest decision that waits if its window is over at a time; null otherwise. */
    @Nullable
    WaitingDecision due(long now);

    /** Returns when the window of the oldest waiting decision ends; {@link Long#MAX_VALUE} if none waits. */
    long nextDeadline();

    /** Returns all decisions that wait, the oldest first. */
    List<WaitingDecision> waiting();

    /** Returns how many entries are kept. */
    long count();

    /** Forgets what is no longer needed at a time. */
    void forget(long now);

    /** Returns when the last of them can be forgotten; {@link Long#MAX_VALUE} if that does not depend on time. */
    long nextForget();

    /**
     * Moves them to a store, each until a time after its window, or attaches the store in which they are.
     *
     * @param remember that time
     * @param now the end of the windows of closed decisions whose windows are not known
     */
    KeptDecisions withStore(DecisionStore store, Duration remember, long now);

    /** Writes them, or what belongs to them beside the store. */
    void write(StateWriter out);

    /**
     * Reads what {@link #write} has written.
     *
     * @param decisions number of the last decision
     */
    void read(long decisions, StateReader in);
}
