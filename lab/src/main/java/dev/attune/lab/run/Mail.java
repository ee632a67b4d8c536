package dev.attune.lab.run;

import dev.attune.SelfTuningBandit;
import dev.attune.api.Decision;
import dev.attune.lab.spec.Delay;
import dev.attune.math.RoundRandom;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Rewards on their way to a bandit. */
final class Mail {
    private final Delay delay;
    private final long seed;
    private final RoundRandom rng = new RoundRandom(0, 0);
    private final PriorityQueue<Letter> underWay =
            new PriorityQueue<>(Comparator.comparingLong(Letter::due).thenComparingLong(letter -> letter.decision.t()));

    private record Letter(long due, Decision decision, double reward) {}

    Mail(Delay delay, long seed) {
        this.delay = delay;
        this.seed = seed;
    }

    /** Sends the reward of this round; one that will never come, NaN, is given up when its window is over. */
    void send(long t, Decision decision, double reward) {
        long rounds = delay.none() ? 0 : delay.of(seed, t, rng);
        boolean lost = rounds < 0 || Double.isNaN(reward);
        long wait = rounds >= 0 ? rounds : delay.window();
        underWay.add(new Letter(t + wait, decision, lost ? Double.NaN : reward));
    }

    /** Hands over all that is due by the end of a round. */
    void deliver(long t, SelfTuningBandit bandit) {
        while (!underWay.isEmpty() && underWay.element().due() <= t) {
            Letter letter = underWay.remove();
            if (Double.isNaN(letter.reward())) {
                bandit.expire(letter.decision());
            } else {
                bandit.reward(letter.decision(), letter.reward());
            }
        }
    }
}
