package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.flink.fold.FoldDriver;
import dev.attune.flink.fold.InputRecord;
import dev.attune.flink.fold.OutputRecord;
import dev.attune.flink.fold.StreamFoldTest;
import dev.attune.flink.fold.StreamScene;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.OutputTopic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class BanditFunctionTest {
    @ParameterizedTest
    @CsvSource({"1, hashmap", "2, hashmap", "2, rocksdb"})
    void theOperatorGivesWhatTheFoldGives(int parallelism, String backend) throws Exception {
        List<InputRecord> records = StreamScene.random(8, 800);
        records.add(new InputRecord(
                InputTopic.REQUESTS, "movies~", 0, 90_000, last(records).time(), new byte[] {1}));
        records.add(new InputRecord(
                InputTopic.DEFINITIONS, "movies~de", 0, 90_001, last(records).time(), null));
        records.add(new InputRecord(
                InputTopic.DEFINITIONS, "shop", 0, 90_002, last(records).time(), new byte[] {'{'}));
        records.add(new InputRecord(
                InputTopic.DEFINITIONS, "attune-tick", 0, 90_003, last(records).time() + 5000, null));
        List<List<InputRecord>> inputs = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (InputRecord record : records) {
            inputs.get(record.topic() == InputTopic.DEFINITIONS ? 2 : record.partition() % 2)
                    .add(record);
        }

        List<OutputRecord> out =
                MiniStream.run(parallelism, null, inputs, backend, new BanditFunction(StreamFoldTest.RULES, false));

        List<OutputRecord> expected = new FoldDriver(records.subList(0, records.size() - 4), StreamFoldTest.RULES).out;
        assertThat(lines(out, OutputTopic.DECISIONS)).isEqualTo(lines(expected, OutputTopic.DECISIONS));
        assertThat(lines(out, OutputTopic.METRICS)).isEqualTo(lines(expected, OutputTopic.METRICS));
        assertThat(lines(out, OutputTopic.MODELS)).isEqualTo(lines(expected, OutputTopic.MODELS));
        List<String> dead = StreamFoldTest.deadLetters(out);
        assertThat(dead)
                .contains("key REQUESTS-0@90000", "key DEFINITIONS-0@90001", "invalid DEFINITIONS-0@90002")
                .hasSize(StreamFoldTest.deadLetters(expected).size() + 3)
                .containsAll(StreamFoldTest.deadLetters(expected));
    }

    /** Bandits of 100 features need about 1 MB each. */
    @Test
    void aBanditBeyondTheMemoryGoesToTheDeadLettersAndOthersGoOn() throws Exception {
        StreamScene scene = new StreamScene(3);
        scene.wide("huge", 2_000);
        scene.wide("wide", 100);
        scene.define("shop", "x,y", 0, false);
        scene.ask("shop", 1);
        scene.ask("huge", 1);
        scene.ask("wide~a", 1);
        scene.ask("wide~b", 1);
        scene.ask("wide~c", 1);
        scene.ask("wide~d", 1);
        scene.ask("wide~e", 1);
        scene.ask("shop", 2);
        scene.ask("wide~a", 2);
        long room = 11L << 19;

        List<OutputRecord> out = MiniStream.run(
                1, null, List.of(scene.records), "hashmap", new BanditFunction(StreamFoldTest.RULES, false, room));

        List<String> letters = StreamFoldTest.of(out, OutputTopic.DEAD_LETTERS).toList();
        assertThat(letters).hasSize(3);
        assertThat(letters.get(0))
                .contains("\"reason\":\"memory\"", "\"field\":\"define\"", "one bandit of a task may have 2 MB");
        assertThat(letters.get(1)).contains("\"reason\":\"unknown-bandit\"", "\"key\":\"huge\"");
        assertThat(letters.get(2)).contains("\"reason\":\"memory\"", "\"key\":\"wide~e\"");
        assertThat(lines(out, OutputTopic.DECISIONS, List.of("wide~a", "shop"))).hasSize(6);
    }

    private static InputRecord last(List<InputRecord> records) {
        return records.get(records.size() - 1);
    }

    /** What went to a topic: the order counts within a key only. */
    static List<String> lines(List<OutputRecord> out, OutputTopic channel) {
        return lines(out, channel, StreamScene.KEYS);
    }

    private static List<String> lines(List<OutputRecord> out, OutputTopic channel, List<String> keys) {
        List<String> lines = new ArrayList<>();
        for (String key : keys) {
            out.stream()
                    .filter(record -> record.topic() == channel && record.key().equals(key))
                    .map(StreamScene::line)
                    .forEach(lines::add);
        }
        return lines;
    }
}
