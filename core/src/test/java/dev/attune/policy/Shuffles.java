package dev.attune.policy;

import dev.attune.api.Policy;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The same rewards in two orders. */
final class Shuffles {
    private static final int REWARDS = 600;

    private Shuffles() {}

    /** Teaches both the same 600 rewards, the second in shuffled order. */
    static void teach(Policy policy, Policy shuffled) {
        List<double[]> pulls = new ArrayList<>();
        for (int t = 1; t <= REWARDS; t++) {
            RoundRandom rng = new RoundRandom(31, t);
            double[] x = Worlds.arms(rng, policy.dimension(), 1).features(0);
            double[] pull = java.util.Arrays.copyOf(x, x.length + 1);
            pull[x.length] = Worlds.reward(policy, x[0], rng);
            pulls.add(pull);
        }
        teachInOrder(policy, pulls);
        Collections.shuffle(pulls, new Random(32));
        teachInOrder(shuffled, pulls);
    }

    private static void teachInOrder(Policy policy, List<double[]> pulls) {
        int d = policy.dimension();
        for (double[] pull : pulls) {
            policy.update(
                    java.util.Arrays.copyOf(pull, d), pull[d], policy.space().preset());
        }
    }
}
