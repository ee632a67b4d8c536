package dev.attune.server.runtime;

import dev.attune.journal.JournalFailedException;
import java.time.Duration;

/** Receives events of a runtime for logs and metrics. Called from the runtime's threads; must return quickly and not throw. */
public interface RuntimeListener {
    /** Ignores all events. */
    RuntimeListener NONE = new RuntimeListener() {};

    /** Reports a warning in one line. */
    default void warning(String message) {}

    /** Reports that the journal has stopped for good: nothing is acknowledged until the next start. */
    default void failed(JournalFailedException why) {}

    /**
     * Reports the progress of recovery.
     *
     * @param events of the journal that were read so far
     * @param of number of events to read
     */
    default void recovering(long events, long of) {}

    /**
     * Reports the end of recovery.
     *
     * @param events number of replayed events of the journal
     * @param took its duration
     */
    default void recovered(long events, Duration took) {}

    /**
     * Reports a durable commit of the journal.
     *
     * @param records number of records
     * @param bytes number of bytes
     * @param nanos duration of write and fsync
     */
    default void committed(int records, int bytes, long nanos) {}

    /**
     * Reports a new snapshot.
     *
     * @param position from which a recovery would continue
     * @param bytes on disk
     * @param took its duration
     */
    default void snapshot(long position, long bytes, Duration took) {}

    /**
     * Reports rewards that a bandit has learnt.
     *
     * @param bandit its name
     * @param learnt number of rewards
     * @param expired number of decisions that expired
     */
    default void learnt(String bandit, long learnt, long expired) {}

    /**
     * Reports that the model of a bandit was replaced by a younger one, because the world had changed.
     *
     * @param bandit its name
     * @param changes number of replacements
     * @param rewards number of rewards that the bandit has learnt so far
     */
    default void worldChanged(String bandit, long changes, long rewards) {}

    /**
     * Reports decisions of a bandit.
     *
     * @param bandit its name
     * @param decisions number of decisions
     * @param explored number of those whose arm was not the one with the largest estimate
     * @param regretProxy their estimated cost, best mean minus chosen mean
     */
    default void decided(String bandit, long decisions, long explored, double regretProxy) {}
}
