package dev.attune.flink.stream;

import dev.attune.live.json.JsonLimits;
import java.io.Serializable;
import java.time.Duration;

/**
 * What the operator must know besides its records.
 *
 * @param early how long a reward waits for a request that has not come yet
 * @param metrics least time between two reports of a bandit's counters
 * @param publish least time between two published models of a bandit
 * @param limits how much a record may hold
 * @param requests name of the topic, as dead letters tell it
 * @param rewards name of the topic
 * @param definitions name of the topic
 */
public record StreamRules(
        Duration early,
        Duration metrics,
        Duration publish,
        JsonLimits limits,
        String requests,
        String rewards,
        String definitions)
        implements Serializable {
    /** One minute for early rewards, ten seconds for the others, topics with the prefix {@code attune-}. */
    public static final StreamRules DEFAULT = new StreamRules(
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            JsonLimits.DEFAULT,
            "attune-requests",
            "attune-rewards",
            "attune-definitions");

    /** Refuses durations that make no sense. */
    public StreamRules {
        requireNotNegative("early", early);
        requirePositive("metrics", metrics);
        requirePositive("publish", publish);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException(name + " = " + duration + " must be at least 1 ms");
        }
    }

    private static void requireNotNegative(String name, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(name + " = " + duration + " must not be negative");
        }
    }

    /** The name of a topic. */
    public String topic(Origin origin) {
        return switch (origin) {
            case REQUESTS -> requests;
            case REWARDS -> rewards;
            case DEFINITIONS -> definitions;
        };
    }
}
