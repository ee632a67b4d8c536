package dev.attune.lab.env;

import dev.attune.api.RewardRange;
import dev.attune.math.RoundRandom;

/**
 * Fresh arms whose theta* is drawn anew at every change: what was learnt before is then worth nothing. Change points are
 * evenly spread over the horizon.
 */
final class SwitchingTheta implements Switching {
    private final Segments segments;
    private final SimulatedEnvironment simulation;

    SwitchingTheta(int features, int arms, int changes, Outcome outcome) {
        segments = new Segments(changes);
        simulation = new SimulatedEnvironment(
                features,
                outcome,
                (seed, horizon) -> new FreshArms(
                        Region.BOX, features, arms, theta(features, segments.starts(horizon), seed), seed));
    }

    private static Coefficients theta(int features, long[] starts, long seed) {
        double[][] thetas = new double[starts.length + 1][];
        for (int s = 0; s < thetas.length; s++) {
            thetas[s] = Region.BOX.vector(features, 1, new RoundRandom(seed ^ Keys.TRUTH, s));
        }
        return t -> thetas[Segments.of(t, starts)];
    }

    @Override
    public int dimension() {
        return simulation.dimension();
    }

    @Override
    public RewardRange rewards() {
        return simulation.rewards();
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return simulation.open(seed, horizon);
    }

    @Override
    public long[] changes(long horizon) {
        return segments.starts(horizon);
    }
}
