package dev.attune.kafka;

import dev.attune.Bandit;
import dev.attune.kafka.wire.BanditKey;
import dev.attune.live.FollowedStream.ModelListener;
import dev.attune.live.LiveBandit;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The newest model of one bandit of a stream, for a program that decides locally. It decides as the stream would, with its own random numbers.
 * The stream learns from these decisions only if they are sent to it, for example by {@link KafkaOutbox}.
 *
 * <pre>{@code
 * KafkaConnection kafka = new KafkaConnection("localhost:9092", Topics.of("attune-"), "", Map.of());
 * try (FollowedModel movies = FollowedModel.follow(kafka, "movies")) {
 *     movies.awaitCaughtUp(Duration.ofSeconds(30));
 *     long version = movies.version();
 *     Bandit bandit = movies.read().orElseThrow();
 *     while (...) {
 *         if (movies.version() != version) {          // the stream has learnt
 *             version = movies.version();
 *             bandit = movies.read().orElseThrow();
 *         }
 *         Decision decision = bandit.decide(context, arms);
 *     }
 * }
 * }</pre>
 */
public final class FollowedModel implements AutoCloseable {
    private final String key;
    private final KafkaModelFeed feed;
    private final SecureRandom random = new SecureRandom();
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private volatile State state = new State(0, null);

    /** The published model; null if there is none. */
    @SuppressWarnings("ArrayRecordComponent") // never compared or changed
    private record State(long version, byte @Nullable [] shared) {}

    private FollowedModel(KafkaConnection kafka, String key) {
        this.key = key;
        this.feed = new KafkaModelFeed(kafka);
    }

    /**
     * Starts following.
     *
     * @param key of the bandit: its name, or its name and a segment, {@code movies~de}
     */
    public static FollowedModel follow(KafkaConnection kafka, String key) {
        FollowedModel model = new FollowedModel(kafka, key);
        model.feed.start(model.new Updates());
        return model;
    }

    private final class Updates implements ModelListener {
        @Override
        public void model(String of, byte[] shared) {
            if (of.equals(key)) {
                state = new State(state.version + 1, shared);
            }
        }

        @Override
        public void deleted(String of) {
            if (of.equals(key)) {
                state = new State(state.version + 1, null);
            }
        }

        @Override
        public void undefined(String name) {
            if (name.equals(BanditKey.name(key)) && state.shared == null) {
                state = new State(state.version + 1, null);
            }
        }

        @Override
        public void caughtUp() {
            caughtUp.countDown();
        }

        @Override
        public void warning(String message) {} // version() shows whether anything arrives
    }

    /** Waits until all models that were published before have been read; returns false if that takes longer. */
    public boolean awaitCaughtUp(Duration atMost) throws InterruptedException {
        return caughtUp.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns a number that changes with every new model. */
    public long version() {
        return state.version;
    }

    /**
     * Returns the newest model, or an untrained bandit if none has been published; empty if the stream has no such bandit. Every call creates a
     * new bandit with other random numbers.
     *
     * @throws dev.attune.state.StateFormatException if this version cannot read the published model
     */
    public Optional<Bandit> read() {
        byte[] shared = state.shared;
        return Optional.ofNullable(shared)
                .or(() -> feed.fresh(key))
                .map(bytes -> Bandit.load(
                        LiveBandit.follow(bytes, random.nextLong(), 0).model()));
    }

    /** Stops following. */
    @Override
    public void close() {
        feed.close();
    }
}
