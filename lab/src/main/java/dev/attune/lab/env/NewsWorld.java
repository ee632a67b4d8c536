package dev.attune.lab.env;

import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
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
    private static final double LEVEL = -1.5; // score of a typical arm in a typical context: mean rewards around 0.2

    private final Lifetimes lifetimes;
    private final Numbers context;
    private final double deviation;
    private final long truthSeed;
    private final double[] z;
    private final double[] mean; // of the coefficients of all arms, the constant first
    private final double[][] coefficients; // of the live arms
    private final Arm[] live;
    private final long[] numbers; // of the live arms
    private final double[] scores;
    private final Encoder encoder = World.encoder();

    /**
     * Creates the world of a repetition.
     *
     * @param features numbers of the context
     * @param deviation standard deviation of the coefficients of arms from their mean
     */
    NewsWorld(Lifetimes lifetimes, int features, double deviation, long seed) {
        this.lifetimes = lifetimes;
        this.context = new Numbers(0, features);
        this.deviation = deviation;
        this.truthSeed = seed ^ TRUTH;
        this.z = new double[features];
        RoundRandom truth = new RoundRandom(truthSeed, 0);
        this.mean = new double[1 + features];
        Arrays.setAll(mean, i -> i == 0 ? LEVEL : truth.nextGaussian() / Math.sqrt(features));
        this.coefficients = new double[lifetimes.arms()][];
        this.live = new Arm[lifetimes.arms()];
        this.numbers = new long[lifetimes.arms()];
        Arrays.fill(numbers, -1);
        this.scores = new double[lifetimes.arms()];
    }

    @Override
    public Round round(long t, RoundRandom rng) {
        context.draw(rng, z);
        for (int k = 0; k < live.length; k++) {
            bringToLife(k, lifetimes.number(k, lifetimes.replacements(t)));
            double score = coefficients[k][0];
            for (int i = 0; i < z.length; i++) {
                score += coefficients[k][i + 1] * z[i];
            }
            scores[k] = score;
        }
        return new Round(encoder.encodeForNow(context.named(z), List.of(live)), scores);
    }

    /** Puts the arm with this number into a position, unless it is there. */
    private void bringToLife(int position, long number) {
        if (numbers[position] != number) {
            numbers[position] = number;
            live[position] = new Arm("arm" + number, Features.NONE);
            RoundRandom truth = new RoundRandom(truthSeed, 1 + number);
            coefficients[position] = Arrays.stream(mean)
                    .map(common -> common + deviation * truth.nextGaussian())
                    .toArray();
        }
    }
}
