package dev.attune.server.runtime;

import dev.attune.journal.Decided;
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
