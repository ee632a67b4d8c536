package dev.attune.lab.run;

import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.spec.Delay;
import dev.attune.math.RoundRandom;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Rewards that a bandit gets some rounds after its decision. */
final class DelayedRewards {
    private final Delay delay;
    private final long seed;
    private final RoundRandom rng = new RoundRandom(0, 0);
    private final PriorityQueue<Delivery> underWay = new PriorityQueue<>(
            Comparator.comparingLong(Delivery::due).thenComparingLong(delivery -> delivery.pull.t()));

    private record Delivery(long due, Pull pull, double reward) {}

    DelayedRewards(Delay delay, long seed) {
        this.delay = delay;
        this.seed = seed;
    }

    /** Schedules the reward of this round; a missing one, NaN, expires at the end of its window. */
    void send(long t, Pull pull, double reward) {
        long rounds = delay.none() ? 0 : delay.of(seed, t, rng);
        boolean lost = rounds < 0 || Double.isNaN(reward);
        long wait = rounds >= 0 ? rounds : delay.window();
        underWay.add(new Delivery(t + wait, pull, lost ? Double.NaN : reward));
    }

    /** Delivers all rewards that are due by the end of a round. */
    void deliver(long t, SelfTuningBandit bandit) {
        while (!underWay.isEmpty() && underWay.element().due() <= t) {
            Delivery delivery = underWay.remove();
            if (Double.isNaN(delivery.reward())) {
                bandit.expire(delivery.pull());
            } else {
                bandit.reward(delivery.pull(), delivery.reward());
            }
        }
    }
}
