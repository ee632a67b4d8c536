package dev.attune.flink.stream;

import dev.attune.flink.fold.DefinitionHistory;
import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.KeyedBandit;
import dev.attune.flink.fold.MemoryBudget;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamFold;
import dev.attune.flink.fold.StreamOutput;
import dev.attune.flink.fold.StreamRules;
import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.Message;
import dev.attune.live.DecisionStore;
import dev.attune.live.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * The bandits of a stream, one for each key. The first input has requests and rewards, keyed by the bandit's key; the second, which is
 * broadcast, has definitions and the ticks of their topic.
 *
 * <pre>
 *   a record arrives       it waits in the state of its key for the next watermark
 *   the watermark passes t the key's records up to time t are processed, in order, each with the definition in force at its time
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
    private static final ListStateDescriptor<InputRecord> RECORDS =
            new ListStateDescriptor<>("records", StreamTypes.INPUT);

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

    /** The share of the heap of a task manager for bandits. A checkpoint may need as much again, and several copies of the one that it writes. */
    private static final double SHARE = 1 / 4.0;

    private final StreamRules rules;
    private final boolean onDisk;
    private final long memory; // of each subtask, in bytes; 0 for a share of the heap
    private transient @Nullable Work work;

    /**
     * Creates the operator. The bandits of a task manager may take a quarter of its heap, divided by its slots.
     *
     * @param onDisk whether the state backend has them on disk, so that each of them alone may take that much
     */
    public BanditFunction(StreamRules rules, boolean onDisk) {
        this(rules, onDisk, 0);
    }

    /** Creates an operator whose bandits may take this many bytes in each subtask. */
    BanditFunction(StreamRules rules, boolean onDisk, long memory) {
        this.rules = rules;
        this.onDisk = onDisk;
        this.memory = memory;
    }

    @Override
    public void open(OpenContext context) {
        work = new Work(rules, new MemoryBudget(memory == 0 ? share() : memory, onDisk), getRuntimeContext());
    }

    private long share() {
        int slots = getRuntimeContext() instanceof StreamingRuntimeContext streaming
                ? streaming.getTaskManagerRuntimeInfo().getConfiguration().get(TaskManagerOptions.NUM_TASK_SLOTS)
                : 1;
        return (long) (Runtime.getRuntime().maxMemory() * SHARE / slots);
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
        now.records.add(record);
        context.timerService().registerEventTimeTimer(context.currentWatermark() + 1); // the same until the next one
    }

    /** Processes all times of a key up to the watermark, whichever of its timers fires first; the others find nothing to do. */
    @Override
    public void onTimer(long timer, OnTimerContext context, Collector<OutputRecord> out) throws Exception {
        Work now = work();
        now.collector = out;
        long over = context.currentWatermark();
        now.metrics.watermark(over);
        long left = now.takeDue(over);
        now.metrics.buffered(-now.due.size());
        if (left != Long.MAX_VALUE) {
            context.timerService().registerEventTimeTimer(left);
        }
        KeyedBandit before = now.attached(now.bandit.value());
        long bytesBefore = before == null ? 0 : before.bytes();
        if (now.due.isEmpty() && (before == null || before.nextTimer() > over)) {
            if (before != null && setTimer(before, over, context)) { // it waits for longer than when the timer was set
                now.bandit.update(before);
            }
            return;
        }
        String key = context.getCurrentKey();
        DefinitionHistory history =
                now.definitions.history(BanditKey.name(key), context.getBroadcastState(DEFINITIONS));
        KeyedBandit after = now.fold.until(over, key, before, history, now.due);
        if (after == null) {
            now.memory.add(-bytesBefore);
            now.bandit.clear();
            now.decisions.clear();
            return;
        }
        now.memory.add(after.bytes() - bytesBefore);
        setTimer(after, over, context);
        now.bandit.update(after);
    }

    /** Sets the next timer of a bandit unless there is one; returns whether it was set. */
    private static boolean setTimer(KeyedBandit bandit, long over, OnTimerContext context) {
        long next = bandit.timer(over);
        if (next == Long.MAX_VALUE) {
            return false;
        }
        context.timerService().registerEventTimeTimer(next);
        return true;
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
            now.memory.add(-now.memory.used());
            context.applyToKeyedState(
                    BANDIT, (key, bandit) -> now.memory.add(bandit.value().bytes()));
            context.applyToKeyedState(RECORDS, (key, records) -> {
                for (InputRecord ignored : records.get()) {
                    now.metrics.buffered(1);
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
            byte[] value = record.value();
            if (value != null && now.fold.codec().readDefinition(name, value) instanceof Message.Define define) {
                String excluded =
                        now.memory.excluded(define.bandit().definition().bandit());
                if (excluded != null) {
                    if (now.first) {
                        out.dead(record, StreamFold.MEMORY, "define", excluded, record.time());
                    }
                    return;
                }
            }
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
                KeyedBandit bandit = history == null ? null : now.attached(state.value());
                if (history != null && bandit != null && now.fold.unlessEnded(bandit, history, over) == null) {
                    now.memory.add(-bandit.bytes());
                    state.clear();
                    now.decisions.clear();
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
        final StreamRules rules;
        final DecisionStore decisions;
        final ValueState<KeyedBandit> bandit;
        final MemoryBudget memory;
        final ListState<InputRecord> records;
        final List<InputRecord> due = new ArrayList<>(); // of the current key, in order
        final boolean first; // of all subtasks
        final StreamFold fold;
        final DefinitionTable definitions;
        final StreamMetrics metrics;
        private boolean counted; // the records that wait
        private @Nullable Collector<OutputRecord> collector;

        Work(StreamRules rules, MemoryBudget memory, RuntimeContext context) {
            this.rules = rules;
            this.memory = memory;
            this.decisions = StateDecisions.store(context);
            this.bandit = context.getState(BANDIT);
            this.records = context.getListState(RECORDS);
            this.first = context.getTaskInfo().getIndexOfThisSubtask() == 0;
            this.metrics = new StreamMetrics(context.getMetricGroup(), memory::used);
            this.fold = new StreamFold(rules, this::collect, metrics, memory, () -> {
                decisions.clear(); // of a bandit that ended
                return decisions;
            });
            this.definitions = new DefinitionTable(fold.codec());
        }

        /** Returns a bandit of the state with access to its decisions. */
        @Nullable
        KeyedBandit attached(@Nullable KeyedBandit of) {
            if (of != null) {
                of.live().keepIn(decisions, rules.remember());
            }
            return of;
        }

        /** Moves the records of the key up to a time from its state to {@link #due}; returns the earliest time of those left. */
        long takeDue(long over) throws Exception {
            due.clear();
            long earliest = Long.MAX_VALUE;
            Iterable<InputRecord> waiting = records.get();
            if (waiting != null) {
                List<InputRecord> left = new ArrayList<>();
                for (InputRecord record : waiting) {
                    if (record.time() <= over) {
                        due.add(record);
                    } else {
                        left.add(record);
                        earliest = Math.min(earliest, record.time());
                    }
                }
                if (left.isEmpty()) {
                    records.clear();
                } else if (!due.isEmpty()) {
                    records.update(left);
                }
            }
            due.sort(InputRecord.ORDER);
            return earliest;
        }

        private void collect(OutputRecord record) {
            if (collector != null) {
                metrics.written(record);
                collector.collect(record);
            }
        }
    }
}
