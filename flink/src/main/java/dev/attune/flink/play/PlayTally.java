package dev.attune.flink.play;

/** What a player earned: all in all, and lately. */
public final class PlayTally {
    private static final int LATELY = 1_000;

    private final double[] earned = new double[LATELY];
    private final double[] random = new double[LATELY];
    private final double[] best = new double[LATELY];
    private long rounds;

    void add(double reward, PlayedRound round) {
        int at = (int) (rounds % LATELY);
        earned[at] = reward;
        random[at] = round.mean();
        best[at] = round.best();
        rounds++;
    }

    /** Rounds that were decided. */
    public long rounds() {
        return rounds;
    }

    /** Mean reward of the last thousand rounds. */
    public double earned() {
        return mean(earned);
    }

    /** What random arms would have earned in them on average. */
    public double random() {
        return mean(random);
    }

    /** What the best arms would have earned. */
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
