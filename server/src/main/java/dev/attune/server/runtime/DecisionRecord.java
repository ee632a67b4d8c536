package dev.attune.server.runtime;

import dev.attune.journal.Decided;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What the journal tells of a decision.
 *
 * @param bandit name of the bandit
 * @param position of the decision in the journal
 * @param time when it was made, in milliseconds since 1970
 * @param decided the decision itself
 * @param arm id of the chosen arm
 * @param ranking ids of the arms that were shown after it, best first
 * @param rewards what was received for it so far, in order
 * @param end how it ended; null while it waits
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
     * A reward that was received.
     *
     * @param position in the journal
     * @param time when, in milliseconds since 1970
     * @param rewardId what the caller called it; empty if it had no name
     * @param value as it came
     */
    public record Received(long position, long time, String rewardId, double value) {}

    /**
     * The end of its window.
     *
     * @param position in the journal
     * @param time when, in milliseconds since 1970
     * @param learnt what was learnt; empty if it expired
     */
    public record End(long position, long time, OptionalDouble learnt) {}
}
