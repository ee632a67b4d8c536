package dev.attune.live.statistics;

/**
 * One of the last decisions.
 *
 * @param choice the decision when it was made
 * @param end of the decision
 * @param reward the reward that was learnt; NaN if there was none
 */
public record RecentDecision(Choice choice, End end, double reward) {
    /** Ends of a decision. Saved by their order. */
    public enum End {
        /** It still waits for a reward. */
        WAITING,
        /** A reward was learnt. */
        LEARNT,
        /** It expired without a reward. */
        EXPIRED
    }
}
