package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.math.RoundRandom;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Arms from a {@link World}, rewards from an {@link Outcome}. The luck of a round is one draw keyed by (seed, round), the same for every arm: Gaussian
 * rewards of two arms differ by exactly the difference of their means, and an arm with a higher probability succeeds whenever one with a lower
 * probability does.
 */
final class WorldRounds implements Rounds {
    private final World world;
    private final Outcome outcome;
    private final long rounds;
    private final long featureSeed;
    private final long luckSeed;
    private final RoundRandom rng;
    private World.@Nullable Round round;
    private long t;
    private double bestMean;
    private double luck;

    /**
     * Opens the rounds of a world.
     *
     * @param rounds how many there are
     * @param luckSeed if it is the seed of the features, luck is drawn after them
     */
    WorldRounds(World world, Outcome outcome, long rounds, long featureSeed, long luckSeed) {
        this.world = world;
        this.outcome = outcome;
        this.rounds = rounds;
        this.featureSeed = featureSeed;
        this.luckSeed = luckSeed;
        this.rng = new RoundRandom(featureSeed, 0);
    }

    @Override
    public ActionSet next() {
        if (t == rounds) {
            throw new NoSuchElementException("the repetition was opened for " + rounds + " rounds, and these are over");
        }
        rng.reset(featureSeed, ++t);
        World.Round next = world.round(t, rng);
        if (luckSeed != featureSeed) {
            rng.reset(luckSeed, t);
        }
        luck = outcome.luck().applyAsDouble(rng);
        double largest = next.scores()[0];
        for (int arm = 1; arm < next.arms().arms(); arm++) {
            largest = Math.max(largest, next.scores()[arm]);
        }
        bestMean = outcome.mean().applyAsDouble(largest);
        round = next;
        return next.arms();
    }

    @Override
    public double reward(int arm, Setting setting) {
        double[] hidden = present(arm).hidden();
        return outcome.reward().applyAsDouble(mean(arm) + (hidden.length == 0 ? 0 : hidden[arm]), luck);
    }

    @Override
    public double regret(int arm, Setting setting) {
        return Math.max(0, bestMean - mean(arm));
    }

    private double mean(int arm) {
        return outcome.mean().applyAsDouble(present(arm).scores()[arm]);
    }

    private World.Round present(int arm) {
        if (round == null) {
            throw new IllegalStateException("there is no round before the first call of next()");
        }
        if (arm < 0 || arm >= round.arms().arms()) {
            throw new IllegalArgumentException(
                    "arm = " + arm + " is not one of the " + round.arms().arms() + " arms");
        }
        return round;
    }
}
