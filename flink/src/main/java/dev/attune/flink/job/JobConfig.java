package dev.attune.flink.job;

import dev.attune.flink.fold.StreamRules;
import dev.attune.kafka.KafkaConnection;
import dev.attune.live.json.JsonLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The configuration of a stream job.
 *
 * @param kafka brokers and topics
 * @param parallelism number of subtasks that hold bandits; empty for Flink's setting
 * @param checkpointEvery time between checkpoints, after which decisions are visible; empty for Flink's setting or, without one, 5 s
 * @param checkpoints folder of checkpoints, as a URI; empty for the cluster's default
 * @param tick time between ticks to the partitions of input topics; empty if another program sends them
 * @param disorder by how much times may go back within a partition
 * @param early how long a reward waits for a request that has not arrived
 * @param remember for how long after its window the answer of a request is repeated and the reward ids of a decision are recognised
 * @param metrics least time between two reports of a bandit's counters
 * @param publish least time between two published models of a bandit
 */
public record JobConfig(
        KafkaConnection kafka,
        OptionalInt parallelism,
        Optional<Duration> checkpointEvery,
        Optional<String> checkpoints,
        Optional<Duration> tick,
        Duration disorder,
        Duration early,
        Duration remember,
        Duration metrics,
        Duration publish) {
    /** Returns the default configuration. */
    public static JobConfig of(KafkaConnection kafka) {
        return new JobConfig(
                kafka,
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(1)),
                Duration.ZERO,
                StreamRules.DEFAULT.early(),
                StreamRules.DEFAULT.remember(),
                StreamRules.DEFAULT.metrics(),
                StreamRules.DEFAULT.publish());
    }

    /** Returns this configuration with a number of subtasks and a folder of checkpoints. */
    JobConfig on(int subtasks, String checkpointFolder) {
        return new JobConfig(
                kafka,
                OptionalInt.of(subtasks),
                checkpointEvery,
                Optional.of(checkpointFolder),
                tick,
                disorder,
                early,
                remember,
                metrics,
                publish);
    }

    /** Returns the parameters of the fold. */
    public StreamRules rules() {
        return new StreamRules(early, remember, metrics, publish, JsonLimits.DEFAULT, kafka.topics());
    }
}
