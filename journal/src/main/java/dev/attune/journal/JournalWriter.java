package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/**
 * Appends events to a journal. Thread-safe. {@link #append} assigns a position and returns at once; {@link #awaitDurable} or {@link #durable} report
 * when the event is on the disk, and only then may it be acknowledged. One thread writes the events since its last fsync and makes them durable with one
 * fsync, for all callers.
 *
 * <p>If a write or an fsync fails, or the disk is full, the journal stops for good: all waiting and later calls fail with a
 * {@link JournalFailedException}, and nothing is acknowledged any more.
 *
 * <pre>{@code
 * try (FolderLock lock = FolderLock.acquire(folder); JournalWriter journal = JournalWriter.open(lock, JournalOptions.DEFAULT)) {
 *     long position = journal.append(event, now);
 *     journal.awaitDurable(position);   // or journal.durable(position).thenRun(answer)
 * }
 * }</pre>
 */
public final class JournalWriter implements Closeable {
    private final FolderLock folderLock;
    private final JournalOptions options;
    private final SegmentWriter segments;
    private final CommitQueue queue;
    private final Thread committer;

    private JournalWriter(FolderLock folderLock, JournalOptions options, SegmentWriter segments) {
        this.folderLock = folderLock;
        this.options = options;
        this.segments = segments;
        this.queue = new CommitQueue(options, segments.next() - 1);
        this.committer = new Thread(this::commitUntilClosed, "attune-journal");
        committer.setDaemon(true);
    }

    /**
     * Opens the journal of a folder, or begins one. A torn tail is cut, and all that is left is made durable, before this returns:
     * so open the journal first and read it then.
     *
     * @throws JournalFormatException if the last segment is damaged
     */
    public static JournalWriter open(FolderLock lock, JournalOptions options) throws IOException {
        lock.requireHeld();
        JournalWriter writer = new JournalWriter(lock, options, SegmentWriter.open(lock.folder(), options));
        writer.committer.start();
        return writer;
    }

    /**
     * Assigns the next position to an event. Blocks while the buffer is full; callers that reject work instead check {@link #isBusy} before
     * they change anything.
     *
     * @param time of the event, in milliseconds since 1970
     * @return its position; it is not durable yet
     * @throws IllegalArgumentException if the event is too large or has a text that is not Unicode; nothing was appended
     * @throws JournalFailedException if the journal has stopped
     */
    public long append(JournalEvent event, long time) {
        return queue.append(event, time);
    }

    /** Returns whether half of the buffer is full, so that new work should be rejected. */
    public boolean isBusy() {
        return queue.isBusy();
    }

    /**
     * Waits until a position is on the disk.
     *
     * @throws JournalFailedException if it may never be
     */
    public void awaitDurable(long position) throws InterruptedException {
        if (position <= queue.durable()) {
            return;
        }
        try {
            durable(position).toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw new JournalFailedException("position " + position + " is not durable: " + e.getCause(), e);
        }
    }

    /**
     * Completes when a position is on the disk, or with a {@link JournalFailedException} if it may never be. Functions attached to it run on
     * the thread that commits and must not block.
     *
     * @throws IllegalArgumentException if nothing has this position yet
     */
    public CompletionStage<Void> durable(long position) {
        return queue.durable(position);
    }

    /** Returns the last position that is on the disk; 0 if there is none. */
    public long durablePosition() {
        return queue.durable();
    }

    /** Returns the last assigned position; 0 if there is none. */
    public long lastPosition() {
        return queue.last();
    }

    /** Returns the torn tail that was cut when the journal was opened. */
    public Optional<TornTail> tornTail() {
        return segments.torn();
    }

    /** Returns why the journal has stopped, if it has. */
    public Optional<JournalFailedException> failure() {
        return queue.failure();
    }

    /**
     * Makes durable all that was appended, seals the segment and closes it. A journal that has stopped is closed as it is.
     *
     * @throws IOException if the files cannot be closed
     */
    @Override
    public void close() throws IOException {
        queue.close();
        boolean interrupted = false;
        while (committer.isAlive()) {
            try {
                committer.join();
            } catch (InterruptedException e) { // the files must be closed all the same
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        segments.close();
    }

    private void commitUntilClosed() {
        try {
            for (CommitQueue.Batch batch = queue.take(); batch != null; batch = queue.take()) {
                folderLock.requireHeld();
                long began = System.nanoTime();
                int bytes = batch.buffer().size();
                segments.commit(batch.buffer().records());
                long nanos = System.nanoTime() - began;
                queue.finish(batch);
                options.commits().committed(batch.records(), bytes, nanos);
            }
            segments.sealAndClose();
        } catch (Throwable e) { // nothing may be acknowledged any more
            options.commits().failed(queue.stop(e));
        }
    }
}
