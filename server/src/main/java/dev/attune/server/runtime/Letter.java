package dev.attune.server.runtime;

import dev.attune.live.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Work in a mailbox, with its answer. */
final class Letter<T> {
    private final Work<T> work;
    private final boolean durably;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private @Nullable T result;
    private @Nullable Throwable trouble;

    /** Work whose answer is given when the events behind it are durable, or at once. */
    Letter(Work<T> work, boolean durably) {
        this.work = work;
        this.durably = durably;
    }

    /** Whether the answer waits for the disk. */
    boolean durably() {
        return durably;
    }

    /** Puts its work on a list of decisions, if that is what it wants. */
    void addTo(List<DecideWork> decisions) {
        if (work instanceof DecideWork decide) {
            decisions.add(decide);
        }
    }

    CompletionStage<T> answer() {
        return answer;
    }

    /** Does the work, unless it has failed already; the answer is kept back. */
    void perform(Turn turn) {
        if (trouble != null) {
            return;
        }
        try {
            result = work.perform(turn);
        } catch (RefusedException | NoSuchBanditException e) {
            trouble = e;
        } catch (Throwable e) { // whatever it was, the caller must hear of it, and nobody knows how far the bandit got
            trouble = e;
            turn.spoil();
        }
    }

    /** Fails if it wants decisions: they were tried together with others. */
    void refuseDecision(Throwable why) {
        if (work instanceof DecideWork) {
            refuse(why);
        }
    }

    /** Why it failed, if it did. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(trouble);
    }

    /** Fails, unless it has failed already. */
    void refuse(Throwable why) {
        if (trouble == null) {
            trouble = why;
        }
    }

    /**
     * Tells the answer.
     *
     * @param failure why nothing can be promised any more; null if all is well
     */
    void tell(@Nullable Throwable failure) {
        if (failure != null) {
            answer.completeExceptionally(failure);
        } else if (trouble != null) {
            answer.completeExceptionally(trouble);
        } else {
            answer.complete(result);
        }
    }
}
