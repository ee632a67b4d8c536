package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ActionSet;
import java.util.random.RandomGenerator;

/** A bandit with all defaults: four banners for two kinds of visitors. */
public final class NoKnob {
    private NoKnob() {}

    /** Prints the clicks of every thousand visits. */
    public static void main(String[] args) {
        Bandit bandit = Attune.bandit().vectors(8).seed(42).build();
        var world = RandomGenerator.of("L64X128MixRandom");
        int clicks = 0;
        for (int visit = 1; visit <= 10_000; visit++) {
            int kind = world.nextInt(2);
            ActionSet.Builder banners = ActionSet.builder(8);
            for (int banner = 0; banner < 4; banner++) {
                double[] x = new double[8];
                x[4 * kind + banner] = 1; // this banner for this kind of visitor
                banners.add(x);
            }
            Decision decision = bandit.decide(banners.build());
            double clickRate = decision.index() == 3 * kind ? 0.30 : 0.10; // each kind has its favourite
            double reward = world.nextDouble() < clickRate ? 1 : 0;
            bandit.reward(decision, reward);
            clicks += (int) reward;
            if (visit % 1_000 == 0) {
                System.out.printf("visits %,6d   clicks in the last thousand: %d%n", visit, clicks);
                clicks = 0;
            }
        }
    }
}
