package dev.attune.api;

import dev.attune.math.Symmetric;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A policy whose index is linear in its exploration rate: {@code index_a(alpha) = mean_a + alpha * bonus_a}. The bonus is a width for UCB
 * policies and the arm's share of the random draw for Thompson policies. As alpha grows from zero the chosen arm moves along the upper envelope
 * of K lines, which tuners can read.
 *
 * <p>The exploration rate is the first hyperparameter of the space.
 */
public interface ExplorationPath extends Policy {
    /**
     * Computes mean and bonus of every arm into {@code round}. Only reads the model: while nothing learns, several threads may score at once,
     * each with a round of its own.
     */
    void score(ActionSet arms, RandomGenerator rng, ScoredRound round);

    /** Returns what the policy's model believes, as a live view. */
    Posterior posterior();

    /**
     * Returns whether the bonuses, times the posterior's noise, are standard deviations of what the model believes. Tuners that weigh what is
     * known against what is not rely on it.
     */
    default boolean calibrated() {
        return true;
    }

    /** Returns the mean reward that a mean of {@link #score} stands for: itself, unless the index is a score that a link turns into rewards. */
    default double reward(double mean) {
        return mean;
    }

    /** Returns the mean reward of an arm with these features, as the model believes now. */
    default double predict(double[] x) {
        return reward(Symmetric.dot(x, posterior().mean(), x.length));
    }

    @Override
    default Optional<ExplorationPath> path() {
        return Optional.of(this);
    }

    @Override
    default int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        double explore = space().require(setting).get(0);
        ScoredRound round = new ScoredRound();
        score(arms, rng, round);
        return round.best(explore);
    }
}
