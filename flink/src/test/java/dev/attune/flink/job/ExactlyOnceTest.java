package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.flink.fold.ReferenceStream;
import dev.attune.kafka.LocalBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job on a real broker and a cluster of two task managers, with everything going wrong that usually does. */
@Tag("broker")
class ExactlyOnceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "t-";
    private static final int REQUESTS = 20_000;
    private static final int SECONDS = 1_000;
    private static final int SENT_PER_SECOND = 4_000;
    private static final Duration DISORDER = Duration.ofSeconds(1); // less than there is, so some times are held
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void noDecisionIsLostOrDoubledAndAllEqualThoseOfASingleProcess() throws Exception {
        List<Traffic.Sent> sent = Traffic.of(1, REQUESTS, SECONDS);
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0);
                TestCluster cluster = TestCluster.start()) {
            TestTopics topics = new TestTopics(broker.bootstrap(), PREFIX);
            AutoCloseable ticks = topics.ticking();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(topics, sent));

            JobID first = cluster.submit(job(topics, 4), Optional.empty());
            await(topics, REQUESTS / 5);
            cluster.killTaskManager();
            await(topics, 2 * REQUESTS / 5);
            FailingSnapshot.failTwice();
            await(topics, 3 * REQUESTS / 5);
            String savepoint = cluster.stop(first, folder.resolve("savepoints"));

            JobID second = cluster.submit(job(topics, 3), Optional.of(savepoint));
            sending.get();
            topics.pass(Traffic.BEGIN + 2L * SECONDS * 1_000);
            ReferenceStream expected = new ReferenceStream(
                    topics.arrived(DISORDER.toMillis()), usual(topics).early().toMillis());
            await(topics.kafka().topics().decisions(), expected.decisions.size(), topics);
            await(topics.kafka().topics().deadLetters(), expected.dead.size(), topics);
            cluster.cancel(second);
            ticks.close();

            Map<String, List<String>> single = byBandit(expected.decisions);
            assertThat(single.keySet()).hasSize(Traffic.DEFINITIONS * Traffic.SEGMENTS);
            Map<String, List<String>> stream =
                    byBandit(texts(topics, topics.kafka().topics().decisions()));
            assertThat(stream.keySet()).isEqualTo(single.keySet());
            stream.forEach((bandit, decisions) -> assertThat(decisions).isEqualTo(single.get(bandit)));
            assertThat(letters(topics)).containsExactlyInAnyOrderElementsOf(expected.dead);
        }
    }

    private StreamExecutionEnvironment job(TestTopics topics, int parallelism) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        JobConfig usual = usual(topics);
        JobConfig config = new JobConfig(
                usual.kafka(),
                OptionalInt.of(parallelism),
                Optional.of(Duration.ofMillis(500)),
                Optional.of(folder.resolve("checkpoints").toUri().toString()),
                Optional.empty(), // the test chooses times, and ticks as well
                DISORDER,
                usual.early(),
                usual.metrics(),
                usual.publish());
        StreamJob.build(
                env, config, records -> records.map(new FailingSnapshot()).uid("failing snapshot"));
        return env;
    }

    private static JobConfig usual(TestTopics topics) {
        return JobConfig.of(topics.kafka());
    }

    private static void send(TestTopics topics, List<Traffic.Sent> sent) {
        try {
            topics.send(sent, SENT_PER_SECOND, PREFIX);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static void await(TestTopics topics, int decisions) throws InterruptedException {
        await(topics.kafka().topics().decisions(), decisions, topics);
    }

    private static void await(String topic, int count, TestTopics topics) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        int there = topics.read(topic).size();
        while (there < count) {
            assertThat(System.nanoTime())
                    .as("%s has %d of %d records", topic, there, count)
                    .isLessThan(until);
            Thread.sleep(200);
            there = topics.read(topic).size();
        }
    }

    private static List<String> texts(TestTopics topics, String topic) {
        return topics.read(topic).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static Map<String, List<String>> byBandit(List<String> decisions) throws IOException {
        Map<String, List<String>> byBandit = new TreeMap<>();
        for (String decision : decisions) {
            String bandit = JSON.readTree(decision).get("bandit").asText();
            byBandit.computeIfAbsent(bandit, k -> new ArrayList<>()).add(decision);
        }
        return byBandit;
    }

    /** Reason and place, as the reference tells them. */
    private static List<String> letters(TestTopics topics) throws IOException {
        List<String> letters = new ArrayList<>();
        for (String text : texts(topics, topics.kafka().topics().deadLetters())) {
            JsonNode letter = JSON.readTree(text);
            String origin =
                    letter.get("topic").asText().substring(PREFIX.length()).toUpperCase(Locale.ROOT);
            letters.add(letter.get("reason").asText() + " " + origin + "-"
                    + letter.get("partition").asInt() + "@"
                    + letter.get("offset").asLong());
        }
        return letters;
    }
}
