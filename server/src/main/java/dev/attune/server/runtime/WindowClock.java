package dev.attune.server.runtime;

import dev.attune.journal.JournalWriter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Ends windows in time, also of idle bandits and of those that are not in memory. Every bandit with waiting decisions is in the queue once, so
 * bandits cost nothing while none is due.
 */
final class WindowClock {
    /** Longest sleep: the given clock may differ from that of the machine. */
    private static final long POLL_MILLIS = 20;

    /** Pause while the disk is behind. */
    private static final long RETRY_MILLIS = 100;

    private record Due(long at, Entry entry) {}

    private final Writers writers;
    private final JournalWriter journal;
    private final LongSupplier clock;
    private final RepeatingThread thread = new RepeatingThread("attune-windows", this::endDue);
    private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::at));
    private final Set<Entry> watched = new HashSet<>(); // in the queue, or about to have a turn

    WindowClock(Writers writers, JournalWriter journal, LongSupplier clock) {
        this.writers = writers;
        this.journal = journal;
        this.clock = clock;
    }

    void start() {
        thread.start();
    }

    /** Watches a bandit whose oldest decision may have changed. */
    synchronized void watch(Entry entry) {
        long deadline = entry.status().nextDeadline();
        if (deadline != Long.MAX_VALUE && watched.add(entry)) {
            queue.add(new Due(deadline, entry));
        }
    }

    /** Gives a turn to the first bandit that is due; returns the time to sleep. */
    private synchronized long endDue() {
        long now = clock.getAsLong();
        Due first = queue.peek();
        if (first == null || first.at > now) {
            return first == null ? POLL_MILLIS : Math.min(POLL_MILLIS, Math.max(1, first.at - now));
        }
        queue.remove();
        Entry entry = first.entry;
        long deadline = entry.status().nextDeadline();
        if (deadline == Long.MAX_VALUE) {
            watched.remove(entry);
        } else if (deadline > now) {
            queue.add(new Due(deadline, entry));
        } else if (journal.isBusy()) {
            queue.add(new Due(now + RETRY_MILLIS, entry));
        } else {
            // Every turn begins with due windows, so the task itself has nothing to do.
            writers.postInside(entry, turn -> release(entry));
        }
        return 0;
    }

    private synchronized boolean release(Entry entry) {
        return watched.remove(entry);
    }

    /** Stops, and waits until nothing more is posted. */
    void close() throws InterruptedException {
        thread.close();
    }
}
