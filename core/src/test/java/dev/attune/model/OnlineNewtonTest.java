package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import dev.attune.state.StateFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnlineNewtonTest {
    static final Link[] LINKS = LinkTest.LINKS;

    /** The learner written out from the publication, with EJML and a projection by bisection. */
    private static final class Reference {
        final Link link;
        final double radius;
        final double[][] a;
        double[] theta;
        double[] unprojected;
        final double[] b;
        double zz;
        double gradients; // sum of |g x|^2 in the norm of A^-1, over kappa
        int projections;

        Reference(Link link, int d, double lambda, double radius) {
            this.link = link;
            this.radius = radius;
            this.a = Oracle.diagonal(d, lambda);
            this.theta = new double[d];
            this.unprojected = new double[d];
            this.b = new double[d];
        }

        void add(double[] x, double y, double kappa) {
            double z = Oracle.dot(x, theta);
            double g = link.mean(z) - y;
            Oracle.addOuter(a, 1, x);
            double[] step = Oracle.solve(a, x);
            gradients += g * g * Oracle.dot(x, step) / kappa;
            unprojected = theta.clone();
            for (int i = 0; i < x.length; i++) {
                unprojected[i] -= g / kappa * step[i];
                b[i] += z * x[i];
            }
            zz += z * z;
            theta = unprojected.clone();
            if (Oracle.norm(theta) > radius) {
                projections++;
                theta = project();
            }
        }

        /** argmin |t - unprojected|_A over |t| at most radius: in the eigenbasis t_i = l_i u_i / (l_i + m). */
        private double[] project() {
            int d = theta.length;
            double[][] vectors = new double[d][];
            double[] values = Oracle.eigen(a, vectors);
            double low = 0;
            double high = 1;
            while (Oracle.norm(shrunk(values, vectors, high)) > radius) {
                high *= 2;
            }
            for (int k = 0; k < 200; k++) {
                double middle = 0.5 * (low + high);
                if (Oracle.norm(shrunk(values, vectors, middle)) > radius) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return shrunk(values, vectors, high);
        }

        private double[] shrunk(double[] values, double[][] vectors, double m) {
            double[] t = new double[values.length];
            for (int k = 0; k < values.length; k++) {
                double share = values[k] / (values[k] + m) * Oracle.dot(vectors[k], unprojected);
                for (int i = 0; i < t.length; i++) {
                    t[i] += share * vectors[k][i];
                }
            }
            return t;
        }

        double[] thetaHat() {
            return Oracle.solve(a, b);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void everyRoundIsThatOfThePublication(int d) {
        for (double radius : new double[] {0.3, 1, 2.5}) {
            RoundRandom rng = new RoundRandom(1, d);
            OnlineNewton model = new OnlineNewton(Link.LOGISTIC, d, 0.7, radius);
            Reference reference = new Reference(Link.LOGISTIC, d, 0.7, radius);
            double[] star = Oracle.gaussian(rng, d, 1);
            for (int t = 0; t < 60; t++) {
                double[] x = Oracle.gaussian(rng, d, 1);
                double y = rng.nextDouble() < Link.LOGISTIC.mean(Oracle.dot(star, x)) ? 1 : 0;
                double kappa = t % 3 == 0 ? 0.2 : 0.05; // may change every round
                model.add(x, y, kappa);
                reference.add(x, y, kappa);
                assertThat(Oracle.relativeError(model.theta(), reference.theta)).isLessThan(1e-9);
                if (t > 0) { // thetaHat is zero after the first reward, whose prediction is zero
                    assertThat(Oracle.relativeError(model.mean(), reference.thetaHat()))
                            .isLessThan(1e-8);
                }
            }
            assertThat(reference.projections).isPositive();
        }
    }

    /** The conditions of optimality: A (theta - theta') = -m theta with m >= 0, and |theta| = S. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void projectionsAreOptimal(int d) {
        RoundRandom rng = new RoundRandom(2, d);
        OnlineNewton model = new OnlineNewton(Link.IDENTITY, d, 0.5, 0.8);
        int projections = 0;
        for (int t = 0; t < 100; t++) {
            double[] x = Oracle.gaussian(rng, d, 1);
            double y = 20 * rng.nextGaussian();
            double[] before = model.theta().clone();
            model.add(x, y, 0.5);
            double[][] a = Oracle.inverse(model.covariance());
            double g = Oracle.dot(x, before) - y;
            double[] step = Oracle.solve(a, x);
            double[] moved = new double[d];
            for (int i = 0; i < d; i++) {
                moved[i] = before[i] - g / 0.5 * step[i];
            }
            if (Oracle.norm(moved) > 0.8) {
                projections++;
                assertThat(Oracle.norm(model.theta())).isCloseTo(0.8, within(1e-11));
                double[] difference = new double[d];
                for (int i = 0; i < d; i++) {
                    difference[i] = moved[i] - model.theta()[i];
                }
                double[] pull = Oracle.times(a, difference);
                double m = Oracle.dot(pull, model.theta()) / (0.8 * 0.8);
                assertThat(m).isNotNegative();
                for (int i = 0; i < d; i++) {
                    assertThat(pull[i]).isCloseTo(m * model.theta()[i], within(1e-9 * (1 + Oracle.norm(pull))));
                }
            } else {
                assertThat(Oracle.relativeError(model.theta(), moved)).isLessThan(1e-11);
            }
        }
        assertThat(projections).isGreaterThan(5);
    }

    @Test
    void oneUnprojectedStepByHand() {
        // x = (1, 0), y = 1: z = 0, g = mu(0) - 1 = -1/2, A = diag(2, 1), theta = (1/2)/kappa * 1/2 at kappa = 1/2.
        OnlineNewton model = new OnlineNewton(Link.LOGISTIC, 2, 1, 1);
        model.add(new double[] {1, 0}, 1, 0.5);
        assertThat(model.theta()).containsExactly(0.5, 0);
        assertThat(model.mean()).containsExactly(0, 0);

        // x = (0, 2), y = 0: z = 0, g = 1/2, A = diag(2, 5), theta_2 = -(1/2)/(1/2) * 2/5.
        model.add(new double[] {0, 2}, 0, 0.5);
        assertThat(model.theta()[0]).isEqualTo(0.5);
        assertThat(model.theta()[1]).isCloseTo(-0.4, within(1e-15));

        // x = (1, 0), y = 1: z = 1/2, so b = (1/2, 0), A = diag(3, 5), thetaHat = (1/6, 0).
        model.add(new double[] {1, 0}, 1, 0.5);
        assertThat(model.mean()[0]).isCloseTo(1.0 / 6, within(1e-15));
        assertThat(model.mean()[1]).isZero();
        double g = 1 / (1 + Math.exp(-0.5)) - 1;
        assertThat(model.theta()[0]).isCloseTo(0.5 - 2 * g / 3, within(1e-15));
    }

    @Test
    void oneProjectedStepByHand() {
        // In one dimension the ball is the interval [-S, S]: g = -1/2, A = 2, theta' = (1/2)/0.1 * 1/2 = 2.5.
        OnlineNewton model = new OnlineNewton(Link.LOGISTIC, 1, 1, 0.75);
        model.add(new double[] {1}, 1, 0.1);
        assertThat(model.theta()[0]).isCloseTo(0.75, within(1e-12));
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void thetaNeverLeavesTheBall(Link link) {
        RoundRandom rng = new RoundRandom(3, 0);
        for (double scale : new double[] {1e-100, 1e-3, 1, 1e3, 1e8, 1e100}) {
            for (double reward : new double[] {1, 1e6, 1e100}) {
                OnlineNewton model = new OnlineNewton(link, 3, 1, 2);
                for (int t = 0; t < 50; t++) {
                    double[] x = Oracle.gaussian(rng, 3, 0.2 * scale);
                    double y =
                            link.rewards().require(link == Link.LOGISTIC ? rng.nextInt(2) : reward * rng.nextDouble());
                    model.add(x, y, 0.001);
                    assertThat(Oracle.norm(model.theta())).isLessThanOrEqualTo(2 * (1 + 1e-12));
                    for (double each : model.mean()) {
                        assertThat(each).isFinite();
                    }
                }
            }
        }
    }

    /**
     * beta_t of Jun, Bhargava, Nowak and Willett (2017), Theorem 1, with B_t of the online Newton step, Theorem 2,
     * written out from the data of the reference learner.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9})
    void theSquaredRadiusIsThatOfTheTheorem(int d) {
        double lambda = 0.7;
        double radius = 1.5;
        double kappa = 0.2;
        double noise = 0.5;
        double delta = 0.05;
        RoundRandom rng = new RoundRandom(4, d);
        OnlineNewton model = new OnlineNewton(Link.LOGISTIC, d, lambda, radius);
        Reference reference = new Reference(Link.LOGISTIC, d, lambda, radius);
        for (int t = 0; t <= 50; t++) {
            double bound = 0.5 * reference.gradients + 2 * kappa * radius * radius * lambda;
            double logarithm = Math.log(2
                    / delta
                    * Math.sqrt(1 + 2 / kappa * bound + 4 * Math.pow(noise, 4) / (Math.pow(kappa, 4) * delta * delta)));
            double alpha = 1 + 4 / kappa * bound + 8 * noise * noise / (kappa * kappa) * logarithm;
            double residual = reference.zz - Oracle.dot(reference.thetaHat(), reference.b);
            double beta = alpha + lambda * radius * radius - residual;
            assertThat(model.squaredRadius(kappa, noise, delta)).isCloseTo(beta, within(1e-9 * beta));

            double[] x = Oracle.unit(rng, d);
            double y = rng.nextInt(2);
            model.add(x, y, kappa);
            reference.add(x, y, kappa);
        }
    }

    /** What the theorem promises: theta* is in the set in all rounds with probability 1 - delta. */
    @Test
    void theConfidenceSetHoldsTheTruth() {
        RoundRandom rng = new RoundRandom(5, 0);
        int failures = 0;
        int runs = 40;
        for (int run = 0; run < runs; run++) {
            double[] star = Oracle.unit(rng, 3);
            OnlineNewton model = new OnlineNewton(Link.LOGISTIC, 3, 1, 1);
            boolean held = true;
            for (int t = 0; t < 200; t++) {
                double[] x = Oracle.unit(rng, 3);
                model.add(x, rng.nextDouble() < Link.LOGISTIC.mean(Oracle.dot(star, x)) ? 1 : 0, 0.196);
                double[] difference = new double[3];
                for (int i = 0; i < 3; i++) {
                    difference[i] = star[i] - model.mean()[i];
                }
                double[][] v = Oracle.inverse(model.covariance());
                double distance = Oracle.dot(difference, Oracle.times(v, difference));
                held &= distance <= model.squaredRadius(0.196, 0.5, 0.05);
            }
            failures += held ? 0 : 1;
        }
        // Binomial(40, 0.05): more than 11 failures have probability 2e-7.
        assertThat(failures).isLessThanOrEqualTo(11);
    }

    @Test
    void badArgumentsAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnlineNewton(Link.LOGISTIC, 2, 1, 0))
                .withMessageContaining("radius = 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnlineNewton(Link.LOGISTIC, 0, 1, 1))
                .withMessageContaining("dimension = 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnlineNewton(Link.LOGISTIC, 2, -1, 1))
                .withMessageContaining("lambda = -1.0");
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void aSavedAndRestoredLearnerGoesOnBitForBit(Link link) {
        RoundRandom rng = new RoundRandom(6, 0);
        OnlineNewton original = new OnlineNewton(link, 4, 0.5, 1);
        for (int t = 0; t < 600; t++) {
            original.add(Oracle.unit(rng, 4), rng.nextInt(2), 0.2);
        }
        OnlineNewton copy = new OnlineNewton(link, 4, 0.5, 1);
        Oracle.restore(Oracle.save(original::writeState), copy::writeState, copy::readState);
        for (int t = 0; t < 100; t++) {
            double[] x = Oracle.unit(rng, 4);
            double y = rng.nextInt(2);
            original.add(x, y, 0.1);
            copy.add(x, y, 0.1);
        }
        assertThat(Oracle.save(copy::writeState)).isEqualTo(Oracle.save(original::writeState));
        assertThat(copy.squaredRadius(0.2, 0.5, 0.05)).isEqualTo(original.squaredRadius(0.2, 0.5, 0.05));
    }

    @Test
    void stateOfAnotherLinkIsRefused() {
        OnlineNewton target = new OnlineNewton(Link.LOGISTIC, 2, 1, 1);
        byte[] foreign = Oracle.save(new OnlineNewton(Link.IDENTITY, 2, 1, 1)::writeState);
        assertThatThrownBy(() -> Oracle.restore(foreign, target::writeState, target::readState))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContainingAll("identity", "logistic");
    }
}
