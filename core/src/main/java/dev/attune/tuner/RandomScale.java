package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.math.OptimisticChoice;
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
 * no fixed one is. If every arm has a draw of its own, the probability of an arm is that given alpha ({@link OptimisticChoice}). alpha depends
 * on neither arms nor rewards, so this is the probability that unbiased estimates from logs need. Otherwise it is known only for a uniformly random
 * arm.
 *
 * <p>The idea is that of RandUCB (Vaswani, Mehrabian, Durand, Kveton, "Old dog learns new tricks: randomized UCB for bandit problems", AISTATS
 * 2020), applied to draws instead of widths; the range is measured, not published.
 */
public final class RandomScale implements PathTuner {
    private static final double LEAST = .2;
    private static final double LOG_RANGE = StrictMath.log(4);

    private final OptimisticChoice choice = new OptimisticChoice();
    private ScoredRound last = new ScoredRound();
    private double lastAlpha;
    private int lastArms = 1;

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        double noise = posterior.noise();
        last = round;
        lastArms = arms.arms();
        lastAlpha = 0;
        if (noise == 0) {
            return new PathChoice(rng.nextInt(lastArms), 0);
        }
        lastAlpha = noise * LEAST * StrictMath.exp(LOG_RANGE * rng.nextDouble());
        return new PathChoice(round.best(lastAlpha), lastAlpha);
    }

    @Override
    public double propensity(int arm) {
        if (lastAlpha == 0) {
            return 1.0 / lastArms;
        }
        return last.drawnForEachArm()
                ? choice.probability(arm, last.mean(), last.width(), lastAlpha, lastArms)
                : Double.NaN;
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
