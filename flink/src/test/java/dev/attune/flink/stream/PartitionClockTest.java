package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.flink.fold.InputRecord;
import dev.attune.kafka.wire.InputTopic;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // closing a harness may be interrupted
class PartitionClockTest {
    private static final long DISORDER = 300;

    private static OneInputStreamOperatorTestHarness<InputRecord, InputRecord> clock() throws Exception {
        var harness = new OneInputStreamOperatorTestHarness<InputRecord, InputRecord>(
                new ProcessOperator<>(new PartitionClock(DISORDER)));
        harness.setup(new ArrivedSerializer());
        return harness;
    }

    private static InputRecord record(InputTopic topic, int partition, long time) {
        return new InputRecord(topic, "movies", partition, 0, time, new byte[0]);
    }

    private static void process(OneInputStreamOperatorTestHarness<InputRecord, InputRecord> harness, InputRecord record)
            throws Exception {
        harness.processElement(record, record.time());
    }

    private static List<Long> times(OneInputStreamOperatorTestHarness<InputRecord, InputRecord> harness) {
        List<Long> times = new ArrayList<>();
        harness.extractOutputValues().forEach(record -> times.add(record.time()));
        return times;
    }

    @Test
    void aTimeIsAtMostTheDisorderBehindTheLatestOfItsPartition() throws Exception {
        try (var harness = clock()) {
            harness.open();
            process(harness, record(InputTopic.REQUESTS, 0, 10_000));
            process(harness, record(InputTopic.REQUESTS, 0, 9_900));
            process(harness, record(InputTopic.REQUESTS, 0, 5_000));
            process(harness, record(InputTopic.REQUESTS, 1, 5_000));
            process(harness, record(InputTopic.REWARDS, 0, 5_000));

            assertThat(times(harness)).containsExactly(10_000L, 9_900L, 9_700L, 5_000L, 5_000L);
        }
    }

    @Test
    void timesSurviveARestore() throws Exception {
        OperatorSubtaskState saved;
        try (var harness = clock()) {
            harness.open();
            process(harness, record(InputTopic.REQUESTS, 0, 10_000));
            process(harness, record(InputTopic.REWARDS, 3, 7_000));
            saved = harness.snapshot(1, 1);
        }
        try (var harness = clock()) {
            harness.initializeState(saved);
            harness.open();
            process(harness, record(InputTopic.REQUESTS, 0, 5_000));
            process(harness, record(InputTopic.REWARDS, 3, 5_000));

            assertThat(times(harness)).containsExactly(10_000 - DISORDER, 7_000 - DISORDER);
        }
    }
}
