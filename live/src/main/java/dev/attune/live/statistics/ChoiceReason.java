package dev.attune.live.statistics;

import java.util.Locale;

/**
 * Why an arm was chosen.
 *
 * @param kind of the reason
 * @param rival id of the arm to compare with: the second best estimate if the best was chosen, otherwise the best; empty if there is none
 * @param lead estimated mean reward of the chosen arm minus that of the rival; NaN if unknown
 */
public record ChoiceReason(Kind kind, String rival, double lead) {
    /** Kinds of reasons. Saved by their order. */
    public enum Kind {
        /** It had the largest estimate. */
        BEST,
        /** Another arm had a larger estimate, and this one was too uncertain to rule out. */
        EXPLORED,
        /** The uniform share drew it. */
        UNIFORM_SHARE,
        /** Drawn at random, because nothing was known about the arms. */
        NOTHING_KNOWN,
        /** The caller chose it. */
        CALLER,
        /** The policy chose it by a rule without estimates. */
        RULE
    }

    /** Returns a reason without a rival. */
    public static ChoiceReason of(Kind kind) {
        return new ChoiceReason(kind, "", Double.NaN);
    }

    ChoiceReason transfer(SavedFields saved) {
        return new ChoiceReason(saved.constant(kind, Kind.values()), saved.text(rival), saved.optional(lead));
    }

    /**
     * Returns the reason in plain words.
     *
     * @param arm id of the chosen arm
     * @param propensity its probability; NaN if unknown
     */
    public String sentence(String arm, double propensity) {
        String chance = propensity > 0 && propensity < 1
                ? propensity < 0.5 ? ", so " + oneIn(propensity) + " decisions like this one still choose it" : ""
                : "";
        return switch (kind) {
            case BEST ->
                rival.isEmpty()
                        ? arm + " looked best."
                        : arm + " looked best, ahead of " + rival + " by " + digits(lead) + "."
                                + (propensity >= 0.5 && propensity < 0.9995
                                        ? " Other arms still had a chance of " + percent(1 - propensity) + "."
                                        : "");
            case EXPLORED ->
                rival + " looked better by " + digits(-lead) + "; " + arm + " was too uncertain to rule out" + chance
                        + ".";
            case UNIFORM_SHARE ->
                arm + " was drawn at random: a fixed share of all decisions is."
                        + (rival.isEmpty() || lead >= 0
                                ? ""
                                : " " + rival + " looked better by " + digits(-lead) + ".");
            case NOTHING_KNOWN -> arm + " was drawn at random: nothing was known about the arms yet.";
            case CALLER -> "The caller chose " + arm + "; the bandit only learns from it.";
            case RULE -> arm + " was chosen by a rule of the policy that has no estimates to show.";
        };
    }

    private static String oneIn(double propensity) {
        return "1 in " + String.format(Locale.ROOT, "%,d", Math.round(1 / propensity));
    }

    /** Returns a share as a percentage with two significant digits. */
    static String percent(double share) {
        double hundred = 100 * share;
        return String.format(
                Locale.ROOT, hundred >= 9.95 ? "%.0f %%" : hundred >= 0.0995 ? "%.1f %%" : "%.1g %%", hundred);
    }

    /** Returns a number with about two significant digits, without an exponent unless it is tiny. */
    static String digits(double value) {
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size < 1e-4) {
            return size == 0 ? "0" : String.format(Locale.ROOT, "%.1e", value);
        }
        int decimals = Math.max(0, 1 - (int) Math.floor(Math.log10(size)));
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
