package dev.attune.flink.job;

import dev.attune.flink.kafka.KafkaConnection;
import dev.attune.flink.kafka.Topics;
import dev.attune.flink.stream.StreamRules;
import dev.attune.live.json.JsonLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * What a stream job is told.
 *
 * @param kafka where records come from and go to
 * @param parallelism subtasks that bandits are spread over
 * @param checkpointEvery time between checkpoints; decisions can be read after the next one
 * @param checkpoints folder of checkpoints, as a URI; none to leave it to the cluster
 * @param tick time between ticks to partitions in which nothing happens; none if somebody else sends them
 * @param disorder by how much times may go back within a partition
 * @param early how long a reward waits for a request that is not there yet
 * @param metrics least time between two reports on a bandit
 * @param publish least time between two published models of a bandit
 */
public record JobConfig(
        KafkaConnection kafka,
        int parallelism,
        Duration checkpointEvery,
        Optional<String> checkpoints,
        Optional<Duration> tick,
        Duration disorder,
        Duration early,
        Duration metrics,
        Duration publish) {
    /** What is usual. */
    public static JobConfig of(KafkaConnection kafka) {
        return new JobConfig(
                kafka,
                Runtime.getRuntime().availableProcessors(),
                Duration.ofSeconds(5),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(1)),
                Duration.ZERO,
                Duration.ofMinutes(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10));
    }

    /** The same with a folder of checkpoints. */
    public JobConfig withCheckpoints(String uri) {
        return new JobConfig(
                kafka, parallelism, checkpointEvery, Optional.of(uri), tick, disorder, early, metrics, publish);
    }

    /** What the bandits must know of it. */
    StreamRules rules() {
        Topics topics = kafka.topics();
        return new StreamRules(
                early, metrics, publish, JsonLimits.DEFAULT, topics.requests(), topics.rewards(), topics.definitions());
    }
}
