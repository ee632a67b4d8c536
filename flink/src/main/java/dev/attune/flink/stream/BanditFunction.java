package dev.attune.flink.stream;

import java.util.List;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The bandits of a stream, one for each key. The first input has requests and rewards, keyed by the bandit's key; the second, which is
 * broadcast, has definitions and the ticks of their topic.
 */
public final class BanditFunction extends KeyedBroadcastProcessFunction<String, Arrived, Arrived, Outgoing> {
    private static final long serialVersionUID = 1L;

    /** Records of definitions by the name of the bandit, in their order. */
    public static final MapStateDescriptor<String, List<Arrived>> DEFINITIONS =
            new MapStateDescriptor<>("definitions", Types.STRING, Types.LIST(StreamTypes.ARRIVED));

    private final StreamRules rules;

    /** With these rules. */
    public BanditFunction(StreamRules rules) {
        this.rules = rules;
    }

    @Override
    public void processElement(Arrived record, ReadOnlyContext context, Collector<Outgoing> out) {
        throw new UnsupportedOperationException(rules.topic(record.origin()));
    }

    @Override
    public void processBroadcastElement(Arrived record, Context context, Collector<Outgoing> out) {
        throw new UnsupportedOperationException(rules.topic(record.origin()));
    }
}
