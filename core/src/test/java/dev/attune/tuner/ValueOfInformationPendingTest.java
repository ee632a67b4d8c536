package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Posterior;
import dev.attune.math.RoundRandom;
import dev.attune.model.Precision;
import dev.attune.tuner.ValueOfInformation.Pending;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.junit.jupiter.api.Test;

/** Bp against its definition, (B^-1 + sum over pending of w x x')^-1, inverted by EJML. */
class ValueOfInformationPendingTest {
    /** A model that is nothing but its precision. */
    private record Beliefs(Precision V) implements Posterior {
        @Override
        public int dimension() {
            return V.sum().length;
        }

        @Override
        public long count() {
            return 0;
        }

        @Override
        public double[] mean() {
            return new double[V.sum().length];
        }

        @Override
        public double[][] covariance() {
            return V.inverse();
        }

        @Override
        public void shape(double[] z) {
            V.shape(z);
        }

        @Override
        public double noise() {
            return 1;
        }

        @Override
        public double weight(double[] x) {
            return 1;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Open(double[] x, double weight) {}

    private static double[][] definition(Precision V, List<Open> open) {
        int d = V.sum().length;
        DMatrixRMaj sum = new DMatrixRMaj(V.sum());
        for (int i = 0; i < d; i++) {
            sum.add(i, i, V.lambda());
            for (int j = 0; j < d; j++) {
                for (Open one : open) {
                    sum.add(i, j, one.weight * one.x[i] * one.x[j]);
                }
            }
        }
        // CommonOps.invert goes through minors for small matrices, which loses the digits that are at stake here
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(d);
        DMatrixRMaj inverse = new DMatrixRMaj(d, d);
        assertThat(solver.setA(sum)).isTrue();
        solver.invert(inverse);
        double[][] rows = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                rows[i][j] = inverse.get(i, j);
            }
        }
        return rows;
    }

    private static void assertClose(double[][] actual, double[][] expected, double tolerance, String what) {
        double largest = 0;
        for (int i = 0; i < expected.length; i++) {
            largest = Math.max(largest, expected[i][i]);
        }
        for (int i = 0; i < expected.length; i++) {
            for (int j = 0; j < expected.length; j++) {
                assertThat(actual[i][j])
                        .as("%s, entry (%d, %d)", what, i, j)
                        .isCloseTo(expected[i][j], within(tolerance * largest));
            }
        }
    }

    private static double[] vector(RoundRandom rng, int d, double size) {
        double[] x = new double[d];
        RoundRandom.gaussians(rng, x);
        for (int i = 0; i < d; i++) {
            x[i] *= size;
        }
        return x;
    }

    @Test
    void isTheCovarianceOnceAllPendingDecisionsAreRewarded() {
        for (int d = 1; d <= 6; d++) {
            RoundRandom rng = new RoundRandom(21, d);
            Precision V = new Precision(d, 0.4);
            Beliefs beliefs = new Beliefs(V);
            Pending pending = new Pending(d);
            List<Open> open = new ArrayList<>();
            for (int step = 0; step < 600; step++) {
                double kind = rng.nextDouble();
                if (open.isEmpty() || kind < 0.52) {
                    Open one = new Open(vector(rng, d, 1), 0.05 + 2 * rng.nextDouble());
                    pending.add(one.x, one.weight, beliefs);
                    open.add(one);
                } else {
                    Open one = open.remove(rng.nextInt(open.size())); // in any order
                    if (kind < 0.85) {
                        V.add(one.weight, one.x); // the model learns first
                        assertThat(pending.rewarded(one.x, one.weight)).isEqualTo(1);
                    } else {
                        assertThat(pending.expired(one.x, one.weight, beliefs)).isEqualTo(1);
                    }
                }
                if (step % 97 == 0) {
                    V.lambda(StrictMath.exp(rng.nextGaussian()));
                    pending.rebuild(beliefs);
                }
                assertThat(pending.count()).isEqualTo(open.size());
                assertClose(pending.covariance(beliefs), definition(V, open), 1e-9, "d = " + d + ", step " + step);
            }
        }
    }

    @Test
    void withNothingPendingItIsTheModelsOwn() {
        Precision V = new Precision(2, 3);
        Beliefs beliefs = new Beliefs(V);
        Pending pending = new Pending(2);
        assertThat(pending.covariance(beliefs)).isSameAs(V.inverse());
        double[] x = {1, 2};
        pending.add(x, 1, beliefs);
        assertThat(pending.covariance(beliefs)).isNotSameAs(V.inverse());
        V.add(1, x);
        pending.rewarded(x, 1);
        assertThat(pending.covariance(beliefs)).isSameAs(V.inverse());
    }

    /** The first arm outweighs the prior up to ten billion times; six digits are lost on the way down. */
    @Test
    void outweighingFeaturesKeepTheirDigits() {
        for (double size : new double[] {1e-8, 1e-3, 1e3, 1e5}) {
            RoundRandom rng = new RoundRandom(22, 0);
            Precision V = new Precision(3, 1);
            Beliefs beliefs = new Beliefs(V);
            Pending pending = new Pending(3);
            List<Open> open = new ArrayList<>();
            for (int step = 0; step < 30; step++) {
                Open one = new Open(vector(rng, 3, size), 1);
                pending.add(one.x, 1, beliefs);
                open.add(one);
                assertClose(pending.covariance(beliefs), definition(V, open), 1e-4, "size " + size + ", step " + step);
            }
            for (int step = 0; step < 25; step++) {
                Open one = open.remove(0);
                pending.expired(one.x, 1, beliefs);
                assertClose(
                        pending.covariance(beliefs), definition(V, open), 1e-4, "size " + size + ", expired " + step);
            }
        }
    }

    @Test
    void givingBackMoreThanWasTakenNeitherFailsNorGoesBelowZero() {
        RoundRandom rng = new RoundRandom(23, 0);
        Precision V = new Precision(3, 1);
        Beliefs beliefs = new Beliefs(V);
        Pending pending = new Pending(3);
        for (int step = 0; step < 3000; step++) {
            double[] x = vector(rng, 3, 2);
            switch (rng.nextInt(3)) {
                case 0 -> pending.add(x, 1, beliefs);
                case 1 -> pending.rewarded(x, 1); // of an unknown decision
                default -> pending.expired(x, 1, beliefs);
            }
            if (step % 10 == 0) {
                pending.rebuild(beliefs);
            }
            assertThat(pending.count()).isNotNegative();
            for (double[] row : pending.covariance(beliefs)) {
                for (double value : row) {
                    assertThat(value).isFinite();
                }
            }
        }
        while (pending.count() > 0) {
            pending.rewarded(new double[3], 1);
        }
        assertThat(pending.rewarded(new double[3], 1)).isZero();
        assertThat(pending.expired(new double[3], 1, beliefs)).isZero();
        assertThat(pending.covariance(beliefs)).isSameAs(V.inverse());
    }
}
