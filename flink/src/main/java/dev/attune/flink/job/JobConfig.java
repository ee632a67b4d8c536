package dev.attune.flink.job;

import dev.attune.flink.fold.StreamRules;
import dev.attune.kafka.KafkaConnection;
import dev.attune.live.json.JsonLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * The configuration of a stream job.
 *
 * @param kafka brokers and topics
 * @param parallelism number of subtasks that hold bandits
 * @param checkpointEvery time between checkpoints; a decision is visible after the next one
 * @param checkpoints folder of checkpoints, as a URI; empty for the cluster's default
 * @param tick time between ticks to the partitions of input topics; empty if another program sends them
 * @param disorder by how much times may go back within a partition
 * @param early how long a reward waits for a request that has not arrived
 * @param metrics least time between two reports of a bandit's counters
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
    /** Returns the default configuration. */
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

    /** Returns this configuration with a folder of checkpoints. */
    public JobConfig withCheckpoints(String uri) {
        return new JobConfig(
                kafka, parallelism, checkpointEvery, Optional.of(uri), tick, disorder, early, metrics, publish);
    }

    /** Returns the parameters of the fold. */
    StreamRules rules() {
        return new StreamRules(early, metrics, publish, JsonLimits.DEFAULT, kafka.topics());
    }
}
