package dev.attune.server.runtime;

import dev.attune.live.RefusedException;
import dev.attune.server.runtime.Writers.Turn;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Queued work of a bandit, with its answer. */
final class Task<T> {
    private final Work<T> work;
    private final boolean durable;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private @Nullable T result;
    private @Nullable Throwable failure;

    /** Work that is done in a turn of a bandit. */
    @FunctionalInterface
    interface Work<T> {
        T perform(Turn turn) throws IOException;
    }

    /**
     * Creates a task.
     *
     * @param durable whether the answer waits until its events are durable
     */
    Task(Work<T> work, boolean durable) {
        this.work = work;
        this.durable = durable;
    }

    Work<T> work() {
        return work;
    }

    boolean durable() {
        return durable;
    }

    CompletionStage<T> answer() {
        return answer;
    }

    /** Does the work, unless it has failed already; the answer is not given yet. Returns why it failed; null if it did not. */
    @Nullable
    Throwable perform(Turn turn) {
        if (failure == null) {
            try {
                result = work.perform(turn);
            } catch (RefusedException | ServiceException e) {
                failure = e;
            } catch (Throwable e) { // reported to the caller; the bandit may be in any state
                failure = e;
                turn.entry().invalidate();
            }
        }
        return failure;
    }

    /** Fails, unless it has failed already. */
    void fail(Throwable why) {
        if (failure == null) {
            failure = why;
        }
    }

    /**
     * Gives the answer.
     *
     * @param lost why its events are not durable; null if they are
     */
    void complete(@Nullable Throwable lost) {
        Throwable why = lost != null ? lost : failure;
        if (why != null) {
            answer.completeExceptionally(why);
        } else {
            answer.complete(result);
        }
    }
}
