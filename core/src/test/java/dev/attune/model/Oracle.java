package dev.attune.model;

import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** The definitions, by way of EJML: slow, plain, and sharing nothing with the code under test. */
final class Oracle {
    private Oracle() {}

    static double[][] inverse(double[][] a) {
        DMatrixRMaj inverse = new DMatrixRMaj(a.length, a.length);
        if (!CommonOps_DDRM.invert(new DMatrixRMaj(a), inverse)) {
            throw new AssertionError("singular");
        }
        return rows(inverse);
    }

    static double[] solve(double[][] a, double[] b) {
        DMatrixRMaj x = new DMatrixRMaj(b.length, 1);
        if (!CommonOps_DDRM.solve(new DMatrixRMaj(a), new DMatrixRMaj(b.length, 1, true, b), x)) {
            throw new AssertionError("singular");
        }
        return x.data.clone();
    }

    static double logDeterminant(double[][] a) {
        return Math.log(CommonOps_DDRM.det(new DMatrixRMaj(a)));
    }

    /** L with a = L L'. */
    static double[][] cholesky(double[][] a) {
        CholeskyDecomposition_F64<DMatrixRMaj> factor = DecompositionFactory_DDRM.chol(a.length, true);
        if (!factor.decompose(new DMatrixRMaj(a))) {
            throw new AssertionError("not positive definite");
        }
        return rows(factor.getT(null));
    }

    /** Eigenvalues of a symmetric matrix, with a vector for each. */
    static double[] eigen(double[][] a, double[][] vectors) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(a.length, true, true);
        if (!eigen.decompose(new DMatrixRMaj(a))) {
            throw new AssertionError("no eigenvalues");
        }
        double[] values = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            values[i] = eigen.getEigenvalue(i).getReal();
            vectors[i] = eigen.getEigenVector(i).data.clone();
        }
        return values;
    }

    private static double[][] rows(DMatrixRMaj m) {
        double[][] rows = new double[m.numRows][m.numCols];
        for (int i = 0; i < m.numRows; i++) {
            for (int j = 0; j < m.numCols; j++) {
                rows[i][j] = m.get(i, j);
            }
        }
        return rows;
    }

    /** a += w x x'. */
    static void addOuter(double[][] a, double w, double[] x) {
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                a[i][j] += w * x[i] * x[j];
            }
        }
    }

    static double[][] diagonal(int d, double value) {
        double[][] a = new double[d][d];
        for (int i = 0; i < d; i++) {
            a[i][i] = value;
        }
        return a;
    }

    static double[][] plusDiagonal(double[][] a, double value) {
        double[][] sum = new double[a.length][];
        for (int i = 0; i < a.length; i++) {
            sum[i] = a[i].clone();
            sum[i][i] += value;
        }
        return sum;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    static double[] times(double[][] a, double[] x) {
        double[] out = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            out[i] = dot(a[i], x);
        }
        return out;
    }

    static double norm(double[] v) {
        return Math.sqrt(dot(v, v));
    }

    /** |a - b| / |b| in the Euclidean norm; zero if they are equal. */
    static double relativeError(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum == 0 ? 0 : Math.sqrt(sum) / norm(b);
    }

    /** |a - b| / |b| in the Frobenius norm. */
    static double relativeError(double[][] a, double[][] b) {
        double difference = 0;
        double size = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                difference += (a[i][j] - b[i][j]) * (a[i][j] - b[i][j]);
                size += b[i][j] * b[i][j];
            }
        }
        return Math.sqrt(difference / size);
    }

    /** max |v w - I|. */
    static double distanceFromIdentity(double[][] v, double[][] w) {
        int d = v.length;
        double largest = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double sum = i == j ? -1 : 0;
                for (int k = 0; k < d; k++) {
                    sum += v[i][k] * w[k][j];
                }
                largest = Double.isNaN(sum) ? Double.NaN : Math.max(largest, Math.abs(sum));
            }
        }
        return largest;
    }

    static double[] gaussian(RoundRandom rng, int d, double scale) {
        double[] x = new double[d];
        for (int i = 0; i < d; i++) {
            x[i] = scale * rng.nextGaussian();
        }
        return x;
    }

    /** A random direction. */
    static double[] unit(RoundRandom rng, int d) {
        double[] x = gaussian(rng, d, 1);
        double norm = norm(x);
        for (int i = 0; i < d; i++) {
            x[i] /= norm;
        }
        return x;
    }

    /** What a model writes, in an envelope. */
    /** The integral of the mean, from minus infinity or, for the identity, from zero. */
    static double cumulant(Link link, double eta) {
        if (link == Link.IDENTITY) {
            return 0.5 * eta * eta;
        }
        if (link == Link.LOGISTIC) {
            return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
        }
        return eta <= 100 ? Math.exp(eta) : Math.exp(100) * (1 + eta - 100); // the mean is cut at a score of 100
    }

    static byte[] save(Consumer<StateWriter> write) {
        return Checkpoint.write(new Saved(write, in -> {}));
    }

    /** Reads what {@link #save} wrote; write must give the state of the same object. */
    static void restore(byte[] sealed, Consumer<StateWriter> write, Consumer<StateReader> read) {
        Checkpoint.read(sealed, new Saved(write, read));
    }

    private record Saved(Consumer<StateWriter> write, Consumer<StateReader> read) implements Checkpointed {
        @Override
        public String stateName() {
            return "Model/1";
        }

        @Override
        public void writeState(StateWriter out) {
            write.accept(out);
        }

        @Override
        public void readState(StateReader in) {
            read.accept(in);
        }
    }
}
