package dev.attune.bench.jmh;

import dev.attune.bench.OneArmAtATime;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import java.util.concurrent.TimeUnit;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** All widths sqrt(x' B x) of a round: the kernel, arm by arm, and EJML's matrix product. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class WidthsBenchmark {
    @Param("25")
    private int dimension;

    @Param("120")
    private int arms;

    private double[][] b;
    private double[][] x;
    private double[][] rows;
    private double[] out;
    private DMatrixRMaj matrixB;
    private DMatrixRMaj matrixX;
    private DMatrixRMaj product;

    /** The same numbers in the three layouts. */
    @Setup
    public void setUp() {
        RoundRandom rng = new RoundRandom(1, 0);
        x = new double[dimension][ArmForms.rowLength(arms)];
        rows = new double[arms][dimension];
        matrixX = new DMatrixRMaj(dimension, arms);
        for (int i = 0; i < dimension; i++) {
            for (int k = 0; k < arms; k++) {
                x[i][k] = rng.nextDouble() - 0.5;
                rows[k][i] = x[i][k];
                matrixX.set(i, k, x[i][k]);
            }
        }
        b = Symmetric.scaledIdentity(dimension, 1);
        for (double[] row : rows) {
            Symmetric.shermanMorrison(b, 1, row, new double[dimension]);
        }
        matrixB = new DMatrixRMaj(b);
        product = new DMatrixRMaj(dimension, arms);
        out = new double[ArmForms.rowLength(arms)];
    }

    /** The kernel. */
    @Benchmark
    public double[] attune() {
        ArmForms.widths(b, x, arms, out);
        return out;
    }

    /** B X by EJML, then the columns of X and B X multiplied and summed. */
    @Benchmark
    public double[] ejml() {
        CommonOps_DDRM.mult(matrixB, matrixX, product);
        for (int k = 0; k < arms; k++) {
            out[k] = 0;
        }
        for (int i = 0; i < dimension; i++) {
            int row = i * arms;
            for (int k = 0; k < arms; k++) {
                out[k] += matrixX.data[row + k] * product.data[row + k];
            }
        }
        for (int k = 0; k < arms; k++) {
            out[k] = Math.sqrt(out[k]);
        }
        return out;
    }

    /** The textbook's double sum for each arm. */
    @Benchmark
    public double[] oneArmAtATime() {
        OneArmAtATime.widths(b, rows, out);
        return out;
    }
}
