package dev.attune.flink.stream;

import dev.attune.flink.wire.Message;
import dev.attune.flink.wire.RecordReader;
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

/** Definitions by name, read once: what is in the broadcast state as records, and here as what they say. */
final class DefinitionTable {
    private final RecordReader reader;
    private final Map<String, DefinitionHistory> histories = new HashMap<>();
    private @Nullable Set<String> unsettled; // names that time may change; null until the state has been looked through

    DefinitionTable(RecordReader reader) {
        this.reader = reader;
    }

    DefinitionHistory history(String name, ReadOnlyBroadcastState<String, List<Arrived>> state) throws Exception {
        DefinitionHistory known = histories.get(name);
        if (known != null) {
            return known;
        }
        List<Arrived> records = state.get(name);
        if (records == null) {
            return DefinitionHistory.NONE;
        }
        DefinitionHistory history = DefinitionHistory.of(records, reader);
        histories.put(name, history);
        return history;
    }

    /**
     * Takes a definition or a deletion.
     *
     * @throws RefusedException if it makes no sense, or does not go with what is in force at its time
     */
    void define(Arrived record, BroadcastState<String, List<Arrived>> state) throws Exception {
        String name = record.key();
        byte[] value = record.value();
        if (value != null && reader.definition(name, value) instanceof Message.Tick) {
            return;
        }
        DefinitionHistory history = history(name, state).tried(record, reader);
        put(name, history, state);
        unsettled(state).add(name);
        RefusedException conflict = history.conflict(record);
        if (conflict != null) {
            throw conflict;
        }
    }

    private Set<String> unsettled(BroadcastState<String, List<Arrived>> state) throws Exception {
        if (unsettled == null) {
            unsettled = new HashSet<>();
            for (Map.Entry<String, List<Arrived>> entry : state.entries()) {
                unsettled.add(entry.getKey());
            }
        }
        return unsettled;
    }

    /** Those of which something was superseded at a time that is over. */
    Map<String, DefinitionHistory> superseded(long over, BroadcastState<String, List<Arrived>> state) throws Exception {
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

    /** Forgets what was superseded. */
    void prune(Map<String, DefinitionHistory> superseded, long over, BroadcastState<String, List<Arrived>> state)
            throws Exception {
        for (Map.Entry<String, DefinitionHistory> entry : superseded.entrySet()) {
            put(entry.getKey(), entry.getValue().prune(over), state);
        }
    }

    private void put(String name, DefinitionHistory history, BroadcastState<String, List<Arrived>> state)
            throws Exception {
        List<Arrived> records = history.records();
        if (records.isEmpty()) {
            histories.remove(name);
            state.remove(name);
        } else {
            histories.put(name, history);
            state.put(name, records);
        }
    }
}
