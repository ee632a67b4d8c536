package dev.attune.server.follow;

import java.util.Optional;

/** Tells which models a stream publishes. */
public interface ModelFeed extends AutoCloseable {
    /** Hears of models. Called by one thread at a time. */
    interface Listener {
        /**
         * A bandit has another model.
         *
         * @param key of the bandit: its name, or its name and a segment, {@code movies~de}
         * @param shared what {@code LiveBandit.writeShared} gave
         */
        void model(String key, byte[] shared);

        /** There is no such bandit any more. */
        void deleted(String key);

        /** A definition is gone: there is no bandit of this name any more, in any segment, unless it has a model. */
        void undefined(String name);

        /** All that was published before the start has been told. */
        void caughtUp();

        /** Something that people should know, in one line. */
        void warning(String message);
    }

    /** Begins to tell. Called once. */
    void start(Listener listener);

    /**
     * The bandit with which a key begins that has no model yet, in the same form as models; empty if the stream would not know what to do
     * with the key. Called by any thread.
     */
    default Optional<byte[]> fresh(String key) {
        return Optional.empty();
    }

    /** Tells no more. */
    @Override
    void close();
}
