package dev.attune.flink.stream;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;

/**
 * Bandits that are spread over several subtasks, and how often their replicas are brought together.
 *
 * @param counts names of bandits, and how many replicas each has; those with one have none
 * @param rewards after which a replica hands on what it has gathered
 * @param every time after which it does so at the latest
 */
public record Replicas(Map<String, Integer> counts, long rewards, Duration every) implements Serializable {
    /** No bandit has replicas. */
    public static final Replicas NONE = new Replicas(Map.of(), 100, Duration.ofSeconds(5));

    /** Copies the map; refuses numbers that make no sense. */
    public Replicas {
        counts = Map.copyOf(counts);
        if (rewards < 1 || every.toMillis() < 1) {
            throw new IllegalArgumentException("replicas must be brought together every " + rewards + " rewards and "
                    + every + ": both at least 1");
        }
    }

    /** How many replicas a bandit has; 1 if it is not spread. */
    public int of(String name) {
        return counts.getOrDefault(name, 1);
    }

    /** Whether a bandit has replicas. */
    public boolean has(String name) {
        return of(name) > 1;
    }

    /** Whether any bandit has. */
    public boolean any() {
        return counts.values().stream().anyMatch(count -> count > 1);
    }
}
