package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.flink.verify.StreamVerifier;
import dev.attune.kafka.LocalBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job on a real broker and a cluster of two task managers, with everything going wrong that usually does. */
@Tag("broker")
class ExactlyOnceTest {
    private static final String PREFIX = "t-";
    private static final int REQUESTS = 20_000;
    private static final int SECONDS = 1_000;
    private static final int SENT_PER_SECOND = 4_000;
    private static final Duration DISORDER = Duration.ofSeconds(1); // less than there is, so some times are held
    private static final Duration PATIENCE = Duration.ofMinutes(8);

    @TempDir
    Path folder;

    @Test
    @Timeout(1200)
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
            long end = Traffic.BEGIN + 2L * SECONDS * 1_000;
            topics.pass(end);
            StreamVerifier verifier =
                    new StreamVerifier(topics.kafka(), usual(topics).rules(), DISORDER, name -> true);
            StreamVerifier.Result result = verifier.verify(Instant.ofEpochMilli(Long.MAX_VALUE), PATIENCE);
            cluster.cancel(second);
            ticks.close();

            assertThat(result.differences()).isEmpty();
            assertThat(result.until()).isEqualTo(Instant.ofEpochMilli(end - DISORDER.toMillis() - 1));
            List<ConsumerRecord<byte[], byte[]>> decisions =
                    topics.read(topics.kafka().topics().decisions());
            assertThat(result.decisions()).isEqualTo(decisions.size()).isGreaterThan(REQUESTS * 95 / 100);
            assertThat(result.deadLetters())
                    .isEqualTo(
                            topics.read(topics.kafka().topics().deadLetters()).size())
                    .isGreaterThan(REQUESTS / 20);
            assertThat(bandits(decisions)).hasSize(Traffic.DEFINITIONS * Traffic.SEGMENTS);
            findsWhatIsWrong(verifier, topics, decisions);
        }
    }

    /** Breaks the output: one decision twice, and a dead letter that no record explains. */
    private static void findsWhatIsWrong(
            StreamVerifier verifier, TestTopics topics, List<ConsumerRecord<byte[], byte[]>> decisions)
            throws Exception {
        ConsumerRecord<byte[], byte[]> again = decisions.get(decisions.size() / 2);
        topics.forge(topics.kafka().topics().decisions(), again.key(), again.value(), again.timestamp());
        String letter = "{\"version\":1,\"reason\":\"late\",\"key\":\"b0~s0\"}";
        topics.forge(
                topics.kafka().topics().deadLetters(),
                "b0~s0".getBytes(StandardCharsets.UTF_8),
                letter.getBytes(StandardCharsets.UTF_8),
                again.timestamp());

        List<String> differences = verifier.verify(Instant.ofEpochMilli(Long.MAX_VALUE), Duration.ZERO)
                .differences();

        String bandit = new String(again.key(), StandardCharsets.UTF_8);
        assertThat(differences).hasSize(2);
        assertThat(differences)
                .anyMatch(line -> line.matches("(?s)decision \\d+ of " + bandit + " (differs|is one too many): .*"));
        assertThat(differences)
                .anyMatch(line -> line.startsWith("a dead letter is one too many") && line.contains(letter));
    }

    private static Set<String> bandits(List<ConsumerRecord<byte[], byte[]>> decisions) {
        Set<String> bandits = new TreeSet<>();
        decisions.forEach(record -> bandits.add(new String(record.key(), StandardCharsets.UTF_8)));
        return bandits;
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
                usual.remember(),
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
}
