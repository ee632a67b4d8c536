package dev.attune.flink.stream;

import dev.attune.flink.fold.DefinitionHistory;
import dev.attune.flink.fold.InputRecord;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.RefusedException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.jspecify.annotations.Nullable;

/** Definitions by name, parsed once from the records in the broadcast state. */
final class DefinitionTable {
    private final RecordCodec codec;
    private final Map<String, DefinitionHistory> histories = new HashMap<>();
    private @Nullable Set<String> unsettled; // names that time may change; null until the state has been read

    DefinitionTable(RecordCodec codec) {
        this.codec = codec;
    }

    DefinitionHistory history(String name, ReadOnlyBroadcastState<String, List<InputRecord>> state) throws Exception {
        DefinitionHistory known = histories.get(name);
        if (known != null) {
            return known;
        }
        List<InputRecord> records = state.get(name);
        if (records == null) {
            return DefinitionHistory.NONE;
        }
        DefinitionHistory history = DefinitionHistory.of(records, codec);
        histories.put(name, history);
        return history;
    }

    /**
     * Applies a definition or a deletion.
     *
     * @throws RefusedException if it is invalid or conflicts with the definition in force at its time
     */
    void define(InputRecord record, BroadcastState<String, List<InputRecord>> state) throws Exception {
        String name = record.key();
        byte[] value = record.value();
        if (value != null && codec.readDefinition(name, value) instanceof Message.Tick) {
            return;
        }
        DefinitionHistory history = history(name, state).plus(record, codec);
        put(name, history, state);
        unsettled(state).add(name);
        RefusedException conflict = history.conflict(record);
        if (conflict != null) {
            throw conflict;
        }
    }

    private Set<String> unsettled(BroadcastState<String, List<InputRecord>> state) throws Exception {
        if (unsettled == null) {
            unsettled = new HashSet<>();
            for (Map.Entry<String, List<InputRecord>> entry : state.entries()) {
                unsettled.add(entry.getKey());
            }
        }
        return unsettled;
    }

    /** Returns the histories of which a part was superseded at a time that is over. */
    Map<String, DefinitionHistory> superseded(long over, BroadcastState<String, List<InputRecord>> state)
            throws Exception {
        Map<String, DefinitionHistory> superseded = new HashMap<>();
        for (Iterator<String> names = unsettled(state).iterator(); names.hasNext(); ) {
            String name = names.next();
            DefinitionHistory history = history(name, state);
            if (history.prune(over) != history) {
                superseded.put(name, history);
            }
            if (history.isSettled(over)) {
                names.remove();
            }
        }
        return superseded;
    }

    /** Removes what was superseded. */
    void prune(Map<String, DefinitionHistory> superseded, long over, BroadcastState<String, List<InputRecord>> state)
            throws Exception {
        for (Map.Entry<String, DefinitionHistory> entry : superseded.entrySet()) {
            put(entry.getKey(), entry.getValue().prune(over), state);
        }
    }

    private void put(String name, DefinitionHistory history, BroadcastState<String, List<InputRecord>> state)
            throws Exception {
        List<InputRecord> records = history.records();
        if (records.isEmpty()) {
            histories.remove(name);
            state.remove(name);
        } else {
            histories.put(name, history);
            state.put(name, records);
        }
    }
}
