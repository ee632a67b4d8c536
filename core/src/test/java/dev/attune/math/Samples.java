package dev.attune.math;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.ejml.data.DMatrixRMaj;

/** Random vectors and matrices for the tests of this package, the same in every run. */
final class Samples {
    /** Well away from 1, so that a forgotten ridge shows. */
    static final double LAMBDA = 0.37;

    private Samples() {}

    static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    static double[] vector(RandomGenerator random, int n) {
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = random.nextGaussian();
        }
        return x;
    }

    static double[][] matrix(RandomGenerator random, int rows, int columns) {
        double[][] a = new double[rows][];
        for (int i = 0; i < rows; i++) {
            a[i] = vector(random, columns);
        }
        return a;
    }

    /** Symmetric, of no particular sign. */
    static double[][] symmetric(RandomGenerator random, int d) {
        double[][] a = matrix(random, d, d);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                a[i][j] = a[j][i];
            }
        }
        return a;
    }

    /** LAMBDA I + sum of 2d outer products, by the plain definition. */
    static double[][] positiveDefinite(RandomGenerator random, int d) {
        double[][] rows = matrix(random, 2 * d, d);
        double[][] v = new double[d][d];
        for (int i = 0; i < d; i++) {
            v[i][i] = LAMBDA;
            for (int j = 0; j < d; j++) {
                for (double[] x : rows) {
                    v[i][j] += x[i] * x[j];
                }
            }
        }
        return v;
    }

    static double[][] copy(double[][] a) {
        double[][] c = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            c[i] = a[i].clone();
        }
        return c;
    }

    static DMatrixRMaj ejml(double[][] a) {
        return new DMatrixRMaj(copy(a));
    }

    static double[][] rows(DMatrixRMaj a) {
        double[][] rows = new double[a.numRows][a.numCols];
        for (int i = 0; i < a.numRows; i++) {
            for (int j = 0; j < a.numCols; j++) {
                rows[i][j] = a.get(i, j);
            }
        }
        return rows;
    }
}
