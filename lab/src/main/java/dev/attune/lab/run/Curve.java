package dev.attune.lab.run;

import java.util.Map;

/**
 * A repetition over time, at a few rounds.
 *
 * @param t the rounds, increasing, the last one being the end
 * @param regret regret summed up to each of them; NaN where it is not known
 * @param reward reward summed up to each of them
 * @param settings by hyperparameter, the mean of the values in force since the round before; empty for policies without
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Curve(long[] t, double[] regret, double[] reward, Map<String, double[]> settings) {}
