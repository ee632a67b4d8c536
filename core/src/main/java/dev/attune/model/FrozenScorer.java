package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.PathScorer;
import dev.attune.api.ScoredRound;
import dev.attune.math.ArmForms;
import dev.attune.math.Cholesky;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import java.util.random.RandomGenerator;

/** What scoring needs of a model, copied and never changed: any number of threads may use it while the model learns. */
public final class FrozenScorer {
    private FrozenScorer() {}

    /** Means mu(x' theta) and widths sqrt(x' B x). */
    public static PathScorer ofWidths(double[] theta, double[][] b, Link link) {
        double[] mean = theta.clone();
        double[][] covariance = Symmetric.copy(b);
        return (arms, rng, round) -> {
            round.resize(arms.arms(), mean.length);
            meansAndWidths(mean, covariance, link, arms, round);
        };
    }

    private static void meansAndWidths(double[] theta, double[][] b, Link link, ActionSet arms, ScoredRound round) {
        ArmForms.linear(theta, arms.byFeature(), arms.arms(), round.mean());
        if (!link.equals(Link.IDENTITY)) {
            for (int k = 0; k < arms.arms(); k++) {
                round.mean()[k] = link.mean(round.mean()[k]);
            }
        }
        ArmForms.widths(b, arms.byFeature(), arms.arms(), round.bonus());
    }

    /** Means x' theta and shares x' u of a direction that stays the same. */
    public static PathScorer ofDirection(double[] theta, double[] u) {
        double[] mean = theta.clone();
        double[] direction = u.clone();
        return (arms, rng, round) -> {
            round.resize(arms.arms(), mean.length);
            round.bonusesAreDrawn();
            ArmForms.linearPair(mean, direction, arms.byFeature(), arms.arms(), round.mean(), round.bonus());
        };
    }

    /** Means x' theta and shares x' u of a draw u from N(0, V^-1). */
    public static PathScorer ofDraws(double[] theta, Cholesky factor) {
        double[] mean = theta.clone();
        Cholesky copy = new Cholesky(theta.length);
        copy.copyFrom(factor);
        return (arms, rng, round) -> {
            round.resize(arms.arms(), mean.length);
            round.bonusesAreDrawn();
            drawnMeans(mean, copy, arms, rng, round);
        };
    }

    private static void drawnMeans(
            double[] theta, Cholesky factor, ActionSet arms, RandomGenerator rng, ScoredRound round) {
        RoundRandom.gaussians(rng, round.draw());
        factor.solveUpper(round.draw());
        ArmForms.linearPair(theta, round.draw(), arms.byFeature(), arms.arms(), round.mean(), round.bonus());
    }
}
