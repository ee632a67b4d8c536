package dev.attune.flink.fold;

import dev.attune.kafka.wire.Topics;
import dev.attune.live.json.JsonLimits;
import java.io.Serializable;
import java.time.Duration;

/**
 * The parameters of the fold.
 *
 * @param early how long a reward waits for a request that has not arrived
 * @param remember for how long after its window the answer of a request is repeated and the reward ids of a decision are recognised
 * @param metrics least time between two reports of a bandit's counters
 * @param publish least time between two published models of a bandit
 * @param limits on the content of a record
 * @param topics names of topics, for dead letters
 */
public record StreamRules(
        Duration early, Duration remember, Duration metrics, Duration publish, JsonLimits limits, Topics topics)
        implements Serializable {
    /** One minute for early rewards and for ids, ten seconds for the others, topics with the default prefix. */
    public static final StreamRules DEFAULT = new StreamRules(
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            JsonLimits.DEFAULT,
            Topics.of(Topics.PREFIX));

    /** Rejects invalid durations. */
    public StreamRules {
        requireNotNegative("early", early);
        requireNotNegative("remember", remember);
        requirePositive("metrics", metrics);
        requirePositive("publish", publish);
    }

    private static void requireNotNegative(String name, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(name + " = " + duration + " must not be negative");
        }
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException(name + " = " + duration + " must be at least 1 ms");
        }
    }
}
