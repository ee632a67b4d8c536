package dev.attune.api;

import dev.attune.math.ArmForms;
import java.util.Arrays;
import java.util.Optional;

/**
 * Mean and bonus of every arm of a round, with the scratch space that computing them takes. Made once and reused: it
 * grows to the largest round seen and then allocates nothing. One thread at a time.
 */
public final class ScoredRound {
    private int arms;
    private boolean drawn;
    private boolean ownWidths;
    private boolean independent;
    private double[] mean = {};
    private double[] bonus = {};
    private double[] draw = {};
    private double[][] work = {};
    private double[] width = {};
    private final Sparse sparse = new Sparse();
    private double[][] designRows = {};
    private double[][] designView = {};
    private Optional<ActionSet> made = Optional.empty();
    private Optional<ActionSet> design = Optional.empty();
    private int candidate;

    /** Prepares for a round of this many arms and features. */
    public void resize(int newArms, int dimension) {
        if (mean.length < newArms) {
            mean = new double[ArmForms.rowLength(newArms)];
            bonus = new double[ArmForms.rowLength(newArms)];
            width = new double[ArmForms.rowLength(newArms)];
        }
        if (draw.length != dimension) {
            draw = new double[dimension];
        }
        arms = newArms;
        drawn = false;
        ownWidths = false;
        independent = false;
        design = Optional.empty();
    }

    /** Returns scratch for the features that a model makes of the arms: rows of at least as many numbers as there are arms, with old values. */
    public double[][] designRows(int features, int newArms) {
        if (designRows.length < features || (features > 0 && designRows[0].length < newArms)) {
            int length = Math.max(designRows.length == 0 ? 0 : designRows[0].length, ArmForms.rowLength(newArms));
            designRows = new double[Math.max(features, designRows.length)][length];
        }
        if (designView.length != features) {
            designView = new double[features][];
        }
        System.arraycopy(designRows, 0, designView, 0, features);
        return designView;
    }

    /** Returns arms with features that were made of checked numbers: not checked and not copied. The last result may be used again. */
    public ActionSet trusted(double[][] x, int newArms) {
        if (made.isEmpty() || made.get().byFeature() != x || made.get().arms() != newArms) {
            made = Optional.of(ActionSet.trusted(x, newArms));
        }
        return made.get();
    }

    /**
     * Sets the arms as the model that scored them sees them.
     *
     * @param number of the candidate that scored them
     */
    public void design(ActionSet arms, int number) {
        design = made.isPresent() && made.get() == arms ? made : Optional.of(arms);
        candidate = number;
    }

    /** Returns the arms as the model that scored them sees them, if it is one of several candidates with features of their own. */
    public Optional<ActionSet> design() {
        return design;
    }

    /** Returns the number of the candidate that scored the arms, if there is a {@link #design}. */
    public int candidate() {
        return candidate;
    }

    /** Says that the bonuses of this round are shares of a random draw, not widths. */
    public void bonusesAreDrawn() {
        drawn = true;
    }

    /** Whether the bonuses are shares of a random draw; then an arm's probability cannot be read off this round. */
    public boolean drawn() {
        return drawn;
    }

    /**
     * Marks the bonuses of this round as independent draws: that of arm k is {@code width()[k] * max(0, z_k)}, z_k standard normal. The
     * probability of an arm can then be computed from means and widths.
     */
    public void bonusesAreDrawnForEachArm() {
        drawn = true;
        independent = true;
    }

    /** Returns whether the bonuses are independent draws with the widths of {@link #width()}. */
    public boolean drawnForEachArm() {
        return independent;
    }

    /** Returns the widths that bonuses were drawn with, if they are independent draws. */
    public double[] width() {
        return width;
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

    /** Returns more scratch, of exactly this many numbers: one of several arrays, by its number from zero. */
    public double[] work(int number, int length) {
        if (work.length <= number) {
            work = Arrays.copyOf(work, number + 1);
            Arrays.setAll(work, i -> work[i] == null ? new double[0] : work[i]);
        }
        if (work[number].length != length) {
            work[number] = new double[length];
        }
        return work[number];
    }

    /** Returns the scratch space of models that score sparse arms. */
    public Sparse sparse() {
        return sparse;
    }

    /** Scratch space of a sparse round: numbers for each own term, each column of the model and each term of the context. */
    public static final class Sparse {
        /** The column of each own term; -1 if the model does not know it. */
        public int[] column = {};
        /** For each column of the model, zero outside of a round. */
        public int[] place = {};
        /** A number for each own term. */
        public double[] mean = {};
        /** Another number for each own term. */
        public double[] width = {};
        /** The mask that the last prior variance is of. */
        public long priorMask;
        /** Whether there is such a variance in this round. */
        public boolean priorKnown;
        /** The prior variance of the terms that the mask joins. */
        public double prior;
        /** How many terms the mask joins. */
        public int priorTerms;

        private int[][] rows = {};

        private Sparse() {}

        /** Prepares for a round. */
        public void resize(int own, int columns) {
            if (column.length < own) {
                column = new int[2 * own];
                mean = new double[2 * own];
                width = new double[2 * own];
            }
            if (place.length < columns) {
                place = new int[2 * columns];
            }
            priorKnown = false;
        }

        /** Returns a list of at least this many rows of the model. */
        public int[][] rows(int least) {
            if (rows.length < least) {
                rows = new int[2 * least][];
            }
            return rows;
        }
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
