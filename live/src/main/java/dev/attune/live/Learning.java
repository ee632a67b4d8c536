package dev.attune.live;

/** When the reward of a decision is learnt. */
public enum Learning {
    /**
     * At the end of the window, so that all decisions wait equally long: learning quick rewards first would make arms that are rewarded
     * quickly look better than they are.
     */
    AT_WINDOW_END,
    /** On arrival; valid if rewards arrive at once, or if their delay does not depend on them. */
    AT_ONCE
}
