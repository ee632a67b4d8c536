package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BanditFunctionTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theOperatorGivesWhatTheFoldGivesAtAnyParallelism(int parallelism) throws Exception {
        List<Arrived> records = StreamScene.random(8, 800);
        records.add(
                new Arrived(Origin.REQUESTS, "movies~", 0, 90_000, last(records).time(), new byte[] {1}));
        records.add(new Arrived(
                Origin.DEFINITIONS, "movies~de", 0, 90_001, last(records).time(), null));
        records.add(
                new Arrived(Origin.DEFINITIONS, "shop", 0, 90_002, last(records).time(), new byte[] {'{'}));
        records.add(new Arrived(
                Origin.DEFINITIONS, "attune-tick", 0, 90_003, last(records).time() + 5000, null));
        List<List<Arrived>> inputs = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Arrived record : records) {
            inputs.get(record.origin() == Origin.DEFINITIONS ? 2 : record.partition() % 2)
                    .add(record);
        }

        List<Outgoing> out = MiniStream.run(parallelism, null, inputs);

        List<Outgoing> expected = new FoldDriver(records.subList(0, records.size() - 4), StreamFoldTest.RULES).out;
        assertThat(lines(out, Channel.DECISIONS)).isEqualTo(lines(expected, Channel.DECISIONS));
        assertThat(lines(out, Channel.METRICS)).isEqualTo(lines(expected, Channel.METRICS));
        assertThat(lines(out, Channel.MODELS)).isEqualTo(lines(expected, Channel.MODELS));
        List<String> dead = StreamFoldTest.deadLetters(out);
        assertThat(dead)
                .contains("key REQUESTS-0@90000", "key DEFINITIONS-0@90001", "invalid DEFINITIONS-0@90002")
                .hasSize(StreamFoldTest.deadLetters(expected).size() + 3)
                .containsAll(StreamFoldTest.deadLetters(expected));
    }

    private static Arrived last(List<Arrived> records) {
        return records.get(records.size() - 1);
    }

    /** What went to a topic: the order counts within a key only. */
    static List<String> lines(List<Outgoing> out, Channel channel) {
        List<String> lines = new ArrayList<>();
        for (String key : StreamScene.KEYS) {
            out.stream()
                    .filter(record ->
                            record.channel() == channel && record.key().equals(key))
                    .map(StreamScene::line)
                    .forEach(lines::add);
        }
        return lines;
    }
}
