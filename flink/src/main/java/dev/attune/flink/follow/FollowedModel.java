package dev.attune.flink.follow;

import dev.attune.Bandit;
import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.flink.wire.BanditKey;
import dev.attune.live.LiveBandit;
import dev.attune.server.follow.ModelFeed;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The newest model of one bandit of a stream, for a program that decides by itself. It decides as the stream would, with random numbers of its
 * own; what it decides the stream learns only if it is sent there.
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

    /** The model as it was published. */
    @SuppressWarnings("ArrayRecordComponent") // never compared or changed
    private record State(long version, byte @Nullable [] shared) {}

    private FollowedModel(KafkaConnection kafka, String key) {
        this.key = key;
        this.feed = new KafkaModelFeed(kafka);
    }

    /**
     * Begins to follow.
     *
     * @param key of the bandit: its name, or its name and a segment, {@code movies~de}
     */
    public static FollowedModel follow(KafkaConnection kafka, String key) {
        FollowedModel model = new FollowedModel(kafka, key);
        model.feed.start(model.new News());
        return model;
    }

    private final class News implements ModelFeed.Listener {
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

    /** Waits until everything that was published before has been read; returns false if it takes longer. */
    public boolean awaitCaughtUp(Duration atMost) throws InterruptedException {
        return caughtUp.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns a number that changes whenever the model does. */
    public long version() {
        return state.version;
    }

    /**
     * Returns the newest model, or an untrained bandit if none was published yet; empty if the stream has no such bandit. Every call makes a
     * bandit of its own, with other random numbers.
     *
     * @throws dev.attune.state.StateFormatException if what was published cannot be read by this version
     */
    public Optional<Bandit> read() {
        byte[] shared = state.shared;
        return Optional.ofNullable(shared)
                .or(() -> feed.fresh(key))
                .map(bytes -> Bandit.load(
                        LiveBandit.follow(bytes, random.nextLong(), 0).model()));
    }

    /** Stops to follow. */
    @Override
    public void close() {
        feed.close();
    }
}
