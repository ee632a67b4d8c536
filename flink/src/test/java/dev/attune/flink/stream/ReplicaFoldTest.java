package dev.attune.flink.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.flink.wire.RecordReader;
import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.live.json.JsonLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplicaFoldTest {
    private static final long START = 1_700_000_000_000L;
    private static final StreamRules RULES =
            StreamFoldTest.RULES.with(new Replicas(Map.of("movies", 2), 10, Duration.ofSeconds(2)));
    private static final RecordReader READER = new RecordReader(JsonLimits.DEFAULT);

    private final List<Outgoing> out = new ArrayList<>();
    private final List<Arrived> increments = new ArrayList<>();
    private final StreamFold fold = new StreamFold(RULES, out::add, increments::add);
    private final DefinitionHistory definitions = define("LinUCB", "", false);

    private static DefinitionHistory define(String policy, String more, boolean standardise) {
        String value = "{\"version\":1,\"define\":{\"policy\":\"" + policy + "\"" + more
                + ",\"encoder\":{\"dimension\":6,\"standardise\":" + standardise
                + "},\"window\":\"10m\",\"learning\":\"at-once\",\"arms\":[\"a\",\"b\",\"c\"]}}";
        return DefinitionHistory.NONE.tried(record(Origin.DEFINITIONS, 0, START, value), READER, true);
    }

    private static Arrived record(Origin origin, long offset, long time, String value) {
        return new Arrived(origin, "movies", 0, offset, time, value.getBytes(StandardCharsets.UTF_8));
    }

    /** A replica makes a decision each millisecond from a time on and gets its reward. */
    private KeyedBandit play(String key, @Nullable KeyedBandit before, int rounds, long begin) {
        KeyedBandit bandit = before;
        for (int i = 0; i < rounds; i++) {
            long time = begin + i;
            String id = key + "-" + time;
            String request = "{\"version\":1,\"decide\":{\"id\":\"" + id + "\",\"context\":{\"age\":" + i % 7 + "}}}";
            String reward = "{\"version\":1,\"reward\":{\"request\":\"" + id + "\",\"value\":" + i % 2 + "}}";
            List<Arrived> records =
                    List.of(record(Origin.REQUESTS, time, time, request), record(Origin.REWARDS, time, time, reward));
            bandit = fold.at(time, key, bandit, definitions, records);
        }
        assertThat(bandit).isNotNull();
        return bandit;
    }

    private KeyedBandit merge(@Nullable KeyedBandit before, List<Arrived> gathered) {
        KeyedBandit merger = before;
        for (Arrived increment : gathered) {
            merger = fold.at(increment.time(), "movies", merger, definitions, List.of(increment));
        }
        assertThat(merger).isNotNull();
        return merger;
    }

    private static byte[] written(KeyedBandit bandit) throws Exception {
        DataOutputSerializer bytes = new DataOutputSerializer(1024);
        new KeyedBanditSerializer().serialize(bandit, bytes);
        return bytes.getCopyOfBuffer();
    }

    @Test
    void aReplicaHandsOnWhatItGatheredByRewardsAndByTime() {
        KeyedBandit replica = play("movies#1", null, 25, START);
        assertThat(increments).extracting(Arrived::offset).containsExactly(1L, 2L);
        assertThat(increments)
                .allMatch(told -> told.partition() == 1 && told.key().equals("movies"));
        assertThat(out).noneMatch(told -> told.channel() == Channel.MODELS);

        long due = replica.nextTimer();
        while (increments.size() < 3) {
            assertThat(due).isLessThanOrEqualTo(START + 2_000);
            fold.at(due, "movies#1", replica, definitions, List.of());
            due = replica.nextTimer();
        }
        KeyedBandit merger = merge(null, increments);

        assertThat(merger.bandit.learnt()).isEqualTo(25);
        assertThat(replica.bandit.learnt()).isEqualTo(25);
    }

    @Test
    void anIncrementCountsOnce() {
        play("movies#0", null, 30, START);
        play("movies#1", null, 20, START);
        List<Arrived> twice = new ArrayList<>(increments);
        twice.addAll(increments);

        assertThat(merge(null, twice).bandit.learnt()).isEqualTo(50);
        assertThat(merge(null, increments).bandit.writeShared())
                .as("what came twice had no effect")
                .isEqualTo(merge(null, twice).bandit.writeShared());
    }

    @Test
    void aReplicaDecidesByTheModelItAdoptedAndItsDecisionsNameIt() {
        KeyedBandit replica = play("movies#0", null, 10, START);
        KeyedBandit merger = merge(null, increments);
        LiveBandit model = LiveBandit.follow(merger.bandit.writeShared(), 0, 0);
        byte[] before = replica.bandit.model();
        Gathering gathering = replica.gathering;
        assertThat(gathering).isNotNull();

        gathering.adopt(new Place(START, 0, 1), model, new Place(model.time() + 1, 0, 0), replica.bandit);
        assertThat(replica.bandit.model()).as("a model of bandits before").isEqualTo(before);
        gathering.adopt(new Place(START, 0, 2), model, replica.began, replica.bandit);
        assertThat(replica.bandit.model()).isNotEqualTo(before);

        String decision = StreamFoldTest.decisions(out).get(0);
        assertThat(decision).contains("\"bandit\":\"movies\"", "\"decision\":\"movies#0:1\"");
        assertThat(out.get(0).key()).isEqualTo("movies");
    }

    @Test
    void whatWasGatheredIsSavedAndGoesOn() throws Exception {
        KeyedBandit replica = play("movies#0", null, 13, START);
        byte[] bytes = written(replica);
        KeyedBandit read = new KeyedBanditSerializer().deserialize(new DataInputDeserializer(bytes));
        assertThat(written(read)).isEqualTo(bytes);
        assertThat(written(new KeyedBanditSerializer().copy(replica))).isEqualTo(bytes);

        play("movies#0", replica, 7, START + 100);
        play("movies#0", read, 7, START + 100);

        assertThat(increments).hasSize(3);
        assertThat(increments.get(2)).isEqualTo(increments.get(1));
        KeyedBandit merger = merge(null, increments);
        assertThat(written(new KeyedBanditSerializer().copy(merger))).isEqualTo(written(merger));
        assertThat(merger.bandit.learnt()).isEqualTo(20);
    }

    @Test
    void replicasDrawNumbersOfTheirOwn() {
        assertThat(play("movies#0", null, 1, START).bandit.definition().bandit().seed())
                .isNotEqualTo(play("movies#1", null, 1, START)
                        .bandit
                        .definition()
                        .bandit()
                        .seed());
    }

    @Test
    void theMergerPublishesAndTakesBackWhatItPublished() {
        play("movies#0", null, 10, START);
        KeyedBandit merger = merge(null, increments);
        assertThat(out)
                .filteredOn(told -> told.channel() == Channel.MODELS)
                .singleElement()
                .satisfies(told -> {
                    assertThat(told.key()).isEqualTo("movies");
                    assertThat(LiveBandit.follow(told.value(), 0, 0).learnt()).isEqualTo(10);
                });

        merger.end(START + 5_000, fold.out());
        assertThat(out.get(out.size() - 1).value()).isNull();
    }

    @Test
    void whatCannotHaveReplicasIsRefused() {
        assertThatThrownBy(() -> define("LinUCB", ",\"tuner\":\"CDT\"", false))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("cannot have replicas");
        assertThatThrownBy(() -> define("Laplace-TS", "", false))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("cannot have replicas");
        assertThatThrownBy(() -> define("LinUCB", "", true))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("standardise = false");
    }

    @Test
    void recordsOfABanditThatWasDefinedBeforeItWasToHaveReplicasAreDeadLetters() {
        String value = "{\"version\":1,\"define\":{\"policy\":\"LinUCB\",\"arms\":[\"a\",\"b\"]}}";
        DefinitionHistory standardising =
                DefinitionHistory.NONE.tried(record(Origin.DEFINITIONS, 0, START, value), READER, false);
        Arrived request = record(Origin.REQUESTS, 1, START, "{\"version\":1,\"decide\":{}}");

        assertThat(fold.at(START, "movies#0", null, standardising, List.of(request)))
                .isNull();
        assertThat(StreamFoldTest.deadLetters(out)).containsExactly("invalid REQUESTS-0@1");
        assertThat(StreamFoldTest.of(out, Channel.DEAD_LETTERS))
                .singleElement()
                .asString()
                .contains("\"key\":\"movies\"");
    }
}
