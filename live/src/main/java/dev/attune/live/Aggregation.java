package dev.attune.live;

/** How the rewards of one decision become the one value that is learnt. */
public enum Aggregation {
    /** The first that came; others are not counted. */
    FIRST,
    /** The last that came before the window's end. */
    LAST,
    /** The sum of all, held within the range of rewards. */
    SUM
}
