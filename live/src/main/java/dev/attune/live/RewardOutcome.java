package dev.attune.live;

/** What became of a reward. */
public enum RewardOutcome {
    /** It counts. */
    COUNTED,
    /** One with the same id came before; it counts once. */
    DUPLICATE,
    /** Another reward of this decision came first, and only the first counts. */
    NOT_FIRST,
    /** The decision's window is over. */
    LATE,
    /** There is no such decision. */
    UNKNOWN,
    /** It is on its way to where the bandit learns; what becomes of it is decided there. */
    SENT
}
