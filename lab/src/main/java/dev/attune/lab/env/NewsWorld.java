package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.lab.env.ContextWorld.Numbers;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Arms that come and go, with a context. The score of an arm is linear in (1, z), with coefficients around a mean that all arms have in common: what is
 * learnt about some arms is a prior for the next. Sparse arms only; an arm has an id and no features.
 */
final class NewsWorld implements World {
    private final Lifetimes lifetimes;
    private final Numbers context;
    private final double deviation;
    private final long truthSeed;
    private final long featureSeed;
    private final RoundRandom rng;
    private final double[] z;
    private final double[] mean; // of the coefficients of all arms, the constant first
    private final double[][] coefficients; // of the live arms
    private final Arm[] live;
    private final double[] scores;
    private final Encoder encoder = Encoder.sparse(EncoderDefinition.builder().build());
    private long replaced = -1;

    private NewsWorld(Lifetimes lifetimes, int features, double level, double deviation, long seed) {
        this.lifetimes = lifetimes;
        this.context = new Numbers(0, features);
        this.deviation = deviation;
        this.truthSeed = seed ^ Salts.TRUTH;
        this.featureSeed = seed ^ Salts.FEATURES;
        this.rng = new RoundRandom(truthSeed, 0);
        this.z = new double[features];
        this.mean = new double[1 + features];
        mean[0] = level;
        for (int i = 1; i <= features; i++) {
            mean[i] = rng.nextGaussian() / Math.sqrt(features);
        }
        this.coefficients = new double[lifetimes.arms()][1 + features];
        this.live = new Arm[lifetimes.arms()];
        Arrays.fill(live, new Arm("none yet", Features.NONE));
        this.scores = new double[lifetimes.arms()];
    }

    /**
     * Makes such worlds.
     *
     * @param features numbers of the context
     * @param level score of a typical arm in a typical context
     * @param deviation standard deviation of the coefficients of arms from their mean
     */
    static World.Maker of(Lifetimes lifetimes, int features, double level, double deviation) {
        return (seed, horizon) -> new NewsWorld(lifetimes, features, level, deviation, seed);
    }

    @Override
    public ActionSet arms(long t) {
        long replacements = lifetimes.replacements(t);
        if (replacements != replaced) {
            replaced = replacements;
            replace();
        }
        rng.reset(featureSeed, t);
        context.draw(rng, z);
        for (int k = 0; k < scores.length; k++) {
            double[] theta = coefficients[k];
            double score = theta[0];
            for (int i = 0; i < z.length; i++) {
                score += theta[i + 1] * z[i];
            }
            scores[k] = score;
        }
        return encoder.encodeForNow(context.named(z), List.of(live));
    }

    /** Puts the arms of the present round into their positions; those that were there before stay as they are. */
    private void replace() {
        for (int k = 0; k < live.length; k++) {
            long number = lifetimes.number(k, replaced);
            String id = "arm" + number;
            if (!live[k].id().equals(id)) {
                live[k] = new Arm(id, Features.NONE);
                rng.reset(truthSeed, 1 + number);
                for (int i = 0; i < mean.length; i++) {
                    coefficients[k][i] = mean[i] + deviation * rng.nextGaussian();
                }
            }
        }
    }

    @Override
    public double[] scores() {
        return scores;
    }
}
