package dev.attune.lab.run;

/** Why a combination is in a run. */
public enum Role {
    /** The spec asks for it. */
    ASKED,
    /** Random choice: what not learning costs. */
    RANDOM,
    /** No exploration at all. */
    GREEDY,
    /** One of the fixed settings from which the best one in hindsight is taken. */
    GRID
}
