package dev.attune.live.statistics;

import dev.attune.api.ConfidenceSequence;
import dev.attune.api.Control;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a bandit earns more than its control: a statement about all rewarded decisions since a fixed start, never about the range of time that a page
 * shows. It may be read at any moment and any number of times: the chance that it is ever wrong is at most {@code alpha} for each start.
 *
 * @param state of the verdict
 * @param text one sentence
 * @param reason why it cannot tell; empty if it can
 * @param action what to do; empty if nothing
 * @param control what the bandit is compared with, in words
 * @param estimate of the difference, in reward a decision; NaN if unknown
 * @param low lower bound of the difference; NaN if there is none
 * @param high upper bound of the difference; NaN if there is none
 * @param since start, in milliseconds since 1970; null if there was no decision yet
 * @param count number of rewards since the start that count
 * @param alpha chance that the bounds are ever wrong
 */
public record BanditVerdict(
        State state,
        String text,
        String reason,
        String action,
        String control,
        double estimate,
        double low,
        double high,
        @Nullable Long since,
        long count,
        double alpha) {
    /** States of a verdict. */
    public enum State {
        /** It earns more than its control. */
        BETTER,
        /** It earns less than its control. */
        WORSE,
        /** The data do not decide, or not yet. */
        CANNOT_TELL
    }

    /** Returns the verdict of a bandit. */
    public static BanditVerdict of(Published bandit) {
        StatisticsSnapshot seen = bandit.statistics();
        ControlComparison comparison = seen.comparison();
        Control control = comparison.control();
        Long since = Period.timeOrNull(comparison.since(seen.firstDecision()));
        ConfidenceSequence bounds = comparison.bounds();
        if (bounds == null) {
            return unclear(
                    control,
                    since,
                    "rewards have no declared limits, without which no bound holds at every look",
                    "Declare the least and the largest reward.");
        }
        boolean share = bandit.uniformShare() > 0 || !control.needsShare();
        if (bounds.count() == 0) {
            return share
                    ? unclear(
                            control,
                            since,
                            "no reward of a decision that can be compared with " + control + " has been learnt"
                                    + (since == null ? "" : " since " + Alarm.minute(since)),
                            none(control, bandit.defaultReward()))
                    : unclear(
                            control,
                            since,
                            "the bandit has no uniform share, so what other arms would have earned is unknown",
                            "Set a uniform share, such as 0.01.");
        }
        double low = bounds.low();
        double high = bounds.high();
        double wrong = comparison.wrongShare();
        if (!Double.isNaN(wrong) || (low <= 0 && high >= 0)) {
            return new BanditVerdict(
                    State.CANNOT_TELL,
                    "Cannot tell yet: " + open(control, wrong, low, high) + ".",
                    open(control, wrong, low, high),
                    action(control, wrong, share),
                    control.toString(),
                    bounds.estimate(),
                    low,
                    high,
                    since,
                    bounds.count(),
                    ConfidenceSequence.ALPHA);
        }
        boolean better = low > 0;
        return new BanditVerdict(
                better ? State.BETTER : State.WORSE,
                String.format(
                        Locale.ROOT,
                        "%s than %s by %s reward a decision (%s), over %,d rewards since %s.",
                        better ? "Better" : "Worse",
                        control,
                        number(Math.abs(bounds.estimate()), low, high),
                        better ? interval(low, high) : interval(-high, -low),
                        bounds.count(),
                        since == null ? "the start" : Alarm.minute(since)),
                "",
                better
                        ? ""
                        : "Check that rewards have the right sign and reach the right decisions; pause the bandit until that is clear.",
                control.toString(),
                bounds.estimate(),
                low,
                high,
                since,
                bounds.count(),
                ConfidenceSequence.ALPHA);
    }

    /** Returns the verdict on a bandit of which nothing is known. */
    static BanditVerdict unknown(Control control, String reason) {
        return unclear(control, null, reason, "");
    }

    private static BanditVerdict unclear(Control control, @Nullable Long since, String reason, String action) {
        return new BanditVerdict(
                State.CANNOT_TELL,
                "Cannot tell yet: " + reason + ".",
                reason,
                action,
                control.toString(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                since,
                0,
                ConfidenceSequence.ALPHA);
    }

    private static String none(Control control, boolean defaultReward) {
        String wait = defaultReward
                ? "Wait for the end of the reward window, or send rewards."
                : "Send rewards to POST /v1/rewards.";
        return control instanceof Control.NamedArm named
                ? "Offer " + named.arm() + " in decisions. " + wait
                : control instanceof Control.OldSystem
                        ? "Send the decisions of the old system as observations, with their rewards. " + wait
                        : wait;
    }

    private static String open(Control control, double wrong, double low, double high) {
        return Double.isNaN(wrong)
                ? "the difference from " + control + " may be anything from " + interval(low, high)
                : "the old system made " + ChoiceReason.percent(wrong) + " of the rewarded decisions, not the "
                        + ChoiceReason.percent(((Control.OldSystem) control).share())
                        + " of its definition, so the two parts of the traffic are not comparable";
    }

    private static String action(Control control, double wrong, boolean share) {
        if (!Double.isNaN(wrong)) {
            return "Give the old system the stated share, at random; then count from there.";
        }
        if (!share) {
            return "Set a uniform share, such as 0.01: without one, nothing more is learnt of " + control + ".";
        }
        return control.needsShare()
                ? "Wait for more rewards; a larger uniform share tells sooner."
                : "Wait for more rewards; a more even split tells sooner.";
    }

    private static String interval(double low, double high) {
        return number(low, low, high) + " to " + number(high, low, high);
    }

    /** Returns a number with the digits that its interval allows. */
    private static String number(double value, double low, double high) {
        double half = (high - low) / 2;
        int decimals = half > 0 ? (int) Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
