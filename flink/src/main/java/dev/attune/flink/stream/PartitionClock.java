package dev.attune.flink.stream;

import dev.attune.flink.fold.InputRecord;
import dev.attune.kafka.wire.InputTopic;
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
 * Assigns the event times of records, and drops ticks that have no further use.
 *
 * <pre>
 *   time = max(time of the record, latest time in its partition so far - disorder)
 * </pre>
 *
 * <p>The time is never behind the watermark of its partition, and depends on the records of the partition alone: it is the same after a failure, with
 * another parallelism or in another program that reads the same records. The latest times are therefore part of every checkpoint.
 */
final class PartitionClock extends ProcessFunction<InputRecord, InputRecord> implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final long disorder;
    private transient Map<Partition, Long> latest;
    private transient ListState<Tuple3<String, Integer, Long>> saved;

    private record Partition(InputTopic topic, int number) {}

    PartitionClock(long disorderMillis) {
        this.disorder = disorderMillis;
    }

    @Override
    public void processElement(InputRecord record, Context context, Collector<InputRecord> out) {
        long newest = latest.merge(new Partition(record.topic(), record.partition()), record.time(), Math::max);
        if (record.topic() == InputTopic.DEFINITIONS || !Ticks.isTick(record)) { // ticks remove superseded definitions
            out.collect(at(Math.max(record.time(), newest - disorder), record));
        }
    }

    private static InputRecord at(long time, InputRecord record) {
        return time == record.time()
                ? record
                : new InputRecord(
                        record.topic(), record.key(), record.partition(), record.offset(), time, record.value());
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        latest = new HashMap<>();
        // Partitions move to other subtasks when the parallelism changes, so each subtask reads the times of all. Old
        // times of partitions that have moved are harmless: the largest one is used.
        saved = context.getOperatorStateStore()
                .getUnionListState(
                        new ListStateDescriptor<>("latest times", Types.TUPLE(Types.STRING, Types.INT, Types.LONG)));
        for (Tuple3<String, Integer, Long> entry : saved.get()) {
            latest.merge(new Partition(InputTopic.valueOf(entry.f0), entry.f1), entry.f2, Math::max);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        saved.clear();
        for (Map.Entry<Partition, Long> entry : latest.entrySet()) {
            saved.add(Tuple3.of(entry.getKey().topic().name(), entry.getKey().number(), entry.getValue()));
        }
    }
}
