package dev.attune.live.statistics;

import dev.attune.api.Setting;

/**
 * One of the last decisions.
 *
 * @param decision its number in the bandit
 * @param position its position in the journal
 * @param time in milliseconds since 1970
 * @param arm id of the chosen arm
 * @param propensity probability of the chosen arm; NaN if unknown
 * @param exploring whether another arm had a larger estimate
 * @param reason why it was chosen
 * @param setting the hyperparameters in force
 * @param end of the decision
 * @param reward the reward that was learnt; NaN if there was none
 */
public record RecentDecision(
        long decision,
        long position,
        long time,
        String arm,
        double propensity,
        boolean exploring,
        ChoiceReason reason,
        Setting setting,
        End end,
        double reward) {
    /** Ends of a decision. */
    public enum End {
        /** It still waits for a reward. */
        WAITING,
        /** A reward was learnt. */
        LEARNT,
        /** It expired without a reward. */
        EXPIRED
    }

    /** Returns why it was chosen, in plain words; empty if unknown. */
    public String why() {
        return reason.sentence(arm, propensity);
    }

    static RecentDecision of(Choice choice) {
        return new RecentDecision(
                choice.decision(),
                choice.position(),
                choice.time(),
                choice.arm(),
                choice.propensity(),
                choice.exploring(),
                choice.reason(),
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
                reason,
                setting,
                ending.expired() ? End.EXPIRED : End.LEARNT,
                ending.value());
    }
}
