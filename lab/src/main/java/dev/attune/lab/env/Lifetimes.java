package dev.attune.lab.env;

/**
 * Arms that come and go. The live arms have positions; the arms of all positions are replaced in turn, at equal intervals, so that each arm is live for
 * {@code rounds} rounds, except for the first ones, which are replaced earlier. Arms are numbered in order of appearance.
 *
 * @param arms live arms
 * @param rounds rounds for which an arm is live, a multiple of the arms; 0 if arms stay
 */
public record Lifetimes(int arms, int rounds) {
    /** Checks the numbers. */
    public Lifetimes {
        if (arms < 1 || rounds < 0 || rounds % arms != 0) {
            throw new IllegalArgumentException("a lifetime of " + rounds + " rounds is invalid for " + arms
                    + " live arms: it must be a multiple of their number");
        }
    }

    /** Returns how many arms were replaced before a round, counted from 1. */
    long replacements(long t) {
        return rounds == 0 ? 0 : (t - 1) / (rounds / arms);
    }

    /** Returns the number, from 0, of the arm at a position after so many replacements. */
    long number(int position, long replacements) {
        long generation = (replacements - position + arms - 1) / arms; // how often this position was filled anew
        return position + generation * arms;
    }
}
