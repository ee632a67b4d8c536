package dev.attune.flink.stream;

import dev.attune.flink.wire.BanditKey;
import dev.attune.live.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * The bandits of a stream, one for each key. The first input has requests and rewards, keyed by the bandit's key; the second, which is
 * broadcast, has definitions and the ticks of their topic.
 *
 * <pre>
 *   a record comes       it waits in the state of its key until the watermark passes its time
 *   the watermark at t   the key's records of time t count, in order, with the definition in force at t
 *   a definition comes   all subtasks keep it with its time, until nobody can ask for what it replaced
 * </pre>
 *
 * <p>So what comes out depends on the records and their times alone, not on when they arrive or on how many subtasks there are. No record
 * makes it fail: one that cannot be used becomes a dead letter.
 */
public final class BanditFunction extends KeyedBroadcastProcessFunction<String, Arrived, Arrived, Outgoing> {
    private static final long serialVersionUID = 1L;

    /** Records of definitions by the name of the bandit, in their order. */
    public static final MapStateDescriptor<String, List<Arrived>> DEFINITIONS =
            new MapStateDescriptor<>("definitions", Types.STRING, Types.LIST(StreamTypes.ARRIVED));

    private static final ValueStateDescriptor<KeyedBandit> BANDIT =
            new ValueStateDescriptor<>("bandit", StreamTypes.BANDIT);
    private static final MapStateDescriptor<Long, List<Arrived>> BUFFER =
            new MapStateDescriptor<>("buffer", Types.LONG, Types.LIST(StreamTypes.ARRIVED));
    private static final String KEY_RULE =
            "the key of a record must be the name of a bandit, or name~segment; names have letters, digits, dots, dashes"
                    + " and underscores, and begin with a letter or digit";

    private final StreamRules rules;
    private transient @Nullable Work work;

    /** With these rules. */
    public BanditFunction(StreamRules rules) {
        this.rules = rules;
    }

    @Override
    public void open(OpenContext context) {
        work = new Work(
                rules,
                getRuntimeContext().getState(BANDIT),
                getRuntimeContext().getMapState(BUFFER),
                getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0);
    }

    @Override
    public void processElement(Arrived record, ReadOnlyContext context, Collector<Outgoing> out) throws Exception {
        Work now = work();
        now.collector = out;
        if (record.key().equals(BanditKey.TICK)) {
            return;
        }
        if (!BanditKey.isValid(record.key())) {
            now.fold.out().dead(record, "key", "", KEY_RULE, record.time());
            return;
        }
        List<Arrived> sameTime = now.buffer.get(record.time());
        if (sameTime == null) {
            sameTime = new ArrayList<>(1);
            context.timerService().registerEventTimeTimer(record.time());
        }
        sameTime.add(record);
        now.buffer.put(record.time(), sameTime);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Outgoing> out) throws Exception {
        Work now = work();
        now.collector = out;
        String key = context.getCurrentKey();
        List<Arrived> records = now.buffer.get(time);
        if (records == null) {
            records = List.of();
        } else {
            now.buffer.remove(time);
            records.sort(Arrived.ORDER);
        }
        KeyedBandit before = now.bandit.value();
        if (before == null && records.isEmpty()) {
            return; // a timer of a bandit that has ended
        }
        DefinitionHistory history =
                now.definitions.history(BanditKey.name(key), context.getBroadcastState(DEFINITIONS));
        KeyedBandit after = now.fold.at(time, key, before, history, records);
        if (after == null) {
            now.bandit.clear();
            return;
        }
        long next = after.nextTimer();
        Schedule schedule = after.schedule;
        if (schedule.wake <= time || next < schedule.wake) { // else a timer that comes early enough is set already
            schedule.wake = next;
            if (next != Long.MAX_VALUE) {
                context.timerService().registerEventTimeTimer(next);
            }
        }
        now.bandit.update(after);
    }

    @Override
    public void processBroadcastElement(Arrived record, Context context, Collector<Outgoing> out) throws Exception {
        Work now = work();
        now.collector = out;
        BroadcastState<String, List<Arrived>> definitions = context.getBroadcastState(DEFINITIONS);
        define(record, definitions, now);
        sweep(context, definitions, now);
    }

    /** All subtasks take a definition; the first one says what is wrong with it. */
    private static void define(Arrived record, BroadcastState<String, List<Arrived>> definitions, Work now)
            throws Exception {
        String name = record.key();
        StreamOutput out = now.fold.out();
        if (name.equals(BanditKey.TICK)) {
            return;
        }
        if (!BanditKey.isValid(name) || !BanditKey.name(name).equals(name)) {
            if (now.first) {
                out.dead(record, "key", "", "the key of a definition must be the name of a bandit", record.time());
            }
            return;
        }
        try {
            now.definitions.define(record, definitions);
        } catch (RefusedException e) {
            if (now.first) {
                out.refused(record, "", e);
            }
        }
    }

    /**
     * Ends bandits that were deleted at a time that is over, also those to which nothing happens any more; then forgets what nobody can ask
     * for. Records of any key whose time is over have counted already.
     */
    private static void sweep(Context context, BroadcastState<String, List<Arrived>> definitions, Work now)
            throws Exception {
        long over = context.currentWatermark();
        Map<String, DefinitionHistory> old = now.definitions.superseded(over, definitions);
        if (old.values().stream().anyMatch(history -> history.endsBy(over))) {
            context.applyToKeyedState(BANDIT, (key, state) -> {
                DefinitionHistory history = old.get(BanditKey.name(key));
                KeyedBandit bandit = history == null ? null : state.value();
                if (history != null && bandit != null && now.fold.unlessEnded(bandit, history, over) == null) {
                    state.clear();
                }
            });
        }
        now.definitions.prune(old, over, definitions);
    }

    private Work work() {
        if (work == null) {
            throw new IllegalStateException("the operator is not open");
        }
        return work;
    }

    /** What a running operator has. */
    private static final class Work {
        final ValueState<KeyedBandit> bandit;
        final MapState<Long, List<Arrived>> buffer;
        final boolean first; // of all subtasks
        final StreamFold fold;
        final DefinitionTable definitions;
        private @Nullable Collector<Outgoing> collector;

        Work(StreamRules rules, ValueState<KeyedBandit> bandit, MapState<Long, List<Arrived>> buffer, boolean first) {
            this.bandit = bandit;
            this.buffer = buffer;
            this.first = first;
            this.fold = new StreamFold(rules, this::collect);
            this.definitions = new DefinitionTable(fold.reader());
        }

        private void collect(Outgoing outgoing) {
            if (collector != null) {
                collector.collect(outgoing);
            }
        }
    }
}
