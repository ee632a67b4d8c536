package dev.attune.live;

/** When the reward of a decision is learnt. */
public enum Learning {
    /**
     * At the end of the window, whenever it came, so that all decisions wait alike: learning quick rewards first would make whatever
     * is rewarded quickly look better than it is.
     */
    AT_WINDOW_END,
    /** As soon as it comes; right where rewards come at once, or where their delay says nothing about them. */
    AT_ONCE
}
