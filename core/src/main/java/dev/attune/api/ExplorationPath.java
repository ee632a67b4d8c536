package dev.attune.api;

import dev.attune.math.Symmetric;
import java.util.random.RandomGenerator;

/**
 * A policy whose index is linear in its exploration rate: {@code index_a(alpha) = mean_a + alpha * bonus_a}. The bonus
 * is a width for UCB policies and the arm's share of the random draw for Thompson policies. As alpha grows from zero
 * the chosen arm walks along the upper envelope of K lines, which tuners can read off; and one {@code select} serves
 * all of them.
 *
 * <p>The exploration rate is the first hyperparameter of the space.
 */
public interface ExplorationPath extends Policy, PathScorer {
    /** A copy of what scoring needs, which never changes: other threads may score with it while this policy learns. */
    PathScorer frozen();

    /** What the policy's model believes, as a live view. */
    Posterior posterior();

    /** The buffer that this policy's own {@code select} uses. */
    ScoredRound round();

    /** The mean reward that a mean of {@link #score} stands for: itself, unless the index is a score that a link turns into rewards. */
    default double reward(double mean) {
        return mean;
    }

    /** The mean reward of an arm with these features, as the model believes now. */
    default double predict(double[] x) {
        return reward(Symmetric.dot(x, posterior().mean(), x.length));
    }

    @Override
    default int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        double explore = space().require(setting).get(0);
        ScoredRound round = round();
        score(arms, rng, round);
        return round.best(explore);
    }
}
