package dev.attune.server.follow;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.FollowedStream;
import dev.attune.live.FollowedStream.ModelFeed;
import dev.attune.live.FollowedStream.ModelListener;
import dev.attune.live.FollowedStream.Outbox;
import dev.attune.live.LiveBandit;
import dev.attune.live.Observation;
import dev.attune.live.RewardMessage;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A stream in memory: what is published, and what it was sent. */
public final class TestStream implements ModelFeed, Outbox {
    public static final String NAME = "the test's stream";

    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private final Map<String, byte[]> before = new ConcurrentHashMap<>();
    private final Map<String, byte[]> fresh = new ConcurrentHashMap<>();
    private volatile ModelListener listener;
    private volatile boolean down;
    private volatile boolean losing;
    private volatile boolean closed;

    /** What it was sent. */
    public record Sent(String key, String json) {}

    public FollowedStream following() {
        return new FollowedStream(this, this, NAME);
    }

    /** A bandit with a catalogue of three arms that has learnt that the first one pays. */
    public static LiveBandit bandit(String more, int rounds) {
        String json = "{\"name\":\"x\",\"seed\":7,\"learning\":\"at-once\"" + more + "}";
        LiveBandit bandit = LiveBandit.create(
                1,
                JsonInput.read(
                                json.getBytes(StandardCharsets.UTF_8),
                                JsonLimits.DEFAULT,
                                in -> DefinitionJson.readNew(in, () -> 1))
                        .definition());
        bandit.catalogue(List.of(arm("a"), arm("b"), arm("c")), 1, (event, time) -> 0);
        long now = System.currentTimeMillis();
        for (int i = 0; i < rounds; i++) {
            String arm = List.of("a", "b", "c").get(i % 3);
            bandit.observe(
                    new Observation(
                            "",
                            Features.NONE,
                            new Offer.FromCatalogue(0, List.of()),
                            arm,
                            1 / 3.0,
                            OptionalDouble.of(arm.equals("a") ? 1 : 0)),
                    now - 1_000L * (rounds - i),
                    (event, time) -> 0);
        }
        return bandit;
    }

    private static Arm arm(String id) {
        return new Arm(id, Features.NONE);
    }

    /** Publishes before anybody follows; without it, nobody ever catches up. */
    public void before(String key, LiveBandit bandit) {
        before.put(key, bandit.writeShared());
    }

    public void publish(String key, LiveBandit bandit) {
        listener.model(key, bandit.writeShared());
    }

    public void publish(String key, byte[] bytes) {
        listener.model(key, bytes);
    }

    public void delete(String key) {
        listener.deleted(key);
    }

    public void undefine(String name) {
        fresh.remove(name);
        listener.undefined(name);
    }

    /** What a key begins with. */
    public void define(String key, LiveBandit bandit) {
        fresh.put(key, bandit.writeShared());
    }

    /** From now on it takes nothing, or takes everything and says that it did not. */
    public void down(boolean yes, boolean butArrives) {
        down = yes;
        losing = butArrives;
    }

    public List<Sent> sent() {
        return sent;
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void start(ModelListener hears) {
        listener = hears;
        before.forEach(hears::model);
        if (!before.isEmpty()) {
            hears.caughtUp();
        }
    }

    @Override
    public Optional<byte[]> fresh(String key) {
        return Optional.ofNullable(fresh.get(key));
    }

    @Override
    public CompletionStage<Void> observed(String key, Observation decision) {
        return take(key, RecordCodec.observe(decision));
    }

    @Override
    public CompletionStage<Void> rewarded(String key, RewardMessage reward) {
        return take(key, RecordCodec.reward(reward));
    }

    private CompletionStage<Void> take(String key, byte[] json) {
        if (!down || losing) {
            sent.add(new Sent(key, new String(json, StandardCharsets.UTF_8)));
        }
        return down
                ? CompletableFuture.failedStage(new IOException("no broker"))
                : CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {
        closed = true;
    }
}
