package dev.attune.live;

/** Outcomes of a reward. */
public enum RewardOutcome {
    /** It counts. */
    COUNTED,
    /** One with the same id was counted before. */
    DUPLICATE,
    /** Another reward of this decision came first, and only the first counts. */
    NOT_FIRST,
    /** The decision's window is over. */
    LATE,
    /** There is no such decision. */
    UNKNOWN,
    /** It was sent to the stream in which the bandit learns, where its outcome is decided. */
    SENT
}
