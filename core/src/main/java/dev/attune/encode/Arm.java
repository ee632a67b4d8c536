package dev.attune.encode;

/**
 * An arm with a name.
 *
 * @param id what the caller calls it, the same in all rounds for the same arm
 * @param features its own features, without the context that all arms share
 */
public record Arm(String id, Features features) {
    /** Refuses an arm without a name. */
    public Arm {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("an arm has an empty id");
        }
    }
}
