package dev.attune.kafka;

import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.Change;
import dev.attune.live.EventAppender;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.live.json.JsonLimits;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The current definitions of the stream's bandits, for keys without a published model. Thread-safe. */
final class DefinitionCache {
    private static final EventAppender NO_LOG = (event, time) -> 0;
    private static final String BY = "definition";

    private final RecordCodec codec = new RecordCodec(JsonLimits.DEFAULT);
    private final Map<String, Message.Define> byName = new ConcurrentHashMap<>();

    /** Applies a record and returns whether it deletes a bandit. Ignores invalid records, which the stream job reports. */
    boolean apply(String name, byte @Nullable [] value) {
        if (value == null) {
            byName.remove(name);
            return true;
        }
        try {
            if (codec.readDefinition(name, value) instanceof Message.Define define) {
                byName.put(name, define);
            }
        } catch (RefusedException e) {
            return false;
        }
        return false;
    }

    /** Returns the bandit that the stream job will create for the first record of a key. */
    Optional<byte[]> fresh(String key) {
        Message.Define define = BanditKey.isValid(key) ? byName.get(BanditKey.name(key)) : null;
        if (define == null) {
            return Optional.empty();
        }
        try {
            LiveBandit bandit = LiveBandit.create(1, define.bandit().definition());
            if (!define.bandit().arms().isEmpty()) {
                bandit.catalogue(define.bandit().arms(), 0, NO_LOG);
            }
            if (define.paused()) {
                bandit.change(Change.pause(BY), 0, NO_LOG);
            }
            return Optional.of(bandit.writeShared());
        } catch (IllegalArgumentException | RefusedException e) {
            return Optional.empty(); // the stream job rejects it as well
        }
    }
}
