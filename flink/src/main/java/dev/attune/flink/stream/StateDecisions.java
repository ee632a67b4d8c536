package dev.attune.flink.stream;

import dev.attune.live.DecisionStore;
import dev.attune.live.KeptDecision;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

/** The decisions of the current key in Flink's state. */
final class StateDecisions implements DecisionStore {
    private final MapState<Long, KeptDecision> decisions;
    private final MapState<String, Long> numbers;

    StateDecisions(RuntimeContext context) {
        decisions = context.getMapState(new MapStateDescriptor<>("decisions", Types.LONG, StreamTypes.DECISION));
        numbers = context.getMapState(new MapStateDescriptor<>("requests", Types.STRING, Types.LONG));
    }

    /** Access to state, which may fail. */
    private interface Access<T> {
        T run() throws Exception;
    }

    private static <T> T access(Access<T> access) {
        try {
            return access.run();
        } catch (Exception e) {
            throw new FlinkRuntimeException("the state of decisions cannot be used", e);
        }
    }

    @Override
    public @Nullable KeptDecision get(long number) {
        return access(() -> decisions.get(number));
    }

    @Override
    public void put(long number, KeptDecision decision) {
        access(() -> {
            decisions.put(number, decision);
            return true;
        });
    }

    @Override
    public void remove(long number) {
        access(() -> {
            decisions.remove(number);
            return true;
        });
    }

    @Override
    public @Nullable Long number(String clientId) {
        return access(() -> numbers.get(clientId));
    }

    @Override
    public void putNumber(String clientId, long number) {
        access(() -> {
            numbers.put(clientId, number);
            return true;
        });
    }

    @Override
    public void removeNumber(String clientId) {
        access(() -> {
            numbers.remove(clientId);
            return true;
        });
    }

    @Override
    public void clear() {
        decisions.clear();
        numbers.clear();
    }
}
