package dev.attune.server.runtime;

import dev.attune.journal.JournalOptions;
import dev.attune.journal.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Options of a {@link BanditRuntime}.
 *
 * @param folder the data folder; created if it does not exist
 * @param capacity threads and limits
 * @param snapshots when snapshots are taken, and what is kept then
 * @param journal how the journal is written
 * @param clock milliseconds since 1970
 * @param steps whether the clock may go back or jump, as that of a machine
 */
public record RuntimeOptions(
        Path folder,
        Capacity capacity,
        Snapshots snapshots,
        JournalOptions journal,
        LongSupplier clock,
        boolean steps) {
    /** Added to the clock of the machine in tests with several processes, in milliseconds. */
    private static final long TEST_OFFSET = Long.getLong("attune.test.clock.offset", 0);

    /**
     * Threads and limits.
     *
     * @param writers threads that decide and learn, for all bandits together
     * @param residents bandits in memory; the others are on disk
     * @param waiting decisions that may wait for rewards, in all bandits together
     * @param queue requests that may wait for one bandit
     */
    public record Capacity(int writers, int residents, long waiting, int queue) {
        /** Rejects numbers below 1. */
        public Capacity {
            if (writers < 1 || residents < 1 || waiting < 1 || queue < 1) {
                throw new IllegalArgumentException("writers = " + writers + ", residents = " + residents
                        + ", waiting = " + waiting + ", queue = " + queue + " must all be at least 1");
            }
        }
    }

    /**
     * When snapshots are taken.
     *
     * @param events number of events after which a snapshot is taken
     * @param age time after which a snapshot is taken if there were events
     * @param retention which part of the journal is kept
     */
    public record Snapshots(long events, Duration age, Retention retention) {
        /** Rejects numbers and times that are not positive. */
        public Snapshots {
            if (events < 1) {
                throw new IllegalArgumentException("events between snapshots = " + events + " must be at least 1");
            }
            if (age.isNegative() || age.isZero()) {
                throw new IllegalArgumentException("age of a snapshot = " + age + " must be positive");
            }
        }
    }

    /** Returns defaults: a writer for each core, 1,000 bandits in memory, 1,000,000 waiting decisions, a snapshot every 100,000 events or 10 minutes. */
    public static RuntimeOptions of(Path folder) {
        return new RuntimeOptions(
                folder,
                new Capacity(Runtime.getRuntime().availableProcessors(), 1_000, 1_000_000, 10_000),
                new Snapshots(100_000, Duration.ofMinutes(10), Retention.ALL),
                JournalOptions.DEFAULT,
                () -> System.currentTimeMillis() + TEST_OFFSET,
                true);
    }

    private RuntimeOptions with(Capacity other) {
        return new RuntimeOptions(folder, other, snapshots, journal, clock, steps);
    }

    /** Returns options with another number of writer threads. */
    public RuntimeOptions withWriters(int threads) {
        return with(new Capacity(threads, capacity.residents, capacity.waiting, capacity.queue));
    }

    /** Returns options with another number of bandits in memory. */
    public RuntimeOptions withResidents(int bandits) {
        return with(new Capacity(capacity.writers, bandits, capacity.waiting, capacity.queue));
    }

    /** Returns options with another limit of waiting decisions. */
    public RuntimeOptions withWaiting(long decisions) {
        return with(new Capacity(capacity.writers, capacity.residents, decisions, capacity.queue));
    }

    /** Returns options with another limit of requests that wait for one bandit. */
    public RuntimeOptions withQueue(int requests) {
        return with(new Capacity(capacity.writers, capacity.residents, capacity.waiting, requests));
    }

    /** Returns options with snapshots at other times. */
    public RuntimeOptions withSnapshots(long events, Duration age) {
        return new RuntimeOptions(
                folder, capacity, new Snapshots(events, age, snapshots.retention), journal, clock, steps);
    }

    /** Returns options that keep another part of the journal. */
    public RuntimeOptions withRetention(Retention kept) {
        return new RuntimeOptions(
                folder, capacity, new Snapshots(snapshots.events, snapshots.age, kept), journal, clock, steps);
    }

    /** Returns options with other options of the journal. */
    public RuntimeOptions withJournal(JournalOptions other) {
        return new RuntimeOptions(folder, capacity, snapshots, other, clock, steps);
    }

    /** Returns options with another clock, which never goes back. */
    public RuntimeOptions withClock(LongSupplier other) {
        return new RuntimeOptions(folder, capacity, snapshots, journal, other, false);
    }

    /** Returns options with another clock that may step, as that of a machine. */
    public RuntimeOptions withMachineClock(LongSupplier other) {
        return new RuntimeOptions(folder, capacity, snapshots, journal, other, true);
    }
}
