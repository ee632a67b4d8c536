package dev.attune.model;

import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * Rewards of which only the quadratic of their log-likelihood is known, around the coefficients that were in force when each was gathered:
 *
 * <pre>
 *   A = sum mu' x x'     c = sum x (y - mu) + A theta     so their gradient at any theta is c - A theta
 * </pre>
 *
 * <p>With the identity link that is all there is to know: V and b.
 */
final class QuadraticSummary {
    private final double[][] A;
    private final double[] c;
    private final double[] product;
    private long count;

    QuadraticSummary(int dimension) {
        this.A = Symmetric.scaledIdentity(dimension, 0);
        this.c = new double[dimension];
        this.product = new double[dimension];
    }

    /** Number of rewards. */
    long count() {
        return count;
    }

    void add(double[][] matrix, double[] vector, long rewards) {
        for (int i = 0; i < c.length; i++) {
            c[i] += vector[i];
            for (int j = 0; j < c.length; j++) {
                A[i][j] += matrix[i][j];
            }
        }
        count += rewards;
    }

    /** gradient += c - A theta. */
    void addGradient(double[] theta, double[] gradient) {
        Symmetric.multiply(A, theta, product);
        for (int i = 0; i < c.length; i++) {
            gradient[i] += c[i] - product[i];
        }
    }

    /** A, to be read only. */
    double[][] matrix() {
        return A;
    }

    void clear() {
        for (double[] row : A) {
            Arrays.fill(row, 0);
        }
        Arrays.fill(c, 0);
        count = 0;
    }

    void writeState(StateWriter out) {
        out.writeLong(count);
        out.writeMatrix(A);
        out.writeDoubles(c);
    }

    void readState(StateReader in) {
        count = in.readTally();
        in.readMatrix(A);
        in.readDoubles(c);
    }
}
