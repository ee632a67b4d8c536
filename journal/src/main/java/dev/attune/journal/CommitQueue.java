package dev.attune.journal;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Records on their way to the disk. Any thread appends to the batch that is being filled; one thread takes it, commits it, and says so to all
 * who wait for any of its records.
 */
final class CommitQueue {
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final CompletionStage<Void> DONE = CompletableFuture.completedStage(null);

    /** Records that become durable together. */
    static final class Batch {
        private final RecordBuffer buffer;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final CompletionStage<Void> durable = done.minimalCompletionStage(); // callers cannot complete it
        private int records;
        private long last;

        private Batch(RecordBuffer buffer, long last) {
            this.buffer = buffer;
            this.last = last;
        }

        RecordBuffer buffer() {
            return buffer;
        }

        int records() {
            return records;
        }
    }

    private final JournalOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private Batch filling;
    private @Nullable Batch writing;
    private RecordBuffer idle = new RecordBuffer(FIRST_CAPACITY);
    private boolean closing;
    private @Nullable JournalFailedException failure;
    private volatile long durable;

    CommitQueue(JournalOptions options, long durable) {
        this.options = options;
        this.durable = durable;
        this.filling = new Batch(new RecordBuffer(FIRST_CAPACITY), durable);
    }

    long append(JournalEvent event, long time) {
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

    boolean isBusy() {
        lock.lock();
        try {
            return filling.buffer.size() >= options.bufferBytes() / 2;
        } finally {
            lock.unlock();
        }
    }

    CompletionStage<Void> durable(long position) {
        lock.lock();
        try {
            if (position <= durable) {
                return DONE;
            }
            if (failure != null) {
                return CompletableFuture.failedStage(stopped(failure));
            }
            if (writing != null && position <= writing.last) {
                return writing.durable;
            }
            if (position <= filling.last) {
                return filling.durable;
            }
            throw new IllegalArgumentException("position " + position + " was not given yet");
        } finally {
            lock.unlock();
        }
    }

    long durable() {
        return durable;
    }

    long last() {
        lock.lock();
        try {
            return filling.last;
        } finally {
            lock.unlock();
        }
    }

    Optional<JournalFailedException> failure() {
        lock.lock();
        try {
            return Optional.ofNullable(failure);
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more records; those that are there can still be taken out. */
    void close() {
        lock.lock();
        try {
            closing = true;
            work.signal();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The records that have gathered, as soon as there are any; null when the queue is closed and empty. */
    @Nullable
    Batch take() {
        lock.lock();
        try {
            while (filling.records == 0 && !closing) {
                work.awaitUninterruptibly();
            }
            if (filling.records == 0) {
                return null;
            }
            Batch batch = filling;
            filling = new Batch(idle, batch.last);
            writing = batch;
            room.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Says that a batch is durable. */
    void finish(Batch batch) {
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

    /** Says that nothing will be durable any more. */
    JournalFailedException stop(Throwable cause) {
        JournalFailedException stopped = new JournalFailedException("the journal has stopped: " + cause, cause);
        Batch taken;
        Batch waiting;
        lock.lock();
        try {
            failure = stopped;
            taken = writing;
            waiting = filling;
            writing = null;
            room.signalAll();
        } finally {
            lock.unlock();
        }
        if (taken != null) {
            taken.done.completeExceptionally(stopped);
        }
        waiting.done.completeExceptionally(stopped);
        return stopped;
    }

    private boolean isFull() {
        return filling.buffer.size() >= options.bufferBytes();
    }

    /** A new exception for each thread, with its own stack. */
    private static JournalFailedException stopped(JournalFailedException first) {
        return new JournalFailedException(String.valueOf(first.getMessage()), first);
    }
}
