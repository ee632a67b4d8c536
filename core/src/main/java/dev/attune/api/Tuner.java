package dev.attune.api;

import dev.attune.state.Checkpointed;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The top layer: suggests a setting for each round and learns what its suggestions earned.
 *
 * <p>Laws, checked for every implementation by the contract of the test kit: suggestions belong to the space; the same state and generator
 * give the same suggestion; rewards may arrive late, in any order, several for one suggestion, or never.
 *
 * <p>A tuner that draws from finitely many settings with probabilities it knows reports them ({@link #candidates()}, {@link #candidate},
 * {@link #probability}), so that the probability of every arm of a UCB policy can be computed.
 *
 * <p>A tuner has a single writer, as a {@link Policy} has.
 */
public interface Tuner extends Checkpointed {
    /** Returns the hyperparameters that it tunes. */
    SettingSpace space();

    /**
     * Suggests a setting. May change the tuner's state.
     *
     * @param t the tuner's round, from 1; warm-up rounds do not count
     * @param rng the only source of randomness, keyed by seed and round
     */
    Suggestion suggest(long t, RandomGenerator rng);

    /** Suggests a setting for a round with these arms; tuners that look at the context override it. */
    default Suggestion suggest(long t, ActionSet arms, RandomGenerator rng) {
        return suggest(t, rng);
    }

    /**
     * Learns what a suggestion earned.
     *
     * @param suggestion one that this tuner made, in this or an earlier epoch
     * @param reward scaled to [0, 1], unless the bandit was built to pass rewards as they are
     */
    void observe(Suggestion suggestion, double reward);

    /** Returns the number of settings that it draws from; 0 if there are infinitely many or their probabilities are not known. */
    default int candidates() {
        return 0;
    }

    /** Returns a candidate. */
    default Setting candidate(int i) {
        throw new IndexOutOfBoundsException("candidate " + i + " of a tuner without candidates");
    }

    /** Returns the probability with which the last suggestion could have been this candidate. */
    default double probability(int i) {
        throw new IndexOutOfBoundsException("candidate " + i + " of a tuner without candidates");
    }

    /** Returns what it has learnt about the hyperparameters so far; changes nothing. */
    default TunerMap map() {
        if (candidates() < 2) {
            return new TunerMap.Blank();
        }
        return new TunerMap.Weighed(IntStream.range(0, candidates())
                .mapToObj(i -> new TunerMap.Candidate(candidate(i), probability(i), Double.NaN))
                .toList());
    }
}
