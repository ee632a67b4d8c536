package dev.attune.flink.stream;

import dev.attune.live.LiveBandit;
import dev.attune.state.StateFormatException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.jspecify.annotations.Nullable;

/** The newest models of bandits with replicas, read once: what is in the broadcast state as records, and here as bandits. */
final class ModelTable {
    private final Map<String, Model> models = new HashMap<>();

    private record Model(Place place, LiveBandit merged) {}

    /** Takes a model, or that there is none any more. One that cannot be read is passed over, and the one before stays. */
    void take(Arrived record, BroadcastState<String, Arrived> state) throws Exception {
        byte[] value = record.value();
        if (value == null) {
            models.remove(record.key());
            state.remove(record.key());
            return;
        }
        try {
            models.put(record.key(), read(record, value));
            state.put(record.key(), record);
        } catch (StateFormatException e) {
            return; // of a newer program, or not a model at all
        }
    }

    private static Model read(Arrived record, byte[] value) {
        return new Model(Place.of(record), LiveBandit.follow(value, 0, 0));
    }

    /** Lets a replica decide by the newest model. */
    void adopt(KeyedBandit replica, String asked, ReadOnlyBroadcastState<String, Arrived> state) throws Exception {
        Gathering gathering = replica.gathering;
        Model model = gathering == null ? null : model(asked, state);
        if (gathering != null && model != null) {
            gathering.adopt(model.place, model.merged, replica.began, replica.bandit);
        }
    }

    private @Nullable Model model(String asked, ReadOnlyBroadcastState<String, Arrived> state) throws Exception {
        Model known = models.get(asked);
        if (known != null) {
            return known;
        }
        Arrived record = state.get(asked);
        byte[] value = record == null ? null : record.value();
        if (record == null || value == null) {
            return null;
        }
        Model restored = read(record, value);
        models.put(asked, restored);
        return restored;
    }
}
