package dev.attune.server.follow;

import java.util.concurrent.CompletionStage;

/** Takes what a stream is to learn. For any number of threads. */
public interface Outbox extends AutoCloseable {
    /**
     * Sends a choice that was made.
     *
     * @param key of the bandit
     * @param json {@code {"version":1,"observe":{...}}}
     * @return completes when nothing can lose it any more
     */
    CompletionStage<Void> observed(String key, byte[] json);

    /**
     * Sends a reward.
     *
     * @param key of the bandit
     * @param json {@code {"version":1,"reward":{...}}}
     * @return completes when nothing can lose it any more
     */
    CompletionStage<Void> rewarded(String key, byte[] json);

    /** Waits for what was sent, but not without end, and takes no more. */
    @Override
    void close();
}
