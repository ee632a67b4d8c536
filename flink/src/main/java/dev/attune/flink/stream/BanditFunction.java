package dev.attune.flink.stream;

import dev.attune.flink.fold.DefinitionHistory;
import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.KeyedBandit;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamFold;
import dev.attune.flink.fold.StreamOutput;
import dev.attune.flink.fold.StreamRules;
import dev.attune.kafka.wire.BanditKey;
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
 *   a record arrives       it waits in the state of its key until the watermark passes its time
 *   the watermark passes t the key's records of time t are processed, in order, with the definition in force at t
 *   a definition arrives   all subtasks keep it with its time, until the definition that it replaced is no longer needed
 * </pre>
 *
 * <p>The output therefore depends on the records and their times alone, not on the order of arrival or the parallelism. No record makes the
 * operator fail: a record that cannot be processed becomes a dead letter.
 */
public final class BanditFunction
        extends KeyedBroadcastProcessFunction<String, InputRecord, InputRecord, OutputRecord> {
    private static final long serialVersionUID = 1L;

    /** Records of definitions by the name of the bandit, in their order. */
    public static final MapStateDescriptor<String, List<InputRecord>> DEFINITIONS =
            new MapStateDescriptor<>("definitions", Types.STRING, Types.LIST(StreamTypes.INPUT));

    private static final ValueStateDescriptor<KeyedBandit> BANDIT =
            new ValueStateDescriptor<>("bandit", StreamTypes.BANDIT);
    private static final MapStateDescriptor<Long, List<InputRecord>> BUFFER =
            new MapStateDescriptor<>("buffer", Types.LONG, Types.LIST(StreamTypes.INPUT));
    /** The message of a dead letter with the reason {@code key}. */
    public static final String KEY_RULE =
            "the key of a record must be the name of a bandit, or name~segment; names have letters, digits, dots, dashes"
                    + " and underscores, and begin with a letter or digit";

    /** The message of a dead letter with the reason {@code key}, of a definition. */
    public static final String DEFINITION_KEY_RULE = "the key of a definition must be the name of a bandit";

    /** The reason of a dead letter whose record was in a new partition before the job had found the partition. */
    public static final String LATE_PARTITION = "late-partition";

    private static final String LATE_RULE =
            "the record was in a new partition before the job had found it, and later records have been processed: send it"
                    + " again";

    private final StreamRules rules;
    private transient @Nullable Work work;

    /** Creates the operator. */
    public BanditFunction(StreamRules rules) {
        this.rules = rules;
    }

    @Override
    public void open(OpenContext context) {
        work = new Work(
                rules,
                getRuntimeContext().getState(BANDIT),
                getRuntimeContext().getMapState(BUFFER),
                getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0,
                new StreamMetrics(getRuntimeContext().getMetricGroup()));
    }

    @Override
    public void processElement(InputRecord record, ReadOnlyContext context, Collector<OutputRecord> out)
            throws Exception {
        Work now = work();
        now.collector = out;
        if (record.key().equals(BanditKey.TICK)) {
            return;
        }
        if (!BanditKey.isValid(record.key())) {
            now.fold.out().dead(record, "key", "", KEY_RULE, record.time());
            return;
        }
        if (record.time() <= context.currentWatermark()) { // PartitionClock excludes it for partitions that were known
            now.fold.out().dead(record, LATE_PARTITION, "", LATE_RULE, record.time());
            return;
        }
        now.metrics.buffered(1);
        now.metrics.watermark(context.currentWatermark());
        List<InputRecord> sameTime = now.buffer.get(record.time());
        if (sameTime == null) {
            sameTime = new ArrayList<>(1);
            context.timerService().registerEventTimeTimer(record.time());
        }
        sameTime.add(record);
        now.buffer.put(record.time(), sameTime);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<OutputRecord> out) throws Exception {
        Work now = work();
        now.collector = out;
        String key = context.getCurrentKey();
        List<InputRecord> records = now.buffer.get(time);
        if (records == null) {
            records = List.of();
        } else {
            now.buffer.remove(time);
            now.metrics.buffered(-records.size());
            records.sort(InputRecord.ORDER);
        }
        KeyedBandit before = now.bandit.value();
        if (before == null && records.isEmpty()) {
            return; // the timer of a bandit that has ended
        }
        DefinitionHistory history =
                now.definitions.history(BanditKey.name(key), context.getBroadcastState(DEFINITIONS));
        KeyedBandit after = now.fold.at(time, key, before, history, records);
        if (after == null) {
            now.bandit.clear();
            return;
        }
        long timer = after.timer(time);
        if (timer != Long.MAX_VALUE) {
            context.timerService().registerEventTimeTimer(timer);
        }
        now.bandit.update(after);
    }

    @Override
    public void processBroadcastElement(InputRecord record, Context context, Collector<OutputRecord> out)
            throws Exception {
        Work now = work();
        now.collector = out;
        now.metrics.watermark(context.currentWatermark());
        if (!now.counted) { // records that were waiting when the job stopped
            now.counted = true;
            now.metrics.noneBuffered();
            context.applyToKeyedState(BUFFER, (key, buffer) -> {
                for (List<InputRecord> records : buffer.values()) {
                    now.metrics.buffered(records.size());
                }
            });
        }
        BroadcastState<String, List<InputRecord>> definitions = context.getBroadcastState(DEFINITIONS);
        define(record, definitions, now);
        sweep(context, definitions, now);
    }

    /** Applies a definition in all subtasks; the first one reports errors. */
    private static void define(InputRecord record, BroadcastState<String, List<InputRecord>> definitions, Work now)
            throws Exception {
        String name = record.key();
        StreamOutput out = now.fold.out();
        if (name.equals(BanditKey.TICK)) {
            return;
        }
        if (!BanditKey.isValid(name) || !BanditKey.name(name).equals(name)) {
            if (now.first) {
                out.dead(record, "key", "", DEFINITION_KEY_RULE, record.time());
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
     * Ends bandits that were deleted at a time that is over, also those without further records, and then removes superseded definitions. All
     * records up to that time have been processed.
     */
    private static void sweep(Context context, BroadcastState<String, List<InputRecord>> definitions, Work now)
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

    /** The state of a running operator. */
    private static final class Work {
        final ValueState<KeyedBandit> bandit;
        final MapState<Long, List<InputRecord>> buffer;
        final boolean first; // of all subtasks
        final StreamFold fold;
        final DefinitionTable definitions;
        final StreamMetrics metrics;
        private boolean counted; // the records that wait
        private @Nullable Collector<OutputRecord> collector;

        Work(
                StreamRules rules,
                ValueState<KeyedBandit> bandit,
                MapState<Long, List<InputRecord>> buffer,
                boolean first,
                StreamMetrics metrics) {
            this.bandit = bandit;
            this.buffer = buffer;
            this.first = first;
            this.metrics = metrics;
            this.fold = new StreamFold(rules, this::collect, metrics);
            this.definitions = new DefinitionTable(fold.codec());
        }

        private void collect(OutputRecord record) {
            if (collector != null) {
                metrics.written(record);
                collector.collect(record);
            }
        }
    }
}
