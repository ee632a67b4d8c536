package dev.attune.flink.fold;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.OutputTopic;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.kafka.wire.Topics;
import dev.attune.live.json.JsonLimits;
import dev.attune.live.statistics.Alarm;
import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class StreamFoldTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    public static final StreamRules RULES = new StreamRules(
            Duration.ofMillis(300),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofMillis(1500),
            StreamRules.DEFAULT.limits(),
            Topics.of(""));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aStreamLeadsToWhatPlainCallsInOrderLeadTo(long seed) {
        List<InputRecord> records = StreamScene.random(seed, 1500);
        ReferenceStream expected = new ReferenceStream(records, RULES);
        FoldDriver driver = new FoldDriver(records, RULES);

        assertThat(sorted(decisions(driver.out))).isEqualTo(sorted(expected.decisions));
        assertThat(sorted(deadLetters(driver.out))).isEqualTo(sorted(expected.dead));
        assertThat(driver.bandits.keySet()).isEqualTo(expected.bandits.keySet());
        expected.bandits.forEach((key, bandit) -> assertThat(driver.bandits)
                .hasEntrySatisfying(
                        key,
                        actual -> assertThat(actual.bandit.writeShared())
                                .as("state of %s", key)
                                .isEqualTo(bandit.writeShared())));
        assertThat(driver.bandits).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @Tag("slow")
    void itMakesNoDifferenceWhenABanditIsSavedAndReadAfterEveryMoment(long seed) {
        List<InputRecord> records = StreamScene.random(seed, 1500);
        FoldDriver saved = new FoldDriver(records, RULES, (bandit, store) -> {
            KeyedBandit read =
                    KeyedBandit.read(bandit.writeStream(), bandit.live().write());
            read.live().keepIn(store, RULES.remember());
            return read;
        });

        assertThat(saved.out).isEqualTo(new FoldDriver(records, RULES).out);
    }

    @Test
    void theStreamsHaveEverythingThatCanGoWrong() {
        Set<String> reasons = new TreeSet<>();
        for (long seed = 1; seed <= 6; seed++) {
            List<String> dead = new ReferenceStream(StreamScene.random(seed, 1500), RULES).dead;
            dead.forEach(letter -> reasons.add(letter.substring(0, letter.indexOf(' '))));
        }

        assertThat(reasons)
                .containsExactly(
                        "catalogue",
                        "conflict",
                        "early-expired",
                        "invalid",
                        "late",
                        "not-first",
                        "paused",
                        "unknown-bandit",
                        "unknown-decision");
    }

    @Test
    void definitionsMayComeInAnyOrder() {
        RecordCodec codec = new RecordCodec(JsonLimits.DEFAULT);
        List<InputRecord> games = StreamScene.random(8, 1500).stream()
                .filter(record ->
                        record.topic() == InputTopic.DEFINITIONS && record.key().equals("games"))
                .toList();
        DefinitionHistory expected = DefinitionHistory.of(games, codec);
        assertThat(games).hasSizeGreaterThan(10).anyMatch(record -> expected.conflict(record) != null);
        for (long shuffle = 1; shuffle <= 20; shuffle++) {
            List<InputRecord> mixed = new ArrayList<>(games);
            RoundRandom random = new RoundRandom(shuffle, 1);
            for (int i = mixed.size(); i > 1; i--) {
                Collections.swap(mixed, i - 1, random.nextInt(i));
            }
            DefinitionHistory history = DefinitionHistory.NONE;
            for (InputRecord record : mixed) {
                history = history.plus(record, codec);
            }
            for (InputRecord record : games) {
                assertThat(history.inForce(record.time())).isEqualTo(expected.inForce(record.time()));
                assertThat(history.prune(record.time()).inForce(record.time()))
                        .isEqualTo(expected.inForce(record.time()));
            }
        }
    }

    @Test
    void aDefinitionAcknowledgesTheAlarmsBeforeIt() {
        StreamScene scene = new StreamScene(1);
        scene.define("shop", "x,y", 0, false);
        for (int i = 1; i <= 600; i++) {
            scene.ask("shop", 1);
            scene.add(
                    InputTopic.REWARDS,
                    "shop",
                    "{\"version\":1,\"reward\":{\"decision\":\"shop:" + i + "\",\"value\":" + (i <= 400 ? 1 : 0)
                            + "}}");
        }
        Function<List<InputRecord>, List<Alarm>> fell = records -> new FoldDriver(records, RULES)
                .bandits.get("shop").live().publish().statistics().alarms().stream()
                        .filter(alarm -> alarm.kind() == Alarm.Kind.REWARDS_FELL)
                        .toList();
        assertThat(fell.apply(scene.records)).hasSize(1).allMatch(Alarm::needsAttention);
        scene.define("shop", "x,y", 0, false);
        scene.ask("shop", 1);
        assertThat(fell.apply(scene.records)).hasSize(1).noneMatch(Alarm::needsAttention);
    }

    @Test
    void earlyRewardsAreSavedWithTheirBandit() {
        for (KeyedBandit bandit : new FoldDriver(StreamScene.random(9, 300), RULES).bandits.values()) {
            InputRecord early = new InputRecord(InputTopic.REWARDS, bandit.key, 1, 17, 5, new byte[] {'{', '}'});
            bandit.early.add(new EarlyRewards.Early(early, "c-9", 7));
            byte[] stream = bandit.writeStream();

            KeyedBandit read = KeyedBandit.read(stream, bandit.live().write());

            assertThat(read.writeStream()).isEqualTo(stream);
            assertThat(read.early.take("c-9")).containsExactly(early);
            assertThat(bandit.writeStream()).as("the copy shares nothing").isEqualTo(stream);
        }
    }

    static List<String> sorted(List<String> lines) {
        return lines.stream().sorted().toList();
    }

    public static Stream<String> of(List<OutputRecord> out, OutputTopic channel) {
        return out.stream().filter(record -> record.topic() == channel).map(record -> StreamScene.text(record.value()));
    }

    public static List<String> decisions(List<OutputRecord> out) {
        return of(out, OutputTopic.DECISIONS).toList();
    }

    public static List<String> deadLetters(List<OutputRecord> out) {
        return of(out, OutputTopic.DEAD_LETTERS)
                .map(StreamFoldTest::node)
                .map(letter -> letter.path("reason").asText() + " "
                        + letter.path("topic").asText().toUpperCase(Locale.ROOT) + "-"
                        + letter.path("partition").asInt() + "@"
                        + letter.path("offset").asLong())
                .toList();
    }

    public static JsonNode node(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
