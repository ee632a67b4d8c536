package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/**
 * Appends events to a journal, from any number of threads. {@link #append} gives an event its place and returns at once;
 * {@link #awaitDurable} or {@link #durable} tell when it is on the disk, and only then may anybody be told of it. One thread writes
 * what has gathered since its last fsync and makes it durable with one fsync, for all who wait.
 *
 * <p>If a write or an fsync fails, or the disk is full, the journal stops for good: all who wait and all who come get a
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
     * Gives an event the next position. Waits while too much waits for the disk; who would rather refuse work asks {@link #isBusy}
     * before changing anything.
     *
     * @param time of the event, in milliseconds since 1970
     * @return its position; it is not durable yet
     * @throws IllegalArgumentException if the event is too large or has a text that is not Unicode; nothing was appended
     * @throws JournalFailedException if the journal has stopped
     */
    public long append(JournalEvent event, long time) {
        return queue.append(event, time);
    }

    /** Whether half of what may wait for the disk does: the moment to refuse new work. */
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
     * Done when a position is on the disk; done with a {@link JournalFailedException} when it may never be. What is attached to it runs
     * on the thread that commits, so it should only hand over.
     *
     * @throws IllegalArgumentException if nothing has this position yet
     */
    public CompletionStage<Void> durable(long position) {
        return queue.durable(position);
    }

    /** The last position that is on the disk; 0 if none is. */
    public long durablePosition() {
        return queue.durable();
    }

    /** The last position that was given; 0 if none was. */
    public long lastPosition() {
        return queue.last();
    }

    /** What was cut when the journal was opened. */
    public Optional<TornTail> tornTail() {
        return segments.torn();
    }

    /** Why the journal has stopped, if it has. */
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
        } catch (Throwable e) { // whatever it was, nobody may be told that anything is safe
            queue.stop(e);
        }
    }
}
