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
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvolutionTest {
    private static Path saved(String version, String file) throws Exception {
        URL found = EvolutionTest.class.getResource(version + "/" + file);
        return Path.of(Objects.requireNonNull(found, version + "/" + file).toURI());
    }

    private static byte[] written(KeyedBandit bandit) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        new KeyedBanditSerializer().serialize(bandit, out);
        return out.getCopyOfBuffer();
    }

    /** What a checkpoint of a version says about its values. */
    private static <T> TypeSerializerSnapshot<T> snapshot(TypeSerializerSnapshot<T> kind, int version)
            throws IOException {
        kind.readSnapshot(version, new DataInputDeserializer(new byte[0]), EvolutionTest.class.getClassLoader());
        return kind;
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "3", "3-with-records"})
    void aBanditOfAnOlderVersionIsReadAndGoesOn(String folder) throws Exception {
        int version = folder.charAt(0) - '0';
        TypeSerializerSnapshot<KeyedBandit> before = snapshot(new KeyedBanditSerializer.Snapshot(), version);
        TypeSerializer<KeyedBandit> reader = before.restoreSerializer();
        byte[] bytes = Files.readAllBytes(saved("version-" + folder, "bandit"));

        KeyedBandit bandit = reader.deserialize(new DataInputDeserializer(bytes));

        KeyedBandit expected = SavedStream.bandit();
        assertThat(bandit.live().counters().decisions())
                .isEqualTo(expected.live().counters().decisions());
        assertThat(bandit.live().counters().learnt())
                .isEqualTo(expected.live().counters().learnt());
        assertThat(bandit.live().counters().waiting())
                .isEqualTo(expected.live().counters().waiting());
        assertThat(bandit.nextTimer()).isEqualTo(expected.nextTimer());
        assertThat(Arrays.equals(bandit.writeStream(), expected.writeStream()))
                .as("all that the stream adds; version 1 had no counters")
                .isEqualTo(version > 1);
        assertThat(new KeyedBanditSerializer.Snapshot()
                        .resolveSchemaCompatibility(before)
                        .isCompatibleAfterMigration())
                .isTrue();
        byte[] followed = Arrays.copyOf(bytes, bytes.length + Integer.BYTES); // as by the next value
        assertThatThrownBy(() -> new KeyedBanditSerializer().deserialize(new DataInputDeserializer(followed)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("stream bandit/" + version + ", not of stream bandit/4");
    }

    @Test
    void aReplicaIsRefused() throws Exception {
        byte[] bytes = Files.readAllBytes(saved("version-3", "bandit"));
        byte[] replica = Arrays.copyOf(bytes, bytes.length + 1); // with one byte in the reserved block
        Arrays.fill(replica, bytes.length - Integer.BYTES, bytes.length, (byte) 0);
        replica[bytes.length - 1] = 1;

        TypeSerializer<KeyedBandit> reader =
                snapshot(new KeyedBanditSerializer.Snapshot(), 3).restoreSerializer();
        assertThatThrownBy(() -> reader.deserialize(new DataInputDeserializer(replica)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("replicas of a bandit");
    }

    @ParameterizedTest
    @CsvSource({
        "1, hashmap",
        "2, hashmap",
        "3, hashmap",
        "3-with-buffer, hashmap",
        "3-with-buffer, rocksdb",
        "3-with-records, hashmap",
        "3-with-records, rocksdb"
    })
    @Tag("slow")
    void aSavepointOfAnyVersionGoesOn(String version, String backend) throws Exception {
        List<InputRecord> records = SavedStream.records();
        List<InputRecord> rest = records.subList(SavedStream.SAVED, records.size());

        List<OutputRecord> out = MiniStream.run(
                1,
                saved("version-" + version, "savepoint/_metadata").getParent(),
                List.of(rest),
                backend,
                new BanditFunction(StreamFoldTest.RULES, false));

        List<String> decisions = ids(out);
        assertThat(decisions).hasSizeBetween(rest.size() / 2, rest.size() / 2 + 2);
        assertThat(ids(new FoldDriver(records, StreamFoldTest.RULES).out)).containsAll(decisions);
        assertThat(StreamFoldTest.deadLetters(out)).isEmpty();
    }

    /** Requests and what their decisions are called; not the arms, which better numerics may change. */
    private static List<String> ids(List<OutputRecord> out) {
        return StreamFoldTest.decisions(out).stream()
                .map(StreamFoldTest::node)
                .map(record -> record.path("request").asText() + " "
                        + record.path("answer").path("decision").asText())
                .toList();
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
    void newerFormatsAreRefused() {
        assertThatThrownBy(() -> snapshot(new KeyedBanditSerializer.Snapshot(), 5))
                .isInstanceOf(IOException.class)
                .hasMessage("the checkpoint has bandits in format version 5; this program reads versions 1 to 4:"
                        + " use a newer program");
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
