package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The laws of a tuner that draws from finitely many settings with probabilities it knows ({@link Tuner#candidates()} above 0). A test
 * class that extends {@link TunerContract} implements this interface too; both ask for the same {@code make}.
 */
public interface CandidateLaws {
    /** The chance that a correct tuner fails {@link #suggestionsComeWithTheirProbabilities} at a random seed. */
    double FALSE_ALARM = 1e-9;

    /** The number of draws behind an estimated probability. */
    int DRAWS = 20_000;

    /** Makes a tuner for these hyperparameters. */
    Tuner make(SettingSpace space);

    /** The probabilities of all candidates sum to one, and the suggested one had a chance. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    default void probabilitiesSumToOneInEveryRound(int p) {
        Tuner tuner = make(Stories.space(p));
        Stories story = new Stories(tuner);
        for (int t = 1; t < TunerContract.ROUNDS; t++) {
            Suggestion suggestion = story.play(t, t + 1).get(0);
            double sum = 0;
            double own = 0;
            for (int i = 0; i < tuner.candidates(); i++) {
                assertThat(tuner.probability(i))
                        .as("candidate %d in round %d", i, t)
                        .isBetween(0.0, 1.0);
                sum += tuner.probability(i);
                if (tuner.candidate(i).equals(suggestion.setting())) {
                    own += tuner.probability(i);
                }
            }
            assertThat(sum).as("round %d", t).isBetween(1 - 1e-12, 1 + 1e-12);
            assertThat(own)
                    .as("probability of what was suggested in round %d", t)
                    .isPositive();
        }
    }

    /**
     * Twenty thousand suggestions from one state. By Hoeffding's inequality the share of a candidate is further than eps
     * from its probability with a chance of at most 2 exp(-2 n eps^2); eps is such that this, times the number of
     * candidates and of runs (six), is {@link #FALSE_ALARM}. About 0.025.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 40, 400})
    default void suggestionsComeWithTheirProbabilities(int rounds) {
        for (int p = 1; p <= 2; p++) {
            Tuner tuner = make(Stories.space(p));
            new Stories(tuner).play(1, rounds);
            byte[] state = Stories.state(tuner);
            Map<Setting, Integer> counts = new HashMap<>();
            for (int k = 0; k < DRAWS; k++) {
                Stories.restore(state, tuner);
                Suggestion suggestion = tuner.suggest(rounds, Stories.arms(rounds), new RoundRandom(77, k));
                counts.merge(suggestion.setting(), 1, Integer::sum);
            }
            double eps = Math.sqrt(Math.log(6 * 2 * tuner.candidates() / FALSE_ALARM) / (2.0 * DRAWS));
            int known = 0;
            for (int i = 0; i < tuner.candidates(); i++) {
                int count = counts.getOrDefault(tuner.candidate(i), 0);
                known += count;
                assertThat((double) count / DRAWS)
                        .as("%s after %d rounds", tuner.candidate(i), rounds)
                        .isBetween(tuner.probability(i) - eps, tuner.probability(i) + eps);
            }
            assertThat(known).as("suggestions that are candidates").isEqualTo(DRAWS);
        }
    }
}
