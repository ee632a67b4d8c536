package dev.attune.flink.stream;

import dev.attune.live.json.JsonLimits;
import java.io.Serializable;
import java.time.Duration;
import java.util.Locale;

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
 * @param replicas which bandits are spread over several subtasks
 */
public record StreamRules(
        Duration early,
        Duration metrics,
        Duration publish,
        JsonLimits limits,
        String requests,
        String rewards,
        String definitions,
        Replicas replicas)
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

    /** Without replicas. */
    public StreamRules(
            Duration early,
            Duration metrics,
            Duration publish,
            JsonLimits limits,
            String requests,
            String rewards,
            String definitions) {
        this(early, metrics, publish, limits, requests, rewards, definitions, Replicas.NONE);
    }

    /** The same with replicas. */
    public StreamRules with(Replicas others) {
        return new StreamRules(early, metrics, publish, limits, requests, rewards, definitions, others);
    }

    /** The same for those who merge replicas: models go out as often as replicas are brought together. */
    public StreamRules merging() {
        Duration often = replicas.every().compareTo(publish) < 0 ? replicas.every() : publish;
        return new StreamRules(early, metrics, often, limits, requests, rewards, definitions, replicas);
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
            case MODELS, INCREMENTS -> origin.name().toLowerCase(Locale.ROOT); // of which nobody hears
        };
    }
}
