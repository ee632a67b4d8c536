package dev.attune.lab.log;

import dev.attune.encode.Features;

/**
 * An arm that was on offer in a logged decision.
 *
 * @param id what the log calls it; the same in all events for the same arm
 * @param features its own features, without the shared context
 */
public record LoggedArm(String id, Features features) {}
