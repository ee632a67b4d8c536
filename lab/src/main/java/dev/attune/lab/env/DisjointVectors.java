package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;

/**
 * Makes vectors of a context and the numbers of arms: the features of an arm are the context in the arm's own block of an otherwise empty vector, so
 * that one linear model is a separate model for each arm. For one thread.
 */
final class DisjointVectors {
    private final int block;
    private double[][] x; // [feature][position]
    private int[] filled = {}; // by position: the arm whose block is not zero

    /** Creates a maker of vectors for a number of arms and the size of their contexts. */
    DisjointVectors(int arms, int block) {
        this.block = block;
        this.x = new double[arms * block][0];
    }

    /** Returns the arms on offer, which the next call overwrites. */
    ActionSet of(double[] context, int[] offer) {
        for (int k = 0; k < filled.length; k++) {
            for (int i = 0; i < block; i++) {
                x[filled[k] * block + i][k] = 0;
            }
        }
        if (offer.length > x[0].length) {
            x = new double[x.length][ArmForms.rowLength(offer.length)];
        }
        for (int k = 0; k < offer.length; k++) {
            for (int i = 0; i < block; i++) {
                x[offer[k] * block + i][k] = context[i];
            }
        }
        filled = offer.clone();
        return ActionSet.wrap(x, offer.length);
    }
}
