package dev.attune.api;

/** A policy whose publication prescribes a setting. */
public interface Theory extends Policy {
    /**
     * The prescribed setting for every round. Where the publication's value depends on the data seen so far, the
     * schedule reads it from this policy.
     */
    Schedule theory(TheoryConstants constants);
}
