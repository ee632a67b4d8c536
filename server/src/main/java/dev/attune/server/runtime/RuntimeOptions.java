package dev.attune.server.runtime;

import dev.attune.journal.JournalOptions;
import dev.attune.journal.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How bandits are run.
 *
 * @param folder the data folder; made if it is not there
 * @param writers threads that decide and learn, for all bandits together
 * @param residents bandits that stay in memory; the others wait on disk
 * @param waiting decisions that may wait for rewards, in all bandits together
 * @param mailbox requests that may wait for one bandit
 * @param snapshotEvents events after which a snapshot is made
 * @param snapshotAge time after which a snapshot is made if anything has happened
 * @param retention how much of the journal is kept
 * @param journal how the journal is written
 * @param clock milliseconds since 1970
 */
public record RuntimeOptions(
        Path folder,
        int writers,
        int residents,
        long waiting,
        int mailbox,
        long snapshotEvents,
        Duration snapshotAge,
        Retention retention,
        JournalOptions journal,
        LongSupplier clock) {
    /** Refuses what cannot work. */
    public RuntimeOptions {
        if (writers < 1 || residents < 1 || waiting < 1 || mailbox < 1 || snapshotEvents < 1) {
            throw new IllegalArgumentException("writers = " + writers + ", residents = " + residents + ", waiting = "
                    + waiting + ", mailbox = " + mailbox + ", snapshotEvents = " + snapshotEvents
                    + " must all be at least 1");
        }
        if (snapshotAge.isNegative() || snapshotAge.isZero()) {
            throw new IllegalArgumentException("snapshotAge = " + snapshotAge + " must be longer than nothing");
        }
    }

    /** A writer for each core, 1,000 bandits in memory, 1,000,000 waiting decisions, a snapshot every 100,000 events or 10 minutes. */
    public static RuntimeOptions of(Path folder) {
        return new RuntimeOptions(
                folder,
                Runtime.getRuntime().availableProcessors(),
                1_000,
                1_000_000,
                10_000,
                100_000,
                Duration.ofMinutes(10),
                Retention.ALL,
                JournalOptions.DEFAULT,
                System::currentTimeMillis);
    }

    /** The same with another number of writer threads. */
    public RuntimeOptions withWriters(int threads) {
        return new RuntimeOptions(
                folder, threads, residents, waiting, mailbox, snapshotEvents, snapshotAge, retention, journal, clock);
    }

    /** The same with another number of bandits in memory. */
    public RuntimeOptions withResidents(int bandits) {
        return new RuntimeOptions(
                folder, writers, bandits, waiting, mailbox, snapshotEvents, snapshotAge, retention, journal, clock);
    }

    /** The same with another limit on decisions that wait. */
    public RuntimeOptions withWaiting(long decisions) {
        return new RuntimeOptions(
                folder, writers, residents, decisions, mailbox, snapshotEvents, snapshotAge, retention, journal, clock);
    }

    /** The same with another limit on requests that wait for one bandit. */
    public RuntimeOptions withMailbox(int requests) {
        return new RuntimeOptions(
                folder, writers, residents, waiting, requests, snapshotEvents, snapshotAge, retention, journal, clock);
    }

    /** The same with snapshots at other times. */
    public RuntimeOptions withSnapshots(long events, Duration age) {
        return new RuntimeOptions(folder, writers, residents, waiting, mailbox, events, age, retention, journal, clock);
    }

    /** The same, keeping another share of the journal. */
    public RuntimeOptions withRetention(Retention kept) {
        return new RuntimeOptions(
                folder, writers, residents, waiting, mailbox, snapshotEvents, snapshotAge, kept, journal, clock);
    }

    /** The same with another way to write the journal. */
    public RuntimeOptions withJournal(JournalOptions options) {
        return new RuntimeOptions(
                folder, writers, residents, waiting, mailbox, snapshotEvents, snapshotAge, retention, options, clock);
    }

    /** The same with another clock. */
    public RuntimeOptions withClock(LongSupplier other) {
        return new RuntimeOptions(
                folder, writers, residents, waiting, mailbox, snapshotEvents, snapshotAge, retention, journal, other);
    }
}
