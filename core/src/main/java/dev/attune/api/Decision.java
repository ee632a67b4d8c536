package dev.attune.api;

/**
 * A choice that was made, with all that its reward will need: a late or shuffled reward needs no look-up and cannot pay
 * the wrong setting.
 *
 * @param t the round, from 1
 * @param arm the chosen arm
 * @param x its features
 * @param propensity probability with which this arm was chosen; NaN where it is not known
 * @param suggestion the setting in force, with the tuner's memo
 * @param tuned whether the tuner chose the setting; false in the warm-up
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Decision(long t, int arm, double[] x, double propensity, Suggestion suggestion, boolean tuned) {}
