package dev.attune.bench.stream;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The rewards of a player. */
public final class PlayTally {
    private static final int LATELY = 1_000;

    private final double[] earned = new double[LATELY];
    private final double[] random = new double[LATELY];
    private final double[] best = new double[LATELY];
    private final Map<String, Long> deadLetters = new TreeMap<>();
    private long rounds;

    void add(double reward, PlayedRound round) {
        int at = (int) (rounds % LATELY);
        earned[at] = reward;
        random[at] = round.mean();
        best[at] = round.best();
        rounds++;
    }

    void dead(String reason) {
        deadLetters.merge(reason, 1L, Long::sum);
    }

    /** Returns the numbers of dead letters of the bandit since the player began, by reason. */
    public Map<String, Long> deadLetters() {
        return Collections.unmodifiableMap(deadLetters);
    }

    /** Returns the number of decided rounds. */
    public long rounds() {
        return rounds;
    }

    /** Returns the mean reward of the last thousand rounds. */
    public double earned() {
        return mean(earned);
    }

    /** Returns the mean reward of random arms in these rounds. */
    public double random() {
        return mean(random);
    }

    /** Returns the mean reward of the best arms in these rounds. */
    public double best() {
        return mean(best);
    }

    private double mean(double[] values) {
        int n = (int) Math.min(rounds, LATELY);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += values[i];
        }
        return sum / n;
    }
}
