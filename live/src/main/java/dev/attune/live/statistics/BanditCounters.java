package dev.attune.live.statistics;

/**
 * The counters of a bandit at one moment.
 *
 * @param decisions decisions so far, observations included
 * @param learnt rewards learnt so far
 * @param expired decisions that ended without a reward
 * @param waiting decisions that wait for their rewards
 * @param explored decisions whose arm was not the one with the largest estimate
 * @param regretProxy best mean minus chosen mean, on the scale of the policy's index, summed over all decisions
 * @param changes how often the model was replaced by a younger one because the world had changed
 * @param lastChange number of rewards learnt when the model was last replaced; 0 if unknown or never
 */
public record BanditCounters(
        long decisions,
        long learnt,
        long expired,
        long waiting,
        long explored,
        double regretProxy,
        long changes,
        long lastChange) {
    /** The counters of a new bandit. */
    public static final BanditCounters ZERO = of(0, 0, 0, 0);

    /** Returns counters of which the last four are unknown, and 0. */
    public static BanditCounters of(long decisions, long learnt, long expired, long waiting) {
        return new BanditCounters(decisions, learnt, expired, waiting, 0, 0, 0, 0);
    }

    /** Returns the counters with another number of waiting decisions. */
    public BanditCounters withWaiting(long other) {
        return new BanditCounters(decisions, learnt, expired, other, explored, regretProxy, changes, lastChange);
    }
}
