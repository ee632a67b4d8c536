package dev.attune.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

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
    private static final int FIRST_CAPACITY = 1 << 16;

    /** Records under way to the disk together. */
    private static final class Batch {
        final RecordBuffer buffer;
        final CompletableFuture<Void> done = new CompletableFuture<>();
        final CompletionStage<Void> told = done.minimalCompletionStage(); // which nobody else can complete
        int records;
        long last;

        Batch(RecordBuffer buffer, long last) {
            this.buffer = buffer;
            this.last = last;
        }
    }

    private static final CompletionStage<Void> DONE = CompletableFuture.completedStage(null);

    private final FolderLock folderLock;
    private final JournalOptions options;
    private final SegmentWriter segments;
    private final Thread committer;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private Batch filling;
    private @Nullable Batch writing;
    private RecordBuffer idle = new RecordBuffer(FIRST_CAPACITY);
    private boolean closing;
    private @Nullable JournalFailedException failure;
    private volatile long durable;

    private JournalWriter(FolderLock folderLock, JournalOptions options, SegmentWriter segments) {
        this.folderLock = folderLock;
        this.options = options;
        this.segments = segments;
        this.durable = segments.next() - 1;
        this.filling = new Batch(new RecordBuffer(FIRST_CAPACITY), durable);
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
        lock.lock();
        try {
            while (isFull() && failure == null && !closing) {
                room.awaitUninterruptibly();
            }
            return appendNow(event, time);
        } finally {
            lock.unlock();
        }
    }

    /**
     * As {@link #append}, but refuses instead of waiting.
     *
     * @throws JournalBusyException if too much waits for the disk; nothing was appended
     */
    public long tryAppend(JournalEvent event, long time) {
        lock.lock();
        try {
            if (isFull()) {
                throw new JournalBusyException("the disk is behind: " + filling.buffer.size() + " bytes wait for it");
            }
            return appendNow(event, time);
        } finally {
            lock.unlock();
        }
    }

    private long appendNow(JournalEvent event, long time) {
        if (failure != null) {
            throw stopped(failure);
        }
        if (closing) {
            throw new IllegalStateException("the journal is closed");
        }
        long position = filling.last + 1;
        int pending = (int) Math.min(Integer.MAX_VALUE, position - durable);
        filling.buffer.append(position, time, pending, event);
        filling.last = position;
        if (filling.records++ == 0) {
            work.signal();
        }
        return position;
    }

    /** Whether half of what may wait for the disk does: the moment to refuse new work. */
    public boolean isBusy() {
        lock.lock();
        try {
            return filling.buffer.size() >= options.bufferBytes() / 2;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a position is on the disk.
     *
     * @throws JournalFailedException if it may never be
     */
    public void awaitDurable(long position) throws InterruptedException {
        if (position <= durable) {
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
        lock.lock();
        try {
            if (position <= durable) {
                return DONE;
            }
            if (failure != null) {
                return CompletableFuture.failedStage(stopped(failure));
            }
            if (writing != null && position <= writing.last) {
                return writing.told;
            }
            if (position <= filling.last) {
                return filling.told;
            }
            throw new IllegalArgumentException("position " + position + " was not given yet");
        } finally {
            lock.unlock();
        }
    }

    /** The last position that is on the disk; 0 if none is. */
    public long durablePosition() {
        return durable;
    }

    /** The last position that was given; 0 if none was. */
    public long lastPosition() {
        lock.lock();
        try {
            return filling.last;
        } finally {
            lock.unlock();
        }
    }

    /** What was cut when the journal was opened. */
    public Optional<TornTail> tornTail() {
        return segments.torn();
    }

    /** Why the journal has stopped, if it has. */
    public Optional<JournalFailedException> failure() {
        lock.lock();
        try {
            return Optional.ofNullable(failure);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes durable all that was appended, seals the segment and closes it. A journal that has stopped is closed as it is.
     *
     * @throws IOException if the files cannot be closed
     */
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closing = true;
            work.signal();
            room.signalAll();
        } finally {
            lock.unlock();
        }
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

    private boolean isFull() {
        return filling.buffer.size() >= options.bufferBytes();
    }

    private void commitUntilClosed() {
        try {
            for (Batch batch = take(); batch != null; batch = take()) {
                folderLock.requireHeld();
                long began = System.nanoTime();
                int bytes = batch.buffer.size();
                segments.commit(batch.buffer.records());
                long nanos = System.nanoTime() - began;
                finish(batch);
                options.commits().committed(batch.records, bytes, nanos);
            }
            segments.sealAndClose();
        } catch (Throwable e) { // whatever it was, nobody may be told that anything is safe
            stop(e);
        }
    }

    /** The records that have gathered; null when the journal is being closed and there are none. */
    private @Nullable Batch take() {
        lock.lock();
        try {
            while (filling.records == 0 && !closing) {
                work.awaitUninterruptibly();
            }
            if (filling.records == 0) {
                return null;
            }
            waitForCompany();
            Batch batch = filling;
            filling = new Batch(idle, batch.last);
            writing = batch;
            room.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void waitForCompany() {
        long nanos = options.gather().toNanos();
        if (nanos > 0 && !closing && !isFull()) {
            lock.unlock();
            try {
                LockSupport.parkNanos(nanos);
            } finally {
                lock.lock();
            }
        }
    }

    private void finish(Batch batch) {
        lock.lock();
        try {
            durable = batch.last;
            writing = null;
            idle = batch.buffer;
            idle.clear();
        } finally {
            lock.unlock();
        }
        batch.done.complete(null);
    }

    private void stop(Throwable cause) {
        JournalFailedException stopped = new JournalFailedException("the journal has stopped: " + cause, cause);
        Batch under;
        Batch waiting;
        lock.lock();
        try {
            failure = stopped;
            under = writing;
            waiting = filling;
            writing = null;
            room.signalAll();
        } finally {
            lock.unlock();
        }
        if (under != null) {
            under.done.completeExceptionally(stopped);
        }
        waiting.done.completeExceptionally(stopped);
    }

    /** A new exception for each thread, with its own stack. */
    private static JournalFailedException stopped(JournalFailedException first) {
        return new JournalFailedException(String.valueOf(first.getMessage()), first);
    }
}
