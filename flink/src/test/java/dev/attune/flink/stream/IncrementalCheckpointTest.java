package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamRules;
import dev.attune.flink.fold.StreamScene;
import dev.attune.kafka.wire.InputTopic;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class IncrementalCheckpointTest {
    private static final int BANDITS = 1_000;

    @TempDir
    Path folder;

    @Test
    @SuppressWarnings("try") // of the harness
    void aCheckpointOfIdleBanditsOnDiskWritesOnlyWhatChanged() throws Exception {
        StreamScene scene = new StreamScene(3);
        scene.define("shop", "x,y", 0, false);
        for (int i = 0; i < BANDITS; i++) {
            scene.ask("shop~" + i, 1);
        }
        int before = scene.records.size();
        scene.ask("shop~7", 1);
        try (KeyedTwoInputStreamOperatorTestHarness<String, InputRecord, InputRecord, OutputRecord> harness =
                new KeyedTwoInputStreamOperatorTestHarness<>(
                        new CoBroadcastWithKeyedOperator<>(
                                new BanditFunction(StreamRules.DEFAULT, true), List.of(BanditFunction.DEFINITIONS)),
                        InputRecord::key,
                        record -> "",
                        Types.STRING)) {
            harness.setStateBackend(new EmbeddedRocksDBStateBackend(true));
            harness.setCheckpointStorage(new FileSystemCheckpointStorage(folder.toUri()));
            harness.open();
            process(scene.records.subList(0, before), harness);
            long all = written(harness, 1);
            process(scene.records.subList(before, before + 1), harness);
            long changed = written(harness, 2);

            assertThat(all).as("a bandit takes more than a kilobyte").isGreaterThan(1_000L * BANDITS);
            assertThat(changed).isLessThan(all / 10);
        }
    }

    private static void process(
            List<InputRecord> records,
            KeyedTwoInputStreamOperatorTestHarness<String, InputRecord, InputRecord, OutputRecord> harness)
            throws Exception {
        long last = 0;
        for (InputRecord record : records) {
            StreamRecord<InputRecord> element = new StreamRecord<>(record, record.time());
            if (record.topic() == InputTopic.DEFINITIONS) {
                harness.processElement2(element);
            } else {
                harness.processElement1(element);
            }
            last = record.time();
        }
        harness.processBothWatermarks(new Watermark(last));
    }

    /** Returns the bytes that a checkpoint writes. */
    private static long written(
            KeyedTwoInputStreamOperatorTestHarness<String, InputRecord, InputRecord, OutputRecord> harness, long id)
            throws Exception {
        OperatorSubtaskState state = harness.snapshot(id, id);
        harness.notifyOfCompletedCheckpoint(id);
        long bytes = 0;
        for (KeyedStateHandle handle : state.getManagedKeyedState()) {
            bytes += handle.getCheckpointedSize();
        }
        return bytes;
    }
}
