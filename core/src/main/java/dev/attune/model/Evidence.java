package dev.attune.model;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * How well a model has predicted rewards before it learnt them.
 *
 * <pre>
 *   r     of each reward: how many times likelier its arm was than with a uniform choice ;  1 if that is not known
 *   j     class of r:  above 2,  above 1/2,  1/8,  1/32,  1/128,  the rest
 *   L_j   = .9995 L_j + min(1, 1/sqrt(r)) l      l the predictive log-likelihood of a reward of this class
 *   L     = sum of L_j
 * </pre>
 *
 * <p>A policy that has converged chooses each arm where it pays. On what it chooses, a model that ignores the context
 * predicts as well as the one that
 * makes these choices; they differ on the other arms, of which few rewards come. So what is known of unlikely arms
 * fades with what is learnt of unlikely
 * arms, not with the rewards of arms that are chosen anyway, and likely arms count less: halfway between the rewards
 * as they come and those that a uniform
 * choice would have brought.
 */
final class Evidence {
    private static final double MEMORY = .9995;
    private static final double LEAST = -1e15;
    private static final double[] CLASSES = {2, .5, .125, 1. / 32, 1. / 128};

    private final double[] sums = new double[CLASSES.length + 1];

    /**
     * Adds a prediction.
     *
     * @param density logarithm of the predictive density of the reward, up to a constant that is the same for all
     *     models
     * @param likelihood how many times likelier its arm was than with a uniform choice; NaN if that is not known
     */
    void add(double density, double likelihood) {
        double r = Double.isNaN(likelihood) ? 1 : likelihood;
        int j = 0;
        while (j < CLASSES.length && r <= CLASSES[j]) {
            j++;
        }
        double weight = r > 1 ? 1 / Math.sqrt(r) : 1;
        sums[j] = Math.max(LEAST, MEMORY * sums[j] + weight * density);
    }

    /** Returns L. */
    double total() {
        double total = 0;
        for (double sum : sums) {
            total += sum;
        }
        return total;
    }

    void write(StateWriter out) {
        out.writeDoubles(sums);
    }

    void read(StateReader in) {
        in.readDoubles(sums);
    }
}
