package dev.attune.lab.run;

/** The role of a combination in a run. */
public enum Role {
    /** Given by the spec. */
    ASKED,
    /** Random choice: what not learning costs. */
    RANDOM,
    /** No exploration at all. */
    GREEDY,
    /** One of the fixed settings from which the best one in hindsight is taken. */
    GRID
}
