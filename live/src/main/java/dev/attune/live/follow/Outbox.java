package dev.attune.live.follow;

import dev.attune.live.Observation;
import dev.attune.live.json.RequestReward;
import java.util.concurrent.CompletionStage;

/** Sends decisions and rewards to the stream that learns from them. Thread-safe. */
public interface Outbox extends AutoCloseable {
    /**
     * Sends a decision.
     *
     * @param key of the bandit
     * @return completes when the stream has stored the record durably
     */
    CompletionStage<Void> observed(String key, Observation decision);

    /**
     * Sends a reward.
     *
     * @param key of the bandit
     * @return completes when the stream has stored the record durably
     */
    CompletionStage<Void> rewarded(String key, RequestReward reward);

    /** Waits a limited time for records in flight, and accepts no more. */
    @Override
    void close();
}
