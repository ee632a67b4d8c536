package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attune.flink.broker.LocalBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job on a real broker and a cluster of two task managers, with everything going wrong that usually does. */
class ExactlyOnceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "t-";
    private static final int REQUESTS = 20_000;
    private static final int SECONDS = 1_000;
    private static final int SENT_PER_SECOND = 4_000;
    private static final Duration DISORDER = Duration.ofSeconds(1); // less than there is, so some times are held
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    @Test
    @Timeout(240)
    void noDecisionIsLostOrDoubledAndAllEqualThoseOfASingleProcess() throws Exception {
        List<Traffic.Sent> sent = Traffic.of(1, REQUESTS, SECONDS);
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0);
                TestCluster cluster = TestCluster.start()) {
            TestTopics topics = new TestTopics(broker.bootstrap(), PREFIX);
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(topics, sent));

            JobID first = cluster.submit(job(topics, 4), Optional.empty());
            await(topics, REQUESTS / 5);
            cluster.killTaskManager();
            await(topics, 2 * REQUESTS / 5);
            FailingSnapshot.TO_FAIL.set(2);
            await(topics, 3 * REQUESTS / 5);
            assertThat(FailingSnapshot.TO_FAIL).hasValue(0);
            String savepoint = cluster.stop(first, folder.resolve("savepoints"));

            JobID second = cluster.submit(job(topics, 3), Optional.of(savepoint));
            sending.get();
            topics.tick(Traffic.BEGIN + 10L * SECONDS * 1_000);
            ReferenceRun expected = ReferenceRun.of(
                    topics.arrived(DISORDER.toMillis()), Duration.ofMinutes(1).toMillis());
            await(
                    topics,
                    expected.decisions().values().stream().mapToInt(List::size).sum());
            awaitLetters(topics, expected.refused());
            cluster.cancel(second);

            assertThat(decisions(topics)).isEqualTo(expected.decisions());
            assertThat(expected.decisions()).hasSize(Traffic.DEFINITIONS * Traffic.SEGMENTS);
        }
    }

    private StreamExecutionEnvironment job(TestTopics topics, int parallelism) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        JobConfig usual = JobConfig.of(topics.kafka());
        JobConfig config = new JobConfig(
                usual.kafka(),
                parallelism,
                Duration.ofMillis(500),
                Optional.of(folder.resolve("checkpoints").toUri().toString()),
                Optional.empty(), // the test chooses times, and ticks as well
                DISORDER,
                usual.early(),
                usual.metrics(),
                usual.publish(),
                Map.of(),
                usual.mergeRewards(),
                usual.mergeEvery());
        StreamJob.build(
                env, config, records -> records.map(new FailingSnapshot()).uid("failing snapshot"));
        return env;
    }

    private static void send(TestTopics topics, List<Traffic.Sent> sent) {
        try {
            topics.send(sent, SENT_PER_SECOND, PREFIX);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static void await(TestTopics topics, int decisions) throws InterruptedException {
        await("decisions", topics, topics.kafka().topics().decisions(), decisions);
    }

    private static void awaitLetters(TestTopics topics, int letters) throws InterruptedException {
        await("dead letters", topics, topics.kafka().topics().deadLetters(), letters);
        assertThat(topics.read(topics.kafka().topics().deadLetters())).hasSize(letters);
    }

    private static void await(String what, TestTopics topics, String topic, int count) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        int there = topics.read(topic).size();
        while (there < count) {
            assertThat(System.nanoTime())
                    .as("%s %d of %d are there", what, there, count)
                    .isLessThan(until);
            Thread.sleep(200);
            there = topics.read(topic).size();
        }
    }

    private static Map<String, List<JsonNode>> decisions(TestTopics topics) throws IOException {
        Map<String, List<JsonNode>> decisions = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record :
                topics.read(topics.kafka().topics().decisions())) {
            ObjectNode value = (ObjectNode) JSON.readTree(record.value());
            assertThat(value.remove("version").asInt()).isEqualTo(1);
            String key = new String(record.key(), StandardCharsets.UTF_8);
            assertThat(value.remove("bandit").asText()).isEqualTo(key);
            value.remove("time");
            decisions.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
        }
        return decisions;
    }
}
