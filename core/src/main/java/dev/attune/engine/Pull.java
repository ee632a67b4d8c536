package dev.attune.engine;

import dev.attune.api.Suggestion;

/**
 * A pull of an arm with everything that its reward needs: a late or shuffled reward needs no look-up and cannot pay the wrong setting.
 *
 * @param t the round, from 1; 0 for a choice that the caller made
 * @param arm position of the pulled arm
 * @param arms number of arms on offer
 * @param x its features
 * @param propensity probability with which this arm was pulled; NaN where it is not known
 * @param suggestion the setting in force, with the tuner's memo
 * @param tuned whether the tuner chose the setting; false in the warm-up
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Pull(long t, int arm, int arms, double[] x, double propensity, Suggestion suggestion, boolean tuned) {
    /** Returns how many times likelier the arm was than with a uniform choice; NaN where that is not known. */
    public double likelihood() {
        return arms * propensity;
    }
}
