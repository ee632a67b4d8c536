package dev.attune.model;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import java.util.random.RandomGenerator;

/** Scores of arms, each by the model of its block: O(p^2) an arm. The block numbers were checked by the caller. */
final class BlockScores {
    private final RidgeModel[] models;
    private final RidgeModel prior;

    /** Models by number of the block; the prior for numbers beyond. */
    BlockScores(RidgeModel[] models, RidgeModel prior) {
        this.models = models;
        this.prior = prior;
    }

    int blockDimension() {
        return prior.dimension();
    }

    RidgeModel model(int a) {
        return a < models.length ? models[a] : prior;
    }

    private RidgeModel model(ActionSet arms, int k) {
        return model((int) arms.byFeature()[0][k]);
    }

    private static void gather(ActionSet arms, int k, double[] into) {
        double[][] x = arms.byFeature();
        for (int i = 0; i < into.length; i++) {
            into[i] = x[i + 1][k];
        }
    }

    void meansAndWidths(ActionSet arms, ScoredRound round) {
        double[] f = round.draw();
        for (int k = 0; k < arms.arms(); k++) {
            RidgeModel model = model(arms, k);
            gather(arms, k, f);
            round.mean()[k] = Symmetric.dot(f, model.mean(), f.length);
            round.bonus()[k] = Math.sqrt(Math.max(0, Symmetric.quadratic(model.covariance(), f)));
        }
    }

    void meansAndDraws(ActionSet arms, RandomGenerator rng, ScoredRound round) {
        double[] f = round.draw();
        for (int k = 0; k < arms.arms(); k++) {
            gather(arms, k, f);
            round.mean()[k] = Symmetric.dot(f, model(arms, k).mean(), f.length);
        }
        draws(arms, rng, round.draw(), round.bonus());
    }

    /** Each block has a generator of its own, keyed by its number: arms may come in any order, and others come and go. */
    void draws(ActionSet arms, RandomGenerator rng, double[] u, double[] out) {
        double[][] x = arms.byFeature();
        long key = rng.nextLong();
        RoundRandom ofBlock = new RoundRandom(key, 0);
        double drawn = -1; // the block that u is of
        for (int k = 0; k < arms.arms(); k++) {
            if (x[0][k] != drawn) {
                drawn = x[0][k];
                ofBlock.reset(key, (long) drawn);
                RoundRandom.gaussians(ofBlock, u);
                model(arms, k).shape(u);
            }
            double share = 0;
            for (int i = 0; i < u.length; i++) {
                share = Math.fma(u[i], x[i + 1][k], share);
            }
            out[k] = share;
        }
    }

    /** As {@link Precision#leastKnown}, each arm by its own block. */
    double leastKnown(ActionSet arms) {
        double lambda = prior.lambda();
        double least = Double.POSITIVE_INFINITY;
        double[] f = new double[blockDimension()];
        for (int k = 0; k < arms.arms(); k++) {
            gather(arms, k, f);
            double square = Symmetric.dot(f, f, f.length);
            if (square > 0) {
                double variance = Symmetric.quadratic(model(arms, k).covariance(), f);
                double left = lambda * Math.max(0, variance) / square;
                least = Math.min(least, Math.max(0, lambda * (1 / left - 1)));
            }
        }
        return least;
    }
}
