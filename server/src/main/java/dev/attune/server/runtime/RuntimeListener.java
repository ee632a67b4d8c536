package dev.attune.server.runtime;

import dev.attune.journal.JournalOptions;
import dev.attune.live.statistics.BanditCounters;
import java.time.Duration;

/** Receives events of a runtime for logs and metrics. Called from the runtime's threads; must return quickly and not throw. */
public interface RuntimeListener extends JournalOptions.CommitListener {
    /** Ignores all events. */
    RuntimeListener NONE = new RuntimeListener() {};

    /** Reports a warning in one line. */
    default void warning(String message) {}

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

    @Override
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
     * Reports that a bandit has decided, learnt, or ended decisions without a reward, or that its model was replaced because the world had changed.
     *
     * @param bandit its name
     * @param before its counters before that
     * @param after its counters now
     */
    default void counted(String bandit, BanditCounters before, BanditCounters after) {}
}
