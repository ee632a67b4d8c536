package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.flink.stream.Counters.Counter;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    @ValueSource(ints = {1, 2})
    void aBanditOfAnOlderVersionIsReadAndGoesOn(int version) throws Exception {
        TypeSerializerSnapshot<KeyedBandit> before = snapshot(new KeyedBanditSerializer.Snapshot(), version);
        TypeSerializer<KeyedBandit> reader = before.restoreSerializer();
        byte[] bytes = Files.readAllBytes(saved("version-" + version, "bandit"));

        KeyedBandit bandit = reader.deserialize(new DataInputDeserializer(bytes));

        KeyedBandit expected = SavedStream.bandit();
        assertThat(bandit.bandit.decisions()).isEqualTo(expected.bandit.decisions());
        assertThat(bandit.bandit.learnt()).isEqualTo(expected.bandit.learnt());
        assertThat(bandit.bandit.waiting()).isEqualTo(expected.bandit.waiting());
        assertThat(bandit.events).isEqualTo(expected.events);
        assertThat(bandit.began).isEqualTo(expected.began);
        assertThat(bandit.nextTimer()).isEqualTo(expected.nextTimer());
        assertThat(bandit.counters.get(Counter.COUNTED)) // not counted in version 1
                .isEqualTo(version == 1 ? 0 : expected.counters.get(Counter.COUNTED));
        assertThat(new KeyedBanditSerializer.Snapshot()
                        .resolveSchemaCompatibility(before)
                        .isCompatibleAfterMigration())
                .isTrue();
        byte[] followed = Arrays.copyOf(bytes, bytes.length + Integer.BYTES); // as by the next value
        assertThatThrownBy(() -> new KeyedBanditSerializer().deserialize(new DataInputDeserializer(followed)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("stream bandit/" + version + ", not of stream bandit/3");
    }

    @Test
    void aBanditOfTheNewestVersionIsReadAndGoesOn() throws Exception {
        byte[] bytes = Files.readAllBytes(saved("version-3", "bandit"));

        KeyedBandit bandit = new KeyedBanditSerializer().deserialize(new DataInputDeserializer(bytes));

        KeyedBandit expected = SavedStream.bandit();
        assertThat(bandit.bandit.decisions()).isEqualTo(expected.bandit.decisions());
        assertThat(bandit.bandit.learnt()).isEqualTo(expected.bandit.learnt());
        assertThat(bandit.nextTimer()).isEqualTo(expected.nextTimer());
        assertThat(bandit.counters.get(Counter.COUNTED)).isEqualTo(expected.counters.get(Counter.COUNTED));
    }

    @Test
    void aReplicaIsRefused() throws Exception {
        byte[] bytes = Files.readAllBytes(saved("version-3", "bandit"));
        byte[] replica = Arrays.copyOf(bytes, bytes.length + 1); // with one byte in the reserved block
        Arrays.fill(replica, bytes.length - Integer.BYTES, bytes.length, (byte) 0);
        replica[bytes.length - 1] = 1;

        assertThatThrownBy(() -> new KeyedBanditSerializer().deserialize(new DataInputDeserializer(replica)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("replicas of a bandit");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aSavepointOfAnyVersionGoesOn(int version) throws Exception {
        List<Arrived> records = SavedStream.records();
        List<Arrived> rest = records.subList(SavedStream.SAVED, records.size());

        List<Outgoing> out = MiniStream.run(
                1, saved("version-" + version, "savepoint/_metadata").getParent(), List.of(rest));

        List<String> decisions = ids(out);
        assertThat(decisions).hasSizeBetween(rest.size() / 2, rest.size() / 2 + 2);
        assertThat(ids(new FoldDriver(records, StreamFoldTest.RULES).out)).containsAll(decisions);
        assertThat(StreamFoldTest.deadLetters(out)).isEmpty();
    }

    /** Requests and what their decisions are called; not the arms, which better numerics may change. */
    private static List<String> ids(List<Outgoing> out) {
        return StreamFoldTest.decisions(out).stream()
                .map(StreamFoldTest::node)
                .map(record -> record.path("request").asText() + " "
                        + record.path("answer").path("decision").asText())
                .toList();
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        for (KeyedBandit bandit : new FoldDriver(StreamScene.random(9, 300), StreamFoldTest.RULES).bandits.values()) {
            Arrived early = new Arrived(Origin.REWARDS, bandit.key, 1, 17, 5, new byte[] {'{', '}'});
            bandit.early.add(new EarlyRewards.Early(early, "c-9", 7));
            byte[] bytes = written(bandit);

            KeyedBandit read = new KeyedBanditSerializer().deserialize(new DataInputDeserializer(bytes));

            assertThat(written(read)).isEqualTo(bytes);
            assertThat(written(new KeyedBanditSerializer().copy(bandit))).isEqualTo(bytes);
            assertThat(read.early.take("c-9")).containsExactly(early);
            assertThat(written(bandit))
                    .as("the copy and the original share nothing")
                    .isEqualTo(bytes);
        }
    }

    @Test
    void newerFormatsAreRefused() {
        assertThatThrownBy(() -> snapshot(new KeyedBanditSerializer.Snapshot(), 4))
                .isInstanceOf(IOException.class)
                .hasMessage("the checkpoint has bandits in format version 4; this program reads versions 1 to 3:"
                        + " take a newer program");
        assertThatThrownBy(() -> snapshot(new ArrivedSerializer.Snapshot(), 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("records in format version 2");
    }

    @Test
    void recordsAreReadBack() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        List<Arrived> records = List.of(
                new Arrived(Origin.DEFINITIONS, "", 3, 1L << 40, -5, null),
                new Arrived(Origin.REWARDS, "movies~\u00e4", 0, 0, Long.MAX_VALUE, new byte[] {0, -1}));
        for (Arrived record : records) {
            new ArrivedSerializer().serialize(record, out);
        }
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        for (Arrived record : records) {
            assertThat(new ArrivedSerializer().deserialize(in)).isEqualTo(record);
        }
        Outgoing outgoing = new Outgoing(Channel.MODELS, "movies", null, 9);
        DataOutputSerializer sent = new DataOutputSerializer(64);
        new OutgoingSerializer().serialize(outgoing, sent);
        assertThat(new OutgoingSerializer().deserialize(new DataInputDeserializer(sent.getCopyOfBuffer())))
                .isEqualTo(outgoing);
    }
}
