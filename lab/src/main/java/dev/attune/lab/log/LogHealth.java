package dev.attune.lab.log;

/**
 * How fit a log is for judging other policies by it: what there is, what is missing, and how much of it a policy that differs from the
 * logging policy could use.
 *
 * @param events events that were read
 * @param arms what is on offer
 * @param rewards what was earned
 * @param propensities with what probability arms were chosen
 * @param uniform how much of the log would be left to value the policy that chooses uniformly
 * @param times when it happened
 * @param features what is known of contexts and arms
 * @param repeated events that were dropped because their id came before; at least so many if {@code repeatedAtLeast}
 * @param repeatedAtLeast whether ids of early events had been forgotten, so that there may be more
 * @param danglingRewards rewards without their event
 * @param lost events that could not be read or used
 */
public record LogHealth(
        long events,
        Arms arms,
        Rewards rewards,
        Propensities propensities,
        Overlap uniform,
        Times times,
        FeatureNames features,
        long repeated,
        boolean repeatedAtLeast,
        long danglingRewards,
        long lost) {
    /**
     * The arms on offer.
     *
     * @param distinct different ids
     * @param more whether there are more than these, too many to count
     * @param fewest arms of an event
     * @param mean arms of an event
     * @param most arms of an event
     */
    public record Arms(long distinct, boolean more, int fewest, double mean, int most) {}

    /**
     * What was earned.
     *
     * @param known events with a reward
     * @param missing events without
     * @param mean of those that are known, each event counted with its weight; NaN without any
     * @param sum of those that are known, whatever their weight
     * @param nonZero rewards other than 0
     * @param least NaN without any
     * @param greatest NaN without any
     */
    public record Rewards(
            long known, long missing, double mean, double sum, long nonZero, double least, double greatest) {}

    /**
     * With what probability the logging policy chose what it chose.
     *
     * @param least NaN without any
     * @param greatest NaN without any
     * @param missing events without one
     * @param outside events with one outside (0, 1], which was taken as unknown; they are among the missing
     */
    public record Propensities(double least, double greatest, long missing, long outside) {}

    /**
     * Importance weights of the policy that chooses uniformly: the event's own weight over (arms x propensity).
     *
     * @param effectiveEvents (sum w)^2 / sum w^2: with so many events of its own it would be known as well; NaN without propensities
     * @param largestShare of one event in the sum of weights; NaN without propensities
     */
    public record Overlap(double effectiveEvents, double largestShare) {}

    /**
     * When it happened, in milliseconds since 1970.
     *
     * @param first the earliest; {@link LoggedEvent#NO_TIME} where the log does not say
     * @param last the latest; {@link LoggedEvent#NO_TIME} where the log does not say
     * @param missing events without a time
     * @param outOfOrder events that are earlier than the one before
     */
    public record Times(long first, long last, long missing, long outOfOrder) {}

    /**
     * Different names of features.
     *
     * @param context names of context features
     * @param arms names of arm features
     * @param more whether there are more than these, too many to count
     */
    public record FeatureNames(long context, long arms, boolean more) {}
}
