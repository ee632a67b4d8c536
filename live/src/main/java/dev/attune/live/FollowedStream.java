package dev.attune.live;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A stream that learns, as seen by a program that decides by its published models: models come in, decisions and rewards go out.
 *
 * @param feed source of the models
 * @param outbox destination of decisions and rewards
 * @param name for logs and the dashboard
 */
public record FollowedStream(ModelFeed feed, Outbox outbox, String name) implements AutoCloseable {
    /** A source of the models that a stream publishes. */
    public interface ModelFeed extends AutoCloseable {
        /** Starts reporting. Called once. */
        void start(ModelListener listener);

        /**
         * Returns the initial bandit of a key without a model, in the form of models; empty if the stream has no definition for the key.
         * Thread-safe.
         */
        Optional<byte[]> fresh(String key);

        /** Stops reporting. */
        @Override
        void close();
    }

    /** Receives models. Called by one thread at a time. */
    public interface ModelListener {
        /**
         * Called with the new model of a bandit.
         *
         * @param key of the bandit: its name, or its name and a segment, {@code movies~de}
         * @param shared the result of {@link LiveBandit#writeShared}
         */
        void model(String key, byte[] shared);

        /** Called when a bandit no longer exists. */
        void deleted(String key);

        /** Called when a definition was deleted: bandits of this name, in any segment, exist only if they have a model. */
        void undefined(String name);

        /** Called after all models that were published before the start. */
        void caughtUp();

        /** Called with a line for the log of the service. */
        void warning(String message);
    }

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
        CompletionStage<Void> rewarded(String key, RewardMessage reward);

        /** Waits a limited time for records in flight, and accepts no more. */
        @Override
        void close();
    }

    /** Stops following, and waits a limited time for records in flight. */
    @Override
    public void close() {
        feed.close();
        outbox.close();
    }
}
