package dev.attune.live.statistics;

import java.util.Locale;

/**
 * Whether a bandit works, in words, with what the statement rests on.
 *
 * @param state of the verdict
 * @param text one or two sentences
 * @param action what to do; empty if nothing
 * @param basis what it rests on
 */
public record BanditVerdict(State state, String text, String action, String basis) {
    private static final double NOTABLE_COST = 0.2; // of the reward that is earned

    /** States of a verdict. */
    public enum State {
        /** It earns more than a random arm. */
        WORKS,
        /** The data do not decide yet. */
        UNCLEAR,
        /** Something needs attention, and it is not known to earn less than a random arm. */
        ATTENTION,
        /** It earns less than a random arm. */
        WORSE
    }

    /**
     * Returns the verdict on a range of time.
     *
     * @param health of the bandit now
     */
    public static BanditVerdict of(Published bandit, Health health, Period period) {
        BanditVerdict seen = of(bandit, period);
        return health.state() != Health.State.ATTENTION || seen.state == State.WORSE
                ? seen
                : new BanditVerdict(
                        State.ATTENTION,
                        "Needs attention: " + health.reason() + ". " + seen.text,
                        seen.action,
                        seen.basis);
    }

    private static BanditVerdict of(Published bandit, Period seen) {
        RewardMean reward = seen.reward();
        IntervalEstimate uplift = seen.uplift();
        String basis = basis(seen);
        if (seen.decisions() == 0) {
            return new BanditVerdict(
                    State.UNCLEAR, "Cannot tell yet: no decision in this time.", "Request decisions.", "no decision");
        }
        if (reward.n() == 0) {
            return new BanditVerdict(
                    State.UNCLEAR,
                    "Cannot tell yet: no reward has been learnt in this time.",
                    bandit.defaultReward()
                            ? "Wait for the end of the reward window, or send rewards."
                            : "Send rewards to POST /v1/rewards.",
                    basis);
        }
        String earns = amount(reward.mean(), reward.low(), reward.high(), " a decision");
        if (Double.isNaN(uplift.value())) {
            return new BanditVerdict(
                    State.UNCLEAR,
                    "Cannot tell yet whether it beats a random arm: it earns " + earns + ". " + cost(seen),
                    unknownUplift(bandit, seen),
                    basis);
        }
        RewardMean random = seen.random();
        String against = "random " + amount(random.mean(), random.low(), random.high(), "");
        String more = "difference " + signed(uplift.value()) + interval(uplift.low(), uplift.high());
        if (uplift.high() < 0) {
            return new BanditVerdict(
                    State.WORSE,
                    "Worse than random: " + earns + ", " + against + "; " + more + ".",
                    "Check that rewards have the right sign and reach the right decisions; pause the bandit until that is clear.",
                    basis);
        }
        if (uplift.low() <= 0) {
            return new BanditVerdict(
                    State.UNCLEAR,
                    "Cannot tell yet whether it beats a random arm: " + earns + ", " + against + "; " + more
                            + ", which includes no difference. " + cost(seen),
                    "Wait for more rewards; a larger uniform share tells sooner.",
                    basis);
        }
        boolean times = !bandit.statistics().signed() && random.low() > 0;
        String works = "Works: " + earns + ", "
                + (times
                        ? factor(reward.mean() / random.mean()) + " times " + against
                        : signed(uplift.value()) + " more than " + against)
                + "; " + more + ". " + cost(seen);
        IntervalEstimate share = seen.cost().share();
        if (share.value() > NOTABLE_COST) {
            return new BanditVerdict(
                    State.ATTENTION,
                    "Needs attention: exploring is costly. " + works,
                    "That is normal for a new bandit; otherwise lower the uniform share.",
                    basis);
        }
        return new BanditVerdict(State.WORKS, works, "", basis);
    }

    private static String unknownUplift(Published bandit, Period seen) {
        if (!seen.weights().known()) {
            return bandit.uniformShare() > 0
                    ? "Most of these decisions were made without known probabilities or random draws: wait for newer ones."
                    : "Its probabilities are unknown: set a uniform share, such as 0.02, so that random draws can tell.";
        }
        if (!seen.weights().covers()) {
            return "Some arms are never chosen, so their value is unknown: set a uniform share, such as 0.02.";
        }
        return "Wait: these decisions tell as much of a random arm as "
                + String.format(Locale.ROOT, "%.0f", seen.weights().effectiveSampleSize()) + " random ones, and "
                + (int) Weights.FEWEST + " are needed"
                + (bandit.uniformShare() > 0 ? "." : "; a uniform share, such as 0.02, helps.");
    }

    private static String cost(Period seen) {
        String exploring = "Exploring " + ChoiceReason.percent(seen.exploringShare()) + " of decisions ";
        Period.ExplorationCost cost = seen.cost();
        if (!Double.isNaN(cost.share().value())) {
            return exploring + "costs " + ChoiceReason.percent(cost.share().value()) + " of the reward.";
        }
        return Double.isNaN(cost.perDecision().value())
                ? exploring + "costs an unknown amount: this policy has no estimates."
                : exploring + "costs " + ChoiceReason.digits(cost.perDecision().value()) + " a decision.";
    }

    private static String basis(Period seen) {
        return String.format(
                Locale.ROOT,
                "%,d rewards of %,d decisions; they tell as much of a random arm as %,.0f random decisions; intervals of 95 %%; costs by the model's own estimates",
                seen.reward().n(),
                seen.decisions(),
                seen.weights().effectiveSampleSize());
    }

    private static String factor(double value) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f" : "%,.0f", value);
    }

    /** Returns an estimate, with the digits that its interval allows, its unit and its interval. */
    private static String amount(double value, double low, double high, String unit) {
        return number(value, decimals(low, high)) + unit + interval(low, high);
    }

    private static String interval(double low, double high) {
        int decimals = decimals(low, high);
        return Double.isNaN(low) ? "" : " (" + number(low, decimals) + " to " + number(high, decimals) + ")";
    }

    private static int decimals(double low, double high) {
        double half = (high - low) / 2;
        return half > 0 ? (int) Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 3;
    }

    private static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private static String signed(double value) {
        return (value > 0 ? "+" : "") + ChoiceReason.digits(value);
    }
}
