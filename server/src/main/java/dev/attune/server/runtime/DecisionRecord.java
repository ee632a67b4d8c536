package dev.attune.server.runtime;

import dev.attune.journal.Decided;
import dev.attune.live.Explanation;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A decision in the journal.
 *
 * @param bandit name of the bandit
 * @param position of the decision in the journal
 * @param time when it was made, in milliseconds since 1970
 * @param decided the decision itself
 * @param arm id of the chosen arm
 * @param ranking ids of the arms shown after it, best first
 * @param rewards its rewards so far, in order
 * @param end its end; null while it waits
 */
public record DecisionRecord(
        String bandit,
        long position,
        long time,
        Decided decided,
        String arm,
        List<String> ranking,
        List<Received> rewards,
        @Nullable End end) {
    /** Copies the lists. */
    public DecisionRecord {
        ranking = List.copyOf(ranking);
        rewards = List.copyOf(rewards);
    }

    /**
     * The replay of a decision from the journal: it and all replayed decisions before it are equal to the journal.
     *
     * @param explanation of the decision
     * @param from position from which the journal was read; what was before is in a snapshot
     * @param to position of the decision
     * @param events number of replayed events of its bandit, the decision included
     */
    public record Replay(Explanation explanation, long from, long to, long events) {}

    /**
     * A received reward.
     *
     * @param position in the journal
     * @param time when, in milliseconds since 1970
     * @param rewardId the caller's id of the reward; empty for none
     * @param value of the reward
     */
    public record Received(long position, long time, String rewardId, double value) {}

    /**
     * The end of its window.
     *
     * @param position in the journal
     * @param time when, in milliseconds since 1970
     * @param learnt the reward that was learnt; empty if it expired
     */
    public record End(long position, long time, OptionalDouble learnt) {}
}
