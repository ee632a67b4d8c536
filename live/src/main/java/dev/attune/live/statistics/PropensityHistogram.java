package dev.attune.live.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * With which probabilities arms were chosen, since the beginning.
 *
 * @param edges of the bins, from 0 to 1; a bin contains its lower edge, the last one both
 * @param counts decisions in each bin
 * @param unknown decisions whose probability is not known
 * @param effectiveSampleSize what the rewarded decisions are worth for judging a random arm
 * @param of rewarded decisions with a known probability
 */
public record PropensityHistogram(
        List<Double> edges, List<Long> counts, long unknown, double effectiveSampleSize, long of) {
    PropensityHistogram(Propensities propensities, Weights weights) {
        this(
                Arrays.stream(Propensities.binEdges()).boxed().toList(),
                Arrays.stream(propensities.counts()).boxed().toList(),
                propensities.unknown(),
                weights.effectiveSampleSize(),
                weights.n);
    }
}
