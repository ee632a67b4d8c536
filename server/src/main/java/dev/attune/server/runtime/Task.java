package dev.attune.server.runtime;

import dev.attune.live.RefusedException;
import java.util.List;
import java.util.Optional;
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

    /**
     * Creates a task.
     *
     * @param durable whether the answer waits until its events are durable
     */
    Task(Work<T> work, boolean durable) {
        this.work = work;
        this.durable = durable;
    }

    boolean durable() {
        return durable;
    }

    /** Adds its work to a list of decisions, if it is one. */
    void addTo(List<DecideWork> decisions) {
        if (work instanceof DecideWork decide) {
            decisions.add(decide);
        }
    }

    CompletionStage<T> answer() {
        return answer;
    }

    /** Does the work, unless it has failed already; the answer is not given yet. */
    void perform(Turn turn) {
        if (failure != null) {
            return;
        }
        try {
            result = work.perform(turn);
        } catch (RefusedException | ServiceException e) {
            failure = e;
        } catch (Throwable e) { // reported to the caller; the bandit may be in any state
            failure = e;
            turn.spoil();
        }
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Fails, unless it has failed already. */
    void fail(Throwable why) {
        if (failure == null) {
            failure = why;
        }
    }

    /** Fails if it is for decisions, which were tried together with others. */
    void failDecision(Throwable why) {
        if (work instanceof DecideWork) {
            fail(why);
        }
    }

    /**
     * Gives the answer.
     *
     * @param lost why its events are not durable; null if they are
     */
    void complete(@Nullable Throwable lost) {
        if (lost != null) {
            answer.completeExceptionally(lost);
        } else if (failure != null) {
            answer.completeExceptionally(failure);
        } else {
            answer.complete(result);
        }
    }
}
