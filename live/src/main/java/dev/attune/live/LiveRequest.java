package dev.attune.live;

import dev.attune.encode.Features;
import dev.attune.journal.Offer;

/** A request that a decision answers: that of the bandit, or one that the caller has made. */
public sealed interface LiveRequest permits DecisionRequest, Observation {
    /** Returns the caller's id of the request, so that a retry gets the same answer; empty for none. */
    String clientId();

    /** Returns the features shared by all arms. */
    Features context();

    /** Returns the arms; version 0 of a catalogue stands for the one in force. */
    Offer offer();

    /** Returns whether the caller has chosen. */
    default boolean byCaller() {
        return this instanceof Observation;
    }
}
