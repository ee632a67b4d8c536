package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * What a policy learns: a {@link Posterior} of coefficients that knows its link, scores arms in the two ways that
 * policies need, and reads and writes its state.
 *
 * <p>Scoring only reads the model: while nothing learns, several threads may score at once, each with a round of its
 * own.
 */
public interface Model extends Posterior {
    /** Returns the link from the score x' theta to the mean reward. */
    default Link link() {
        return Link.IDENTITY;
    }

    /**
     * Returns the number of features of an arm: one more than coefficients where the first is the number of a block.
     */
    default int features() {
        return dimension();
    }

    /**
     * Rejects arms that cannot be scored.
     *
     * @throws IllegalArgumentException if the arms have another number of features
     */
    default void check(ActionSet arms) {
        Require.dimension(arms, features());
    }

    /** Returns the score x' theta of one arm. */
    default double score(double[] x) {
        return Symmetric.dot(x, mean(), x.length);
    }

    /** Checks the arms, then computes means x' theta and widths sqrt(x' covariance x). */
    default void meansAndWidths(ActionSet arms, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), dimension());
        ArmForms.linear(mean(), arms.byFeature(), arms.arms(), out.mean());
        ArmForms.widths(covariance(), arms.byFeature(), arms.arms(), out.bonus());
    }

    /** Checks the arms, then computes means x' theta and, as bonuses, x' u for one draw u from N(0, covariance). */
    default void meansAndDraw(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), dimension());
        out.bonusesAreDrawn();
        RoundRandom.gaussians(rng, out.draw());
        shape(out.draw());
        ArmForms.linearPair(mean(), out.draw(), arms.byFeature(), arms.arms(), out.mean(), out.bonus());
    }

    /**
     * Forgets a block.
     *
     * @throws IllegalArgumentException if no block can have this number, or there is one model for all arms
     */
    default void clear(int block) {
        throw new IllegalArgumentException("there is one model for all arms: block " + block + " does not exist");
    }

    /** Writes all state. */
    void writeState(StateWriter out);

    /** Reads what {@link #writeState} or {@link #writePublished} wrote. */
    void readState(StateReader in);

    /**
     * Writes state that suffices to score, but not to learn, and whose size does not grow with the number of rewards.
     */
    default void writePublished(StateWriter out) {
        writeState(out);
    }
}
