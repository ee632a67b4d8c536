package dev.attune.kafka.wire;

import java.io.Serializable;
import java.util.List;

/**
 * The names of the topics of a job.
 *
 * @param requests requests for decisions, and observations
 * @param rewards rewards
 * @param definitions definitions of bandits; compacted
 * @param decisions answers to requests
 * @param deadLetters records that could not be processed, with the reason
 * @param metrics counters of bandits
 * @param models published models, for services that follow the stream; compacted
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
    /** The default prefix of the names. */
    public static final String PREFIX = "attune-";

    /** Returns the default names after a prefix. */
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

    /** Returns the name of an input topic. */
    public String of(InputTopic topic) {
        return switch (topic) {
            case REQUESTS -> requests;
            case REWARDS -> rewards;
            case DEFINITIONS -> definitions;
        };
    }

    /** Returns the name of an output topic. */
    public String of(OutputTopic topic) {
        return switch (topic) {
            case DECISIONS -> decisions;
            case DEAD_LETTERS -> deadLetters;
            case METRICS -> metrics;
            case MODELS -> models;
        };
    }

    /** Returns the input topic with a name. */
    public InputTopic input(String name) {
        for (InputTopic topic : InputTopic.values()) {
            if (of(topic).equals(name)) {
                return topic;
            }
        }
        throw new IllegalArgumentException("the topic " + name + " is not an input of the job");
    }

    /** Returns the topics that the job reads, in which ticks advance the time. */
    public List<String> inputs() {
        return List.of(requests, rewards, definitions);
    }

    /** Returns the names of all topics. */
    public List<String> all() {
        return List.of(requests, rewards, definitions, decisions, deadLetters, metrics, models);
    }
}
