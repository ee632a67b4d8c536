package dev.attune.live.statistics;

import dev.attune.api.Setting;

/**
 * One of the last decisions.
 *
 * @param decision its number in the bandit
 * @param position its place in the journal
 * @param time in milliseconds since 1970
 * @param arm id of the chosen arm
 * @param propensity probability of the chosen arm; NaN where it is not known
 * @param exploring whether another arm was thought to be better
 * @param setting the hyperparameters in force
 * @param end how it ended
 * @param reward what was learnt; NaN unless it ended with a reward
 */
public record RecentDecision(
        long decision,
        long position,
        long time,
        String arm,
        double propensity,
        boolean exploring,
        Setting setting,
        End end,
        double reward) {
    /** How a decision ended. */
    public enum End {
        /** Not yet. */
        WAITING,
        /** With a reward that was learnt. */
        LEARNT,
        /** Without. */
        EXPIRED
    }

    static RecentDecision of(Choice choice) {
        return new RecentDecision(
                choice.decision(),
                choice.position(),
                choice.time(),
                choice.arm(),
                choice.propensity(),
                choice.exploring(),
                choice.setting(),
                End.WAITING,
                Double.NaN);
    }

    RecentDecision ended(Ending ending) {
        return new RecentDecision(
                decision,
                position,
                time,
                arm,
                propensity,
                exploring,
                setting,
                ending.expired() ? End.EXPIRED : End.LEARNT,
                ending.value());
    }
}
