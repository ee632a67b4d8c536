package dev.attune.journal;

import java.util.function.LongSupplier;

/**
 * How a journal is written.
 *
 * @param segmentBytes size at which a segment is complete and the next one begins; allocated at once
 * @param bufferBytes how much may wait for the disk before {@link JournalWriter#append} waits too
 * @param disk the file system
 * @param clock milliseconds since 1970, for what the journal itself dates
 * @param commits hears of every commit
 */
public record JournalOptions(int segmentBytes, int bufferBytes, Disk disk, LongSupplier clock, CommitListener commits) {
    private static final int LEAST_SEGMENT = 1 << 10;
    private static final int GREATEST_SEGMENT = 1 << 30;

    /** 64 MB segments, 8 MB of buffer. */
    public static final JournalOptions DEFAULT =
            new JournalOptions(64 << 20, 8 << 20, Disk.REAL, System::currentTimeMillis, (records, bytes, nanos) -> {});

    /** Hears of every commit, on the thread that commits: it must be quick. */
    @FunctionalInterface
    public interface CommitListener {
        /**
         * A commit is durable.
         *
         * @param records how many records it had
         * @param bytes how many bytes
         * @param nanos how long write and fsync took
         */
        void committed(int records, int bytes, long nanos);
    }

    /** Refuses sizes that cannot work. */
    public JournalOptions {
        if (segmentBytes < LEAST_SEGMENT || segmentBytes > GREATEST_SEGMENT) {
            throw new IllegalArgumentException("a segment of " + segmentBytes + " bytes is outside [" + LEAST_SEGMENT
                    + ", " + GREATEST_SEGMENT + "]");
        }
        if (bufferBytes < 1) {
            throw new IllegalArgumentException("a buffer of " + bufferBytes + " bytes holds nothing");
        }
    }

    /** The same with another size of segments. */
    public JournalOptions withSegmentBytes(int bytes) {
        return new JournalOptions(bytes, bufferBytes, disk, clock, commits);
    }

    /** The same with another bound on what waits for the disk. */
    public JournalOptions withBufferBytes(int bytes) {
        return new JournalOptions(segmentBytes, bytes, disk, clock, commits);
    }

    /** The same on another file system. */
    public JournalOptions withDisk(Disk other) {
        return new JournalOptions(segmentBytes, bufferBytes, other, clock, commits);
    }

    /** The same with another clock. */
    public JournalOptions withClock(LongSupplier other) {
        return new JournalOptions(segmentBytes, bufferBytes, disk, other, commits);
    }

    /** The same with somebody who listens. */
    public JournalOptions withCommits(CommitListener listener) {
        return new JournalOptions(segmentBytes, bufferBytes, disk, clock, listener);
    }
}
