package dev.attune.api;

import dev.attune.math.ArmForms;

/**
 * Mean and bonus of every arm of a round, with the scratch space that computing them takes. Made once and reused: it
 * grows to the largest round seen and then allocates nothing. One thread at a time.
 */
public final class ScoredRound {
    private int arms;
    private boolean drawn;
    private boolean ownWidths;
    private double[] mean = {};
    private double[] bonus = {};
    private double[] draw = {};
    private double[] work = {};
    private int[] whole = {};

    /** Prepares for a round of this many arms and features. */
    public void resize(int newArms, int dimension) {
        if (mean.length < newArms) {
            mean = new double[ArmForms.rowLength(newArms)];
            bonus = new double[ArmForms.rowLength(newArms)];
        }
        if (draw.length != dimension) {
            draw = new double[dimension];
        }
        arms = newArms;
        drawn = false;
        ownWidths = false;
    }

    /** Says that the bonuses of this round are shares of a random draw, not widths. */
    public void bonusesAreDrawn() {
        drawn = true;
    }

    /** Whether the bonuses are shares of a random draw; then an arm's probability cannot be read off this round. */
    public boolean drawn() {
        return drawn;
    }

    /** Marks the bonuses of this round as widths of a matrix other than the posterior's covariance. */
    public void bonusesAreOwnWidths() {
        ownWidths = true;
    }

    /** Returns whether the bonuses are widths of a matrix other than the posterior's covariance. */
    public boolean ownWidths() {
        return ownWidths;
    }

    /** Number of arms in this round; the arrays may be longer. */
    public int arms() {
        return arms;
    }

    /** Estimated value of each arm. */
    public double[] mean() {
        return mean;
    }

    /** What one unit of exploration adds to each arm. */
    public double[] bonus() {
        return bonus;
    }

    /** Scratch of exactly d numbers, for a random direction in the space of coefficients. */
    public double[] draw() {
        return draw;
    }

    /** Returns more scratch, of at least this many numbers. */
    public double[] work(int least) {
        if (work.length < least) {
            work = new double[Math.max(least, 2 * work.length)];
        }
        return work;
    }

    /** Returns scratch of at least this many whole numbers. */
    public int[] whole(int least) {
        if (whole.length < least) {
            whole = new int[Math.max(least, 2 * whole.length)];
        }
        return whole;
    }

    /**
     * The arm with the largest {@code mean + explore * bonus}; the first of equals.
     *
     * @throws ArithmeticException if an index is not a number
     */
    public int best(double explore) {
        int best = 0;
        double bestIndex = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < arms; k++) {
            double index = Math.fma(explore, bonus[k], mean[k]);
            if (!(index <= bestIndex)) { // so written that NaN enters
                if (Double.isNaN(index)) {
                    throw new ArithmeticException("arm " + k + ": the index is not a number (mean " + mean[k]
                            + ", bonus " + bonus[k] + ", explore " + explore + ")");
                }
                best = k;
                bestIndex = index;
            }
        }
        return best;
    }
}
