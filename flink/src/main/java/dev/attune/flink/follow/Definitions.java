package dev.attune.flink.follow;

import dev.attune.flink.wire.BanditKey;
import dev.attune.flink.wire.Message;
import dev.attune.flink.wire.RecordReader;
import dev.attune.live.Change;
import dev.attune.live.EventLog;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.live.json.JsonLimits;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the stream's bandits are defined as, for keys that have no model yet. For any number of threads. */
final class Definitions {
    private static final EventLog NOBODY = (event, time) -> 0;
    private static final String BY = "definition";

    private final RecordReader reader = new RecordReader(JsonLimits.DEFAULT);
    private final Map<String, Message.Define> byName = new ConcurrentHashMap<>();

    /** Takes a record; whether it deletes a bandit. What makes no sense is left to the stream, which tells of it. */
    boolean take(String name, byte @Nullable [] value) {
        if (value == null) {
            byName.remove(name);
            return true;
        }
        try {
            if (reader.definition(name, value) instanceof Message.Define define) {
                byName.put(name, define);
            }
        } catch (RefusedException e) {
            return false;
        }
        return false;
    }

    /** The bandit with which the stream will begin when the first record of a key comes. */
    Optional<byte[]> fresh(String key) {
        Message.Define said = BanditKey.isValid(key) ? byName.get(BanditKey.name(key)) : null;
        if (said == null) {
            return Optional.empty();
        }
        try {
            LiveBandit bandit = LiveBandit.create(1, said.bandit().definition());
            if (!said.bandit().arms().isEmpty()) {
                bandit.catalogue(said.bandit().arms(), 0, NOBODY);
            }
            if (said.paused()) {
                bandit.change(Change.pause(BY), 0, NOBODY);
            }
            return Optional.of(bandit.writeShared());
        } catch (IllegalArgumentException | RefusedException e) {
            return Optional.empty(); // the stream refuses it too
        }
    }
}
