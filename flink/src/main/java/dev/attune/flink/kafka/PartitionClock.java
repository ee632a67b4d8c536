package dev.attune.flink.kafka;

import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.Origin;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Gives records the time that counts, and takes ticks out that nobody waits for.
 *
 * <pre>
 *   time = max(time of the record, latest time in its partition so far - disorder)
 * </pre>
 *
 * <p>So it is never behind the watermark of its partition, and it is a function of what the partition holds alone: after a failure, with another
 * parallelism or in another program that reads the same records, it is the same. For that, the latest times are part of every checkpoint.
 */
final class PartitionClock extends ProcessFunction<Arrived, Arrived> implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final long disorder;
    private transient Map<Partition, Long> latest;
    private transient ListState<Tuple3<String, Integer, Long>> saved;

    private record Partition(Origin origin, int number) {}

    PartitionClock(long disorderMillis) {
        this.disorder = disorderMillis;
    }

    @Override
    public void processElement(Arrived record, Context context, Collector<Arrived> out) {
        long newest = latest.merge(new Partition(record.origin(), record.partition()), record.time(), Math::max);
        if (record.origin() == Origin.DEFINITIONS || !Ticks.isTick(record)) { // old definitions are forgotten at ticks
            out.collect(at(Math.max(record.time(), newest - disorder), record));
        }
    }

    private static Arrived at(long time, Arrived record) {
        return time == record.time()
                ? record
                : new Arrived(record.origin(), record.key(), record.partition(), record.offset(), time, record.value());
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        latest = new HashMap<>();
        // Partitions go to other subtasks when the parallelism changes, so each subtask gets the times of all. Old
        // times of partitions that
        // went elsewhere do no harm: the largest one counts.
        saved = context.getOperatorStateStore()
                .getUnionListState(
                        new ListStateDescriptor<>("latest times", Types.TUPLE(Types.STRING, Types.INT, Types.LONG)));
        for (Tuple3<String, Integer, Long> entry : saved.get()) {
            latest.merge(new Partition(Origin.valueOf(entry.f0), entry.f1), entry.f2, Math::max);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        saved.clear();
        for (Map.Entry<Partition, Long> entry : latest.entrySet()) {
            saved.add(Tuple3.of(entry.getKey().origin().name(), entry.getKey().number(), entry.getValue()));
        }
    }
}
