package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;

/** Rewards that come 200 rounds late, and some never: the decision carries all that its reward will need. */
public final class DelayedRewards {
    private DelayedRewards() {}

    /** Prints how often the best of three offers was chosen. */
    public static void main(String[] args) {
        var bandit = Attune.linTs(3).seed(7).build();
        var world = RandomGenerator.of("L64X128MixRandom");
        ActionSet offers = ActionSet.ofRows(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});
        double[] worth = {1.0, 1.3, 0.8};
        Queue<Decision> underWay = new ArrayDeque<>();
        int best = 0;
        for (int round = 1; round <= 5_000; round++) {
            Decision decision = bandit.decide(offers);
            best += decision.arm() == 1 ? 1 : 0;
            underWay.add(decision);
            if (underWay.size() > 200) {
                Decision old = underWay.remove();
                if (world.nextInt(10) == 0) {
                    bandit.expire(old); // lost on the way: say so, and nothing waits for it
                } else {
                    bandit.reward(old, worth[old.arm()] + 0.5 * world.nextGaussian());
                }
            }
        }
        System.out.printf("the best offer in %.1f %% of rounds%n", best / 50.0);
    }
}
