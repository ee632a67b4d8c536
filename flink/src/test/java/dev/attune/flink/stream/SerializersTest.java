package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.flink.fold.FoldDriver;
import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.KeyedBandit;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamFoldTest;
import dev.attune.flink.fold.StreamScene;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.OutputTopic;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SerializersTest {
    private static byte[] written(KeyedBandit bandit) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        new KeyedBanditSerializer().serialize(bandit, out);
        return out.getCopyOfBuffer();
    }

    /** What a checkpoint of a version says about its values. */
    private static <T> TypeSerializerSnapshot<T> snapshot(TypeSerializerSnapshot<T> kind, int version)
            throws IOException {
        kind.readSnapshot(version, new DataInputDeserializer(new byte[0]), SerializersTest.class.getClassLoader());
        return kind;
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        for (KeyedBandit bandit : new FoldDriver(StreamScene.random(9, 300), StreamFoldTest.RULES).bandits.values()) {
            byte[] bytes = written(bandit);

            KeyedBandit read = new KeyedBanditSerializer().deserialize(new DataInputDeserializer(bytes));

            assertThat(written(read)).isEqualTo(bytes);
            KeyedBandit copy = new KeyedBanditSerializer().copy(bandit);
            assertThat(written(copy)).isEqualTo(bytes);
            KeyedBandit second = new KeyedBanditSerializer().copy(copy);
            second.live().catalogue(List.of(new Arm("new", Features.NONE)), 1, (event, time) -> 1);
            assertThat(written(second)).isNotEqualTo(bytes);
            assertThat(written(bandit)).as("what a checkpoint writes").isEqualTo(bytes);
            assertThat(written(copy)).as("what a second checkpoint writes").isEqualTo(bytes);
        }
    }

    @Test
    void otherFormatsAreRefused() {
        assertThatThrownBy(() -> snapshot(new KeyedBanditSerializer.Snapshot(), 4))
                .isInstanceOf(IOException.class)
                .hasMessage("the checkpoint has bandits in format version 4; this program reads version 5");
        assertThatThrownBy(() -> snapshot(new ArrivedSerializer.Snapshot(), 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("records in format version 2");
    }

    @Test
    void recordsAreReadBack() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        List<InputRecord> records = List.of(
                new InputRecord(InputTopic.DEFINITIONS, "", 3, 1L << 40, -5, null),
                new InputRecord(InputTopic.REWARDS, "movies~\u00e4", 0, 0, Long.MAX_VALUE, new byte[] {0, -1}));
        for (InputRecord record : records) {
            new ArrivedSerializer().serialize(record, out);
        }
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        for (InputRecord record : records) {
            assertThat(new ArrivedSerializer().deserialize(in)).isEqualTo(record);
        }
        OutputRecord outgoing = new OutputRecord(OutputTopic.MODELS, "movies", null, 9);
        DataOutputSerializer sent = new DataOutputSerializer(64);
        new OutgoingSerializer().serialize(outgoing, sent);
        assertThat(new OutgoingSerializer().deserialize(new DataInputDeserializer(sent.getCopyOfBuffer())))
                .isEqualTo(outgoing);
    }
}
