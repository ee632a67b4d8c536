package dev.attune.flink.stream;

import dev.attune.live.DecisionStore;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

/** A table of the decisions of the current key in Flink's state. */
record StateDecisions<K, V>(MapState<K, V> state) implements DecisionStore.Table<K, V> {
    /** Returns the decisions of the current key. */
    static DecisionStore store(RuntimeContext context) {
        return new DecisionStore(
                new StateDecisions<>(
                        context.getMapState(new MapStateDescriptor<>("decisions", Types.LONG, StreamTypes.DECISION))),
                new StateDecisions<>(
                        context.getMapState(new MapStateDescriptor<>("requests", Types.STRING, Types.LONG))));
    }

    @Override
    public @Nullable V get(K key) {
        try {
            return state.get(key);
        } catch (Exception e) {
            throw failed(e);
        }
    }

    @Override
    public void put(K key, V value) {
        try {
            state.put(key, value);
        } catch (Exception e) {
            throw failed(e);
        }
    }

    @Override
    public void remove(K key) {
        try {
            state.remove(key);
        } catch (Exception e) {
            throw failed(e);
        }
    }

    @Override
    public void clear() {
        state.clear();
    }

    private static FlinkRuntimeException failed(Exception e) {
        return new FlinkRuntimeException("the state of decisions cannot be used", e);
    }
}
