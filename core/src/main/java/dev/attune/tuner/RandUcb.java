package dev.attune.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.PathTuner;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.math.Normal;
import dev.attune.math.UpperEnvelope;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * RandUCB: a random exploration rate in every round, in units of the noise; nothing is learnt.
 *
 * <pre>
 *   alpha = s |z|,  z ~ N(0, 1) ;  arm = argmax m + alpha w
 *   propensity of arm k = P(|z| in the interval of the upper envelope that belongs to k), exact for widths
 * </pre>
 *
 * <p>Made for policies with widths. For Thompson policies, whose bonus is random already, it explores too much.
 *
 * <p>Cost per round: the upper envelope, O(K log K), and only when the propensity is asked for.
 *
 * <p>Departures: the publication draws from a discretised and truncated normal with a scale of its own; here it is the
 * half-normal in units of the model's noise.
 *
 * <p>Vaswani, Mehrabian, Durand, Kveton, "Old dog learns new tricks: randomized UCB for bandit problems", AISTATS 2020.
 */
public final class RandUcb implements PathTuner {
    private static final double LARGEST_ALPHA = 20; // in units of the noise; |z| above it has probability 1e-88

    private final UpperEnvelope path = new UpperEnvelope();
    private ScoredRound lastRound = new ScoredRound();
    private double lastNoise;

    @Override
    public PathChoice choose(ActionSet arms, ScoredRound round, Posterior posterior, RandomGenerator rng) {
        lastRound = round;
        lastNoise = posterior.noise();
        if (lastNoise == 0) { // no scale known yet
            return new PathChoice(rng.nextInt(arms.arms()), 0);
        }
        double alpha = lastNoise * Math.min(LARGEST_ALPHA, Math.abs(rng.nextGaussian()));
        return new PathChoice(round.best(alpha), alpha);
    }

    @Override
    public double propensity(int arm) {
        if (lastNoise == 0) {
            return 1.0 / lastRound.arms();
        }
        if (lastRound.drawn()) {
            return Double.NaN;
        }
        int segments = path.build(lastRound.mean(), lastRound.bonus(), lastRound.arms(), 0, LARGEST_ALPHA * lastNoise);
        double mass = 0;
        for (int i = 0; i < segments; i++) {
            if (path.arm(i) == arm) {
                double to = i == segments - 1 ? Double.POSITIVE_INFINITY : path.to(i) / lastNoise;
                mass += Normal.foldedMass(path.from(i) / lastNoise, to);
            }
        }
        return mass;
    }

    @Override
    public String stateName() {
        return "RandUCB/1";
    }

    @Override
    public void writeState(StateWriter out) {}

    @Override
    public void readState(StateReader in) {}
}
