package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;

/** The evidence of a prior precision against the marginal likelihood itself, computed over all n rewards at once. */
class LogEvidenceTest {
    private static final double[] LAMBDAS = {1e-3, 0.1, 1, 7, 1e3};

    private static double[][] features(RoundRandom rng, int n, int d) {
        double[][] x = new double[n][d];
        for (double[] row : x) {
            RoundRandom.gaussians(rng, row);
        }
        return x;
    }

    /** I + X X' / l, which is the covariance of the rewards in units of the noise variance. */
    private static DMatrixRMaj rewardCovariance(double[][] x, double l) {
        DMatrixRMaj X = new DMatrixRMaj(x);
        DMatrixRMaj C = CommonOps_DDRM.identity(x.length);
        CommonOps_DDRM.multAddTransB(1 / l, X, X, C);
        return C;
    }

    private static double logDeterminant(DMatrixRMaj a) {
        // by eigenvalues: the plain determinant of a large matrix overflows
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(a.numRows, false, true);
        assertThat(eigen.decompose(a.copy())).isTrue();
        double sum = 0;
        for (int i = 0; i < a.numRows; i++) {
            sum += Math.log(eigen.getEigenvalue(i).getReal());
        }
        return sum;
    }

    private static double form(DMatrixRMaj a, double[] y) {
        DMatrixRMaj solved = new DMatrixRMaj(y.length, 1);
        assertThat(CommonOps_DDRM.solve(a, new DMatrixRMaj(y.length, 1, true, y), solved))
                .isTrue();
        double sum = 0;
        for (int i = 0; i < y.length; i++) {
            sum += y[i] * solved.get(i);
        }
        return sum;
    }

    @Test
    void linearEvidenceIsTheMarginalLikelihoodWithTheNoiseIntegratedOut() {
        RoundRandom rng = new RoundRandom(1, 0);
        for (int d : new int[] {1, 2, 3, 4, 15, 16, 40}) {
            for (int n : new int[] {1, 3, 25}) {
                double[][] x = features(rng, n, d);
                double[] y = new double[n];
                RoundRandom.gaussians(rng, y);
                RidgeModel model = new RidgeModel(d, 0.3);
                double yy = 0;
                for (int s = 0; s < n; s++) {
                    model.add(x[s], y[s]);
                    yy += y[s] * y[s];
                }
                for (double l : LAMBDAS) {
                    // y | v ~ N(0, v C), v ~ InverseGamma(1/2, yy/(2n)):  a t density of y
                    DMatrixRMaj C = rewardCovariance(x, l);
                    double expected =
                            -0.5 * logDeterminant(C) - 0.5 * (n + 1) * Math.log(yy / (2 * n) + form(C, y) / 2);
                    assertThat(model.logEvidence(l))
                            .as("d = %d, n = %d, l = %s", d, n, l)
                            .isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
                }
            }
        }
    }

    @Test
    void linearEvidenceDoesNotDependOnThePriorInForce() {
        RoundRandom rng = new RoundRandom(2, 0);
        RidgeModel model = new RidgeModel(3, 0.3);
        for (double[] x : features(rng, 20, 3)) {
            model.add(x, rng.nextGaussian());
        }
        double before = model.logEvidence(2);
        model.lambda(50);
        assertThat(model.logEvidence(2)).isCloseTo(before, within(1e-10 * Math.abs(before)));
    }

    /** With many coefficients it is computed from a reduced form, which a reward makes obsolete. */
    @Test
    void linearEvidenceCountsEveryReward() {
        RoundRandom rng = new RoundRandom(6, 0);
        RidgeModel model = new RidgeModel(20, 0.3);
        RidgeModel copy = new RidgeModel(20, 0.3);
        for (double[] x : features(rng, 30, 20)) {
            model.add(x, rng.nextGaussian());
            RidgeModel fresh = new RidgeModel(20, 0.3);
            fresh.become(model);
            copy.become(model); // over a reduced form of its own
            assertThat(model.logEvidence(2)).isEqualTo(fresh.logEvidence(2)).isEqualTo(copy.logEvidence(2));
        }
    }

    @Test
    void linearEvidenceNeedsARewardThatIsNotZero() {
        RidgeModel model = new RidgeModel(2, 1);
        assertThat(model.hasScale()).isFalse();
        assertThatThrownBy(() -> model.logEvidence(1)).isInstanceOf(IllegalStateException.class);
        model.add(new double[] {1, 0}, 0);
        assertThat(model.hasScale()).isFalse();
        model.add(new double[] {1, 0}, 1e-9);
        assertThat(model.hasScale()).isTrue();
        assertThat(model.logEvidence(1)).isFinite();
    }

    @Test
    void generalizedEvidenceIsExactForTheIdentityLink() {
        RoundRandom rng = new RoundRandom(3, 0);
        int d = 3;
        int n = 20;
        double[][] x = features(rng, n, d);
        double[] y = new double[n];
        RoundRandom.gaussians(rng, y);
        GlmModel model = new GlmModel(Link.IDENTITY, d, 0.3);
        for (int s = 0; s < n; s++) {
            model.add(x[s], y[s]);
        }
        DMatrixRMaj one = rewardCovariance(x, 1);
        double atOne = -0.5 * logDeterminant(one) - 0.5 * form(one, y);
        for (double l : LAMBDAS) {
            DMatrixRMaj C = rewardCovariance(x, l);
            double expected = -0.5 * logDeterminant(C) - 0.5 * form(C, y) - atOne;
            assertThat(model.logEvidence(l) - model.logEvidence(1)).isCloseTo(expected, within(1e-8));
        }
    }

    /** The quadratic that is fitted at the present lambda is off by up to 0.035 here, at five times that lambda. */
    @Test
    void logisticEvidenceIsCloseToTheIntegralOverTheCoefficient() {
        RoundRandom rng = new RoundRandom(4, 0);
        int n = 200;
        double[] x = new double[n];
        double[] y = new double[n];
        GlmModel model = new GlmModel(Link.LOGISTIC, 1, 1);
        for (int s = 0; s < n; s++) {
            x[s] = rng.nextGaussian();
            y[s] = rng.nextDouble() < Exponentials.logistic(0.8 * x[s]) ? 1 : 0;
            model.add(new double[] {x[s]}, y[s]);
        }
        double atOne = logIntegral(x, y, 1);
        for (double l : new double[] {0.2, 0.5, 2, 5}) {
            assertThat(model.logEvidence(l) - model.logEvidence(1))
                    .as("l = %s", l)
                    .isCloseTo(logIntegral(x, y, l) - atOne, within(0.05));
        }
    }

    /** ln of the integral of likelihood times N(0, 1/l), by the trapezoidal rule. */
    private static double logIntegral(double[] x, double[] y, double l) {
        double[] logs = new double[4001];
        for (int i = 0; i < logs.length; i++) {
            double theta = (i - 2000) * 0.002;
            logs[i] = 0.5 * Math.log(l) - 0.5 * l * theta * theta;
            for (int s = 0; s < x.length; s++) {
                logs[i] += y[s] * x[s] * theta - Math.log1p(Math.exp(x[s] * theta));
            }
        }
        return Exponentials.logSumExp(logs, logs.length);
    }

    @Test
    void leastKnownOfArmsWithACoefficientEachIsHowOftenTheyWereTried() {
        Precision precision = new Precision(3, 0.37);
        for (int k : new int[] {0, 0, 0, 1, 2, 2}) {
            double[] x = new double[3];
            x[k] = 2;
            precision.add(1, x);
        }
        double[][] arms = {{2, 0, 0}, {0, 5, 0}, {0, 0, 2}};
        assertThat(precision.leastKnown(ActionSet.ofRows(arms))).isCloseTo(4, within(1e-12)); // once, x^2 = 4
        assertThat(precision.leastKnown(ActionSet.ofRows(arms[0], arms[2]))).isCloseTo(8, within(1e-12));
        assertThat(new Precision(3, 0.37).leastKnown(ActionSet.ofRows(arms))).isZero();
    }

    /** Between the extreme eigenvalues for an arm in any direction, and the eigenvalue itself in a direction of its own. */
    @Test
    void leastKnownOfAnArmIsAMeanOfTheEigenvaluesOfTheData() {
        RoundRandom rng = new RoundRandom(5, 0);
        for (int d = 1; d <= 12; d++) {
            Precision precision = new Precision(d, 0.37);
            for (double[] x : features(rng, 3 * d, d)) {
                precision.add(rng.nextDouble(), x);
            }
            EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(d, true, true);
            assertThat(eigen.decompose(new DMatrixRMaj(precision.sum()))).isTrue();
            double smallest = Double.POSITIVE_INFINITY;
            double largest = 0;
            for (int i = 0; i < d; i++) {
                double value = eigen.getEigenvalue(i).getReal();
                smallest = Math.min(smallest, value);
                largest = Math.max(largest, value);
                ActionSet alone = ActionSet.ofRows(eigen.getEigenVector(i).data.clone());
                assertThat(precision.leastKnown(alone)).isCloseTo(value, within(1e-9 * (1 + value)));
            }
            ActionSet arm = ActionSet.ofRows(features(rng, 1, d)[0]);
            assertThat(precision.leastKnown(arm)).isBetween(smallest - 1e-9, largest + 1e-9);
        }
    }
}
