package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * RandTS: a random exploration rate in every round, in units of the noise, for policies whose bonuses are draws; nothing is learnt.
 *
 * <pre>
 *   alpha = s c,  ln c uniform in [ln .2, ln .8] ;  arm = argmax m + alpha b
 *   s = 0, all rewards so far are zero: a uniformly random arm
 * </pre>
 *
 * <p>The best fixed scale of Thompson sampling differs between worlds, from .15 to .6. A random scale is close to the best in each of them, which
 * no fixed one is. The probability of an arm is not known, except for a uniformly random one.
 *
 * <p>The idea is that of RandUCB (Vaswani, Mehrabian, Durand, Kveton, "Old dog learns new tricks: randomized UCB for bandit problems", AISTATS
 * 2020), applied to draws instead of widths; the range is measured, not published.
 */
public final class RandomScale implements PathTuner {
    private static final double LEAST = .2;
    private static final double LOG_RANGE = StrictMath.log(4);

    private double lastNoise;
    private int lastArms = 1;

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        lastNoise = posterior.noise();
        lastArms = arms.arms();
        if (lastNoise == 0) {
            return new PathChoice(rng.nextInt(lastArms), 0);
        }
        double alpha = lastNoise * LEAST * StrictMath.exp(LOG_RANGE * rng.nextDouble());
        return new PathChoice(round.best(alpha), alpha);
    }

    @Override
    public double propensity(int arm) {
        return lastNoise == 0 ? 1.0 / lastArms : Double.NaN;
    }

    @Override
    public String stateName() {
        return "RandTS/1";
    }

    @Override
    public void writeState(StateWriter out) {}

    @Override
    public void readState(StateReader in) {}
}
