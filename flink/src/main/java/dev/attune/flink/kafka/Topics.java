package dev.attune.flink.kafka;

import dev.attune.flink.stream.Channel;
import dev.attune.flink.stream.Origin;
import java.io.Serializable;
import java.util.List;

/**
 * What the topics of a job are called.
 *
 * @param requests what to decide
 * @param rewards what came of it
 * @param definitions of bandits; compacted
 * @param decisions what was decided
 * @param deadLetters what could not be met, and why
 * @param metrics counters of bandits
 * @param models what bandits have learnt, for those who decide elsewhere; compacted
 */
public record Topics(
        String requests,
        String rewards,
        String definitions,
        String decisions,
        String deadLetters,
        String metrics,
        String models)
        implements Serializable {
    /** The usual beginning of topics' names. */
    public static final String PREFIX = "attune-";

    /** The usual names behind a prefix. */
    public static Topics of(String prefix) {
        return new Topics(
                prefix + "requests",
                prefix + "rewards",
                prefix + "definitions",
                prefix + "decisions",
                prefix + "dead-letters",
                prefix + "metrics",
                prefix + "models");
    }

    /** The topic from which records of a kind come. */
    public String of(Origin origin) {
        return switch (origin) {
            case REQUESTS -> requests;
            case REWARDS -> rewards;
            case DEFINITIONS -> definitions;
        };
    }

    /** The topic to which records of a kind go. */
    public String of(Channel channel) {
        return switch (channel) {
            case DECISIONS -> decisions;
            case DEAD_LETTERS -> deadLetters;
            case METRICS -> metrics;
            case MODELS -> models;
        };
    }

    /** The kind of records in a topic. */
    Origin origin(String topic) {
        for (Origin origin : Origin.values()) {
            if (of(origin).equals(topic)) {
                return origin;
            }
        }
        throw new IllegalArgumentException("no records come from the topic " + topic);
    }

    /** Topics that the job reads and in which time goes on by ticks. */
    public List<String> inputs() {
        return List.of(requests, rewards, definitions);
    }

    /** All of them. */
    public List<String> all() {
        return List.of(requests, rewards, definitions, decisions, deadLetters, metrics, models);
    }
}
