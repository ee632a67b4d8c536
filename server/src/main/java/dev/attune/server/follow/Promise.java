package dev.attune.server.follow;

import dev.attune.live.Answer;
import dev.attune.live.Observation;
import dev.attune.live.follow.Outbox;
import dev.attune.server.runtime.Bandits.Identified;
import dev.attune.server.runtime.ServiceException;
import dev.attune.server.runtime.ServiceException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A choice that is answered once the stream has it. If sending fails, it may have arrived nevertheless: so it is never made again,
 * only sent again, and the stream takes the first of the same id.
 */
final class Promise {
    private final String key;
    private final String id;
    private final Answer answer;
    private final boolean byCaller;
    private @Nullable Observation record; // until it is sent
    private @Nullable CompletableFuture<Void> sent;

    /**
     * Creates a choice that is not sent yet.
     *
     * @param record the record for the stream
     * @param byCaller whether the caller chose
     */
    Promise(String key, Observation record, Answer answer, boolean byCaller) {
        this.key = key;
        this.id = record.clientId();
        this.answer = answer;
        this.byCaller = byCaller;
        this.record = record;
    }

    boolean byCaller() {
        return byCaller;
    }

    /** Sends it, unless it is under way or there. */
    synchronized CompletionStage<Void> send(Outbox outbox) {
        if (record != null && (sent == null || sent.isCompletedExceptionally())) {
            sent = sending(outbox.observed(key, record), this::forgetRecord);
        }
        return sent == null ? CompletableFuture.completedFuture(null) : sent;
    }

    /** The answer is remembered for long, and the arms of its request need not be. */
    private synchronized void forgetRecord() {
        record = null;
    }

    /**
     * Says of whatever goes wrong that it was not sent.
     *
     * @param then what is done once it was
     */
    static CompletableFuture<Void> sending(CompletionStage<Void> stage, Runnable then) {
        return stage.<Void>handle((done, failed) -> {
                    if (failed != null) {
                        Throwable cause = failed instanceof CompletionException && failed.getCause() != null
                                ? failed.getCause()
                                : failed;
                        throw new ServiceException(
                                Reason.UNSENT,
                                "the stream did not take it, so nothing is acknowledged; ask again with the same id",
                                cause);
                    }
                    then.run();
                    return null;
                })
                .toCompletableFuture();
    }

    /** Returns the answer with the id of the decision. */
    Identified answer(boolean repeated) {
        Answer same = repeated
                ? new Answer(
                        answer.decision(),
                        answer.position(),
                        answer.round(),
                        answer.arm(),
                        answer.probability(),
                        answer.setting(),
                        answer.ranking(),
                        true)
                : answer;
        return new Identified(same, () -> FollowedId.ofRequest(key, id));
    }
}
