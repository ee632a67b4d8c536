package dev.attune.journal;

import java.util.function.LongSupplier;

/**
 * Options of a journal.
 *
 * @param segmentBytes size at which a segment is complete and the next one begins; allocated at once
 * @param bufferBytes bytes that may wait for the disk before {@link JournalWriter#append} blocks
 * @param disk the file system
 * @param clock milliseconds since 1970, for what the journal itself dates
 * @param commits receives every commit
 */
public record JournalOptions(int segmentBytes, int bufferBytes, Disk disk, LongSupplier clock, CommitListener commits) {
    private static final int LEAST_SEGMENT = 1 << 10;
    private static final int GREATEST_SEGMENT = 1 << 30;

    /** 64 MB segments, 8 MB of buffer. */
    public static final JournalOptions DEFAULT =
            new JournalOptions(64 << 20, 8 << 20, Disk.REAL, System::currentTimeMillis, (records, bytes, nanos) -> {});

    /** Receives every commit, on the thread that commits; must return quickly. */
    @FunctionalInterface
    public interface CommitListener {
        /**
         * Reports a durable commit.
         *
         * @param records number of records
         * @param bytes number of bytes
         * @param nanos duration of write and fsync
         */
        void committed(int records, int bytes, long nanos);

        /** Reports that the journal has stopped for good. */
        default void failed(JournalFailedException why) {}
    }

    /** Rejects invalid sizes. */
    public JournalOptions {
        if (segmentBytes < LEAST_SEGMENT || segmentBytes > GREATEST_SEGMENT) {
            throw new IllegalArgumentException("a segment of " + segmentBytes + " bytes is outside [" + LEAST_SEGMENT
                    + ", " + GREATEST_SEGMENT + "]");
        }
        if (bufferBytes < 1) {
            throw new IllegalArgumentException("a buffer of " + bufferBytes + " bytes holds nothing");
        }
    }

    /** Returns options with another size of segments. */
    public JournalOptions withSegmentBytes(int bytes) {
        return new JournalOptions(bytes, bufferBytes, disk, clock, commits);
    }

    /** Returns options with another size of the buffer. */
    public JournalOptions withBufferBytes(int bytes) {
        return new JournalOptions(segmentBytes, bytes, disk, clock, commits);
    }

    /** Returns options with another file system. */
    public JournalOptions withDisk(Disk other) {
        return new JournalOptions(segmentBytes, bufferBytes, other, clock, commits);
    }

    /** Returns options with another clock. */
    public JournalOptions withClock(LongSupplier other) {
        return new JournalOptions(segmentBytes, bufferBytes, disk, other, commits);
    }

    /** Returns options with another listener of commits. */
    public JournalOptions withCommits(CommitListener listener) {
        return new JournalOptions(segmentBytes, bufferBytes, disk, clock, listener);
    }
}
