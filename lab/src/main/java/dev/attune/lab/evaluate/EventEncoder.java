package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.lab.log.LoggedEvent;

/** Turns the named features of an event into the vectors that models need; the same for all policies that are compared. */
public interface EventEncoder {
    /** Returns the number of features of an arm; 0 for sparse arms. */
    int dimension();

    /** Returns whether the first feature of an arm is the number of its block, for policies with a model for each arm. */
    default boolean perArm() {
        return false;
    }

    /**
     * Looks at an event before any is encoded, for example to learn the scale of its features.
     *
     * @throws IllegalArgumentException if the event cannot be encoded; it is left out then
     */
    default void look(LoggedEvent event) {}

    /** Returns the arms of an event; may be overwritten by the next call. */
    ActionSet encode(LoggedEvent event);
}
