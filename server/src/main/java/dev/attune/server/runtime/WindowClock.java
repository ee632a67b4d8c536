package dev.attune.server.runtime;

import dev.attune.journal.JournalWriter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Ends windows in time, also of bandits to which nobody talks and of those that are not in memory. Every bandit with decisions that wait is
 * in the queue once, so that ten thousand of them cost nothing while none is due.
 */
final class WindowClock {
    /** How long the thread sleeps at most: the given clock may be another than that of the machine. */
    private static final long NAP_MILLIS = 20;

    /** After how long it looks again when the disk is behind. */
    private static final long PATIENCE_MILLIS = 100;

    private record Alarm(long at, Entry entry) {}

    private final Writers writers;
    private final JournalWriter journal;
    private final LongSupplier clock;
    private final Thread thread = new Thread(this::run, "attune-windows");
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::at));
    private final Set<Entry> watched = new HashSet<>(); // in the queue, or about to have a turn
    private final CountDownLatch closed = new CountDownLatch(1);

    WindowClock(Writers writers, JournalWriter journal, LongSupplier clock) {
        this.writers = writers;
        this.journal = journal;
        this.clock = clock;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Looks after a bandit whose oldest decision may have become another. */
    synchronized void watch(Entry entry) {
        long deadline = entry.standing().nextDeadline();
        if (deadline != Long.MAX_VALUE && watched.add(entry)) {
            alarms.add(new Alarm(deadline, entry));
        }
    }

    private void run() {
        try {
            boolean stopped = false;
            while (!stopped) {
                stopped = closed.await(ring(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
        }
    }

    /** Gives a turn to the first that is due; how long to sleep. */
    private synchronized long ring() {
        long now = clock.getAsLong();
        Alarm first = alarms.peek();
        if (first == null || first.at > now) {
            return first == null ? NAP_MILLIS : Math.min(NAP_MILLIS, Math.max(1, first.at - now));
        }
        alarms.remove();
        Entry entry = first.entry;
        long deadline = entry.standing().nextDeadline();
        if (deadline == Long.MAX_VALUE) {
            watched.remove(entry);
        } else if (deadline > now) {
            alarms.add(new Alarm(deadline, entry));
        } else if (journal.isBusy()) {
            alarms.add(new Alarm(now + PATIENCE_MILLIS, entry));
        } else {
            // Every turn begins with what is due, so the letter itself has nothing to do.
            writers.postInside(entry, turn -> release(entry));
        }
        return 0;
    }

    private synchronized boolean release(Entry entry) {
        return watched.remove(entry);
    }

    /** Stops, and waits until nothing is posted any more. */
    void close() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
