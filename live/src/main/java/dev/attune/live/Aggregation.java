package dev.attune.live;

/** Combines the rewards of one decision into the value that is learnt. */
public enum Aggregation {
    /** The first one; others are not counted. */
    FIRST,
    /** The last one before the end of the window. */
    LAST,
    /** The sum of all, limited to the range of rewards. */
    SUM
}
