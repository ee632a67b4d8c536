package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.flink.broker.LocalBroker;
import dev.attune.live.LiveBandit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One bandit on two subtasks, on a real broker and a cluster, one half of which dies. */
class ReplicatedJobTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "r-";
    private static final int ROUNDS = 4;
    private static final int REQUESTS = 150; // in each round
    private static final int PER_SECOND = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private long time = Traffic.BEGIN;

    @Test
    @Timeout(120)
    void replicasLearnFromEachOtherAndEachRewardCountsOnce() throws Exception {
        try (LocalBroker broker = LocalBroker.start(folder.resolve("broker"), 0);
                TestCluster cluster = TestCluster.start()) {
            TestTopics topics = new TestTopics(broker.bootstrap(), PREFIX);
            AutoCloseable ticks = topics.ticking();
            JobID job = cluster.submit(job(topics), Optional.empty());
            define(topics);
            for (int round = 0; round < ROUNDS; round++) {
                request(topics, round);
                List<JsonNode> decisions = await(topics, (round + 1) * REQUESTS);
                reward(topics, decisions.subList(round * REQUESTS, decisions.size()));
                if (round == 1) {
                    cluster.killTaskManager();
                }
                awaitLearnt(topics, (round + 1) * REQUESTS);
            }
            cluster.cancel(job);
            ticks.close();

            List<JsonNode> all = decisions(topics);
            Set<String> requests = new TreeSet<>();
            Set<String> replicas = new TreeSet<>();
            all.forEach(decision -> requests.add(decision.path("request").asText()));
            all.forEach(decision ->
                    replicas.add(id(decision).substring(0, id(decision).indexOf(':'))));
            assertThat(all).hasSize(ROUNDS * REQUESTS);
            assertThat(requests).hasSize(ROUNDS * REQUESTS);
            assertThat(replicas).containsExactly("hot#0", "hot#1");
            assertThat(good(all.subList(0, REQUESTS))).isLessThan(REQUESTS / 2);
            assertThat(good(all.subList((ROUNDS - 1) * REQUESTS, ROUNDS * REQUESTS)))
                    .as("replicas decide by what was merged")
                    .isGreaterThan(REQUESTS * 8 / 10);
            assertThat(reasons(topics)).containsExactlyInAnyOrder("key", "invalid");
        }
    }

    private StreamExecutionEnvironment job(TestTopics topics) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        JobConfig usual = JobConfig.of(topics.kafka());
        JobConfig config = new JobConfig(
                usual.kafka(),
                2,
                Duration.ofMillis(300),
                Optional.of(folder.resolve("checkpoints").toUri().toString()),
                Optional.empty(), // the test chooses times, and ticks as well
                Duration.ZERO,
                usual.early(),
                usual.metrics(),
                usual.publish(),
                Map.of("hot", 2, "unfit", 3),
                20,
                Duration.ofSeconds(1));
        StreamJob.build(env, config);
        return env;
    }

    private void define(TestTopics topics) throws Exception {
        String arms =
                "\"window\":\"10m\",\"learning\":\"at-once\",\"seed\":3,\"arms\":[\"a\",\"b\",\"c\",\"d\",\"good\"]}}";
        String fit =
                "{\"version\":1,\"define\":{\"policy\":\"LinUCB\",\"encoder\":{\"dimension\":12,\"standardise\":false},";
        send(
                topics,
                List.of(
                        sent("definitions", "hot", fit + arms),
                        sent("definitions", "unfit", "{\"version\":1,\"define\":{\"tuner\":\"CDT\"," + arms),
                        sent("requests", "hot#1", "{\"version\":1,\"decide\":{}}")));
    }

    private void request(TestTopics topics, int round) throws Exception {
        List<Traffic.Sent> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            time++;
            requests.add(
                    sent("requests", "hot", "{\"version\":1,\"decide\":{\"id\":\"c" + (round * REQUESTS + i) + "\"}}"));
        }
        send(topics, requests);
    }

    /** By decision or by request; some come twice. */
    private void reward(TestTopics topics, List<JsonNode> decisions) throws Exception {
        List<Traffic.Sent> rewards = new ArrayList<>();
        for (JsonNode decision : decisions) {
            time++;
            String request = decision.path("request").asText();
            int number = Integer.parseInt(request.substring(1));
            String whose = number % 2 == 0 ? "\"request\":\"" + request : "\"decision\":\"" + id(decision);
            String value = "{\"version\":1,\"reward\":{" + whose + "\",\"id\":\"r\",\"value\":"
                    + (isGood(decision) ? 1 : 0) + "}}";
            rewards.add(sent("rewards", "hot", value));
            if (number % 5 == 0) {
                rewards.add(sent("rewards", "hot", value));
            }
        }
        send(topics, rewards);
    }

    private Traffic.Sent sent(String topic, String key, String value) {
        return new Traffic.Sent(topic, key, time, value, time);
    }

    /** Sends, and lets time go on until all of it has had its effect. */
    private void send(TestTopics topics, List<Traffic.Sent> records) throws Exception {
        topics.send(records, PER_SECOND, PREFIX);
        time += 10_000;
        topics.pass(time);
    }

    private static String id(JsonNode decision) {
        return decision.path("answer").path("decision").asText();
    }

    private static boolean isGood(JsonNode decision) {
        return decision.path("answer").path("arm").asText().equals("good");
    }

    private static long good(List<JsonNode> decisions) {
        return decisions.stream().filter(ReplicatedJobTest::isGood).count();
    }

    private static List<JsonNode> await(TestTopics topics, int count) throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        List<JsonNode> there = decisions(topics);
        while (there.size() < count) {
            assertThat(System.nanoTime())
                    .as("%d of %d decisions", there.size(), count)
                    .isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(200);
            there = decisions(topics);
        }
        return there;
    }

    private static void awaitLearnt(TestTopics topics, int rewards) throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        long learnt = learnt(topics);
        while (learnt < rewards) {
            assertThat(System.nanoTime())
                    .as("%d of %d rewards in the model", learnt, rewards)
                    .isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(200);
            learnt = learnt(topics);
        }
        assertThat(learnt).isEqualTo(rewards);
    }

    private static long learnt(TestTopics topics) {
        List<ConsumerRecord<byte[], byte[]>> models =
                topics.read(topics.kafka().topics().models());
        models.forEach(model ->
                assertThat(new String(model.key(), StandardCharsets.UTF_8)).isEqualTo("hot"));
        return models.isEmpty()
                ? 0
                : LiveBandit.follow(models.get(models.size() - 1).value(), 0, 0).learnt();
    }

    /** In the order of the requests. */
    private static List<JsonNode> decisions(TestTopics topics) throws Exception {
        List<JsonNode> decisions = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                topics.read(topics.kafka().topics().decisions())) {
            decisions.add(JSON.readTree(record.value()));
        }
        decisions.sort((a, b) -> Integer.compare(number(a), number(b)));
        return decisions;
    }

    private static int number(JsonNode decision) {
        return Integer.parseInt(decision.path("request").asText().substring(1));
    }

    private static List<String> reasons(TestTopics topics) throws Exception {
        List<String> reasons = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> letter :
                topics.read(topics.kafka().topics().deadLetters())) {
            reasons.add(JSON.readTree(letter.value()).path("reason").asText());
        }
        return reasons;
    }
}
