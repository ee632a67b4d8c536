package dev.attune.live.follow;

import java.util.Optional;

/** A source of the models that a stream publishes. */
public interface ModelFeed extends AutoCloseable {
    /** Receives models. Called by one thread at a time. */
    interface Listener {
        /**
         * Called with the new model of a bandit.
         *
         * @param key of the bandit: its name, or its name and a segment, {@code movies~de}
         * @param shared the result of {@code LiveBandit.writeShared}
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

    /** Starts reporting. Called once. */
    void start(Listener listener);

    /**
     * Returns the initial bandit of a key without a model, in the form of models; empty if the stream has no definition for the key. Thread-safe.
     */
    default Optional<byte[]> fresh(String key) {
        return Optional.empty();
    }

    /** Stops reporting. */
    @Override
    void close();
}
