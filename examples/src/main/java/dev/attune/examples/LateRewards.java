package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ActionSet;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;

/** Rewards that arrive 200 rounds late or never: a decision carries everything that its reward needs, also across a restart. */
public final class LateRewards {
    private LateRewards() {}

    /** Prints how often the best of three offers was chosen. */
    public static void main(String[] args) {
        Bandit bandit = Attune.bandit().vectors(3).policy("LinTS").seed(7).build();
        var world = RandomGenerator.of("L64X128MixRandom");
        ActionSet offers = ActionSet.ofRows(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});
        double[] worth = {1.0, 1.3, 0.8};
        Queue<byte[]> waiting = new ArrayDeque<>();
        int best = 0;
        for (int round = 1; round <= 5_000; round++) {
            Decision decision = bandit.decide(offers);
            best += decision.index() == 1 ? 1 : 0;
            waiting.add(decision.toBytes()); // a database would keep them
            if (waiting.size() > 200) {
                Decision old = Decision.fromBytes(waiting.remove());
                if (world.nextInt(10) == 0) {
                    bandit.expire(old); // lost: no longer pending
                } else {
                    bandit.reward(old, worth[old.index()] + 0.5 * world.nextGaussian());
                }
            }
        }
        System.out.printf("the best offer in %.1f %% of rounds%n", best / 50.0);
    }
}
