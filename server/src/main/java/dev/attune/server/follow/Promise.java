package dev.attune.server.follow;

import dev.attune.live.Answer;
import dev.attune.server.runtime.Decisions.Told;
import dev.attune.server.runtime.UnsentException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A choice that was made, and is told once the stream has it. If sending fails, it may have arrived all the same: so it is never made again,
 * only sent again, and the stream takes the first of the same id.
 */
final class Promise {
    private static final byte[] SENT = {};

    private final String key;
    private final String id;
    private final Answer answer;
    private final boolean byCaller;
    private byte[] record;
    private @Nullable CompletableFuture<Void> sent;

    /**
     * A choice that nobody knows of yet.
     *
     * @param id of the request
     * @param byCaller whether the caller chose
     * @param record what the stream is sent
     */
    Promise(String key, String id, Answer answer, boolean byCaller, byte[] record) {
        this.key = key;
        this.id = id;
        this.answer = answer;
        this.byCaller = byCaller;
        this.record = record;
    }

    boolean byCaller() {
        return byCaller;
    }

    /** Sends it, unless it is under way or there. */
    synchronized CompletionStage<Void> send(Outbox outbox) {
        if (sent == null || sent.isCompletedExceptionally()) {
            sent = sending(outbox.observed(key, record), this::forgetRecord);
        }
        return sent;
    }

    /** The answer is remembered for long, and the arms of its request need not be. */
    private synchronized void forgetRecord() {
        record = SENT;
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
                        throw new UnsentException(
                                "the stream did not take it, so nothing is acknowledged; ask again with the same id",
                                cause);
                    }
                    then.run();
                    return null;
                })
                .toCompletableFuture();
    }

    /** What the caller is told. */
    Told told(boolean repeated) {
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
        return new Told(same, () -> FollowedId.ofRequest(key, id));
    }
}
