package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import dev.attune.state.StateFormatException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlmModelTest {
    static final Link[] LINKS = LinkTest.LINKS;

    /** The model beside the full Newton solve of the same data, which starts from its own last solution. */
    private static final class Run {
        final Link link;
        final int d;
        final double lambda;
        final GlmModel model;
        final List<double[]> x = new ArrayList<>();
        final List<Double> y = new ArrayList<>();
        final double[] exact;
        double[][] exactFisher;
        double worstTheta;
        double worstFisher;

        Run(Link link, int d, double lambda) {
            this.link = link;
            this.d = d;
            this.lambda = lambda;
            this.model = new GlmModel(link, d, lambda);
            this.exact = new double[d];
            this.exactFisher = Oracle.diagonal(d, lambda);
        }

        void add(double[] features, double reward) {
            model.add(features, reward);
            x.add(features);
            y.add(reward);
        }

        void compare() {
            solve();
            worstTheta = Math.max(worstTheta, Oracle.relativeError(model.mean(), exact));
            double[][] fisher = Oracle.inverse(model.covariance());
            worstFisher = Math.max(worstFisher, Oracle.relativeError(fisher, exactFisher));
        }

        /** Newton with halving until the penalised log-likelihood grows, to a step of 1e-5 relative, which leaves about 1e-10. */
        private void solve() {
            double length = Double.POSITIVE_INFINITY;
            for (int step = 0; step < 100 && !(length <= 1e-5 * Oracle.norm(exact)); step++) {
                double[] gradient = new double[d];
                exactFisher = Oracle.diagonal(d, lambda);
                for (int i = 0; i < d; i++) {
                    gradient[i] = -lambda * exact[i];
                }
                for (int s = 0; s < x.size(); s++) {
                    double[] xs = x.get(s);
                    double mean = link.mean(Oracle.dot(xs, exact));
                    double slope = link.slopeAt(mean);
                    double residual = y.get(s) - mean;
                    for (int i = 0; i < d; i++) {
                        gradient[i] += residual * xs[i];
                        double weighted = slope * xs[i];
                        for (int j = 0; j <= i; j++) {
                            exactFisher[i][j] += weighted * xs[j];
                        }
                    }
                }
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j < i; j++) {
                        exactFisher[j][i] = exactFisher[i][j];
                    }
                }
                double[] move = Oracle.solve(exactFisher, gradient);
                length = Oracle.norm(move);
                double share = 1;
                double[] start = exact.clone();
                double before = length > 0.1 ? objective() : Double.NEGATIVE_INFINITY;
                do {
                    for (int i = 0; i < d; i++) {
                        exact[i] = start[i] + share * move[i];
                    }
                    share /= 2;
                } while (length > 0.1 && share > 1e-30 && objective() < before);
            }
            assertThat(length).isLessThanOrEqualTo(1e-5 * Oracle.norm(exact));
        }

        private double objective() {
            double sum = -0.5 * lambda * Oracle.dot(exact, exact);
            for (int s = 0; s < x.size(); s++) {
                double score = Oracle.dot(x.get(s), exact);
                sum += y.get(s) * score - Oracle.cumulant(link, score);
            }
            return sum;
        }
    }

    /** A real run: the arm of five with the largest score plus noise is pulled, so the contexts are not neutral. */
    private static double[] pull(Run run, RoundRandom rng) {
        double[] best = {};
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < 5; k++) {
            double[] x = Oracle.unit(rng, run.d);
            double index = Oracle.dot(x, run.model.mean()) + 0.3 * rng.nextDouble();
            if (index > largest) {
                largest = index;
                best = x;
            }
        }
        return best;
    }

    private static double bernoulli(RoundRandom rng, double p) {
        return rng.nextDouble() < p ? 1 : 0;
    }

    private static double poisson(RoundRandom rng, double mean) {
        double threshold = Math.exp(-mean);
        int count = 0;
        for (double product = rng.nextDouble(); product > threshold; product *= rng.nextDouble()) {
            count++;
        }
        return count;
    }

    @Test
    @Tag("slow")
    void logisticEstimatesStayWithinTwoPerMilleOfTheExactOnesAtEveryRoundOfThreeThousand() {
        RoundRandom rng = new RoundRandom(1, 0);
        Run run = new Run(Link.LOGISTIC, 10, 1);
        double[] star = Oracle.gaussian(rng, 10, 1);
        for (int t = 0; t < 3000; t++) {
            double[] x = pull(run, rng);
            run.add(x, bernoulli(rng, Link.LOGISTIC.mean(Oracle.dot(x, star))));
            run.compare();
        }
        assertThat(run.worstTheta).isLessThan(2e-3);
        // Slopes are taken at the estimates of their own rounds and are renewed at refreshes; widths are its roots.
        assertThat(run.worstFisher).isLessThan(0.04);
    }

    /** Other runs, in the rounds where refreshes begin to be left out and one reward still counts. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 9, 10, 11, 12})
    @Tag("slow")
    void logisticEstimatesStayWithinTwoPerMilleAfterRefreshesBecomeRare(int seed) {
        RoundRandom rng = new RoundRandom(seed, 0);
        Run run = new Run(Link.LOGISTIC, 10, 1);
        double[] star = Oracle.gaussian(rng, 10, 1);
        for (int t = 1; t <= 700; t++) {
            double[] x = pull(run, rng);
            run.add(x, bernoulli(rng, Link.LOGISTIC.mean(Oracle.dot(x, star))));
            if (t >= 250) {
                run.compare();
            }
        }
        assertThat(run.worstTheta).isLessThan(2e-3);
    }

    @Test
    void poissonEstimatesStayWithinTwoPerMilleAtEveryRound() {
        RoundRandom rng = new RoundRandom(2, 0);
        Run run = new Run(Link.POISSON, 5, 0.5);
        double[] star = Oracle.gaussian(rng, 5, 1);
        for (int t = 0; t < 800; t++) {
            double[] x = pull(run, rng);
            run.add(x, poisson(rng, Link.POISSON.mean(Oracle.dot(x, star))));
            run.compare();
        }
        assertThat(run.worstTheta).isLessThan(2e-3);
        assertThat(run.worstFisher).isLessThan(0.04);
    }

    /** A first count of 1000 pulls an undamped step to a score of 500, where the curvature is e^100. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 20, 100, 200, 1000, 1e5, 1e9})
    void countsOfAnySizeAreLearntAtOnce(double count) {
        Run run = new Run(Link.POISSON, 2, 1);
        for (int t = 0; t < 6; t++) {
            run.add(new double[] {1, t % 2 == 0 ? 0.5 : -0.5}, count);
            run.compare();
        }
        assertThat(run.worstTheta).isLessThan(2e-3);
        assertThat(run.worstFisher).isLessThan(1e-2);
    }

    /** Both rewards at each size, so that the likelihood itself and not the ridge bounds the estimate. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-8, 0.01, 10, 1e3, 1e6, 1e10, 1e100})
    void featuresOfAnyScaleGiveTheirCoefficients(double scale) {
        double[][] x = {{1, 0.2}, {0.5, -1}, {-0.3, 0.7}, {1, 1}, {-0.5, 0.5}, {0.9, -0.1}};
        double[] y = {1, 0, 0, 1, 1, 0};
        GlmModel model = new GlmModel(Link.LOGISTIC, 2, 1);
        // The same data at unit scale have the ridge lambda / scale^2.
        Run unit = new Run(Link.LOGISTIC, 2, Math.max(1 / (scale * scale), 1e-30));
        for (int t = 0; t < 30; t++) {
            double[] xs = x[t % 6];
            model.add(new double[] {scale * xs[0], scale * xs[1]}, y[t % 6]);
            unit.add(xs, y[t % 6]);
            if (t >= 5) {
                unit.solve();
                double[] scaled = {scale * model.mean()[0], scale * model.mean()[1]};
                assertThat(Oracle.relativeError(scaled, unit.exact)).isLessThan(2e-3);
            }
        }
    }

    @Test
    void withTheIdentityItIsRidgeRegression() {
        RoundRandom rng = new RoundRandom(3, 0);
        GlmModel glm = new GlmModel(Link.IDENTITY, 6, 0.3);
        RidgeModel ridge = new RidgeModel(6, 0.3);
        for (int t = 0; t < 1500; t++) {
            double[] x = Oracle.gaussian(rng, 6, 1);
            double y = x[0] - x[5] + rng.nextGaussian();
            glm.add(x, y);
            ridge.add(x, y);
            assertThat(Oracle.relativeError(glm.mean(), ridge.mean())).isLessThan(1e-11);
        }
        assertThat(Oracle.relativeError(glm.covariance(), ridge.covariance())).isLessThan(1e-11);
    }

    @Test
    void oneRewardByHand() {
        // lambda theta = 1 - mu(theta) with lambda = 1.
        GlmModel model = new GlmModel(Link.LOGISTIC, 1, 1);
        model.add(new double[] {1}, 1);
        double theta = model.mean()[0];
        assertThat(theta).isCloseTo(1 / (1 + Math.exp(theta)), within(1e-5));
        double p = Link.LOGISTIC.mean(theta);
        assertThat(1 / model.covariance()[0][0]).isCloseTo(1 + p * (1 - p), within(1e-3));
        assertThat(model.count()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aSeparableStreamKeepsTheEstimateFinite(int d) {
        RoundRandom rng = new RoundRandom(4, d);
        GlmModel model = new GlmModel(Link.LOGISTIC, d, 1);
        for (int t = 0; t < 100_000; t++) {
            double[] x = Oracle.gaussian(rng, d, 1);
            model.add(x, x[0] > 0 ? 1 : 0);
        }
        assertThat(model.mean()[0]).isFinite().isBetween(5.0, 1000.0);
        for (int i = 1; i < d; i++) {
            assertThat(Math.abs(model.mean()[i])).isLessThan(0.05 * model.mean()[0]);
        }
        assertThat(gradient(model, d, 4, 100_000)).isLessThan(0.05);
    }

    /** |gradient| over |theta| of the stream above, generated once more. */
    private static double gradient(GlmModel model, int d, int seed, int n) {
        RoundRandom rng = new RoundRandom(seed, d);
        double[] gradient = new double[d];
        for (int i = 0; i < d; i++) {
            gradient[i] = -model.mean()[i];
        }
        for (int t = 0; t < n; t++) {
            double[] x = Oracle.gaussian(rng, d, 1);
            double residual = (x[0] > 0 ? 1 : 0) - Link.LOGISTIC.mean(Oracle.dot(x, model.mean()));
            for (int i = 0; i < d; i++) {
                gradient[i] += residual * x[i];
            }
        }
        return Oracle.norm(gradient) / Oracle.norm(model.mean());
    }

    @Test
    void oneArmThatAlwaysWinsKeepsTheEstimateFinite() {
        GlmModel model = new GlmModel(Link.LOGISTIC, 2, 1);
        double[] x = {0.6, 0.8};
        for (int t = 0; t < 100_000; t++) {
            model.add(x, 1);
        }
        // theta = c x with c = n (1 - mu(c)): c = 9.2 at n = 1e5.
        double c = Oracle.dot(model.mean(), x);
        assertThat(c).isCloseTo(100_000 / (1 + Math.exp(c)), within(0.01 * c));
    }

    /** The cost: refreshes of O(n d^2) come after n has grown by 1 to 2 %, so the amortised cost does not depend on n. */
    @Test
    void refreshesComeAfterTheHistoryHasGrownByTwoPercent() {
        GlmModel model = new GlmModel(Link.LOGISTIC, 1, 1);
        int refreshes = 0;
        int next = 1;
        for (int n = 1; n <= 20_000; n++) {
            model.add(new double[] {(n % 7) - 3}, n % 2);
            if (n == next - 1) {
                assertThat(nextRefresh(model)).isEqualTo(next); // not before its time
            } else if (n == next) {
                refreshes++;
                next = nextRefresh(model);
                double growth = (double) (next - n) / n;
                if (n < 250) {
                    assertThat(next).isEqualTo(n + 1);
                } else {
                    assertThat(growth).isBetween(n < 1000 ? 0.005 : 0.019, 0.0201);
                }
            }
        }
        // 250, then ln 4 / ln 1.01 = 139 and some for rounding down, then ln 20 / ln 1.02 = 151.
        assertThat(refreshes).isBetween(450, 650);
    }

    /** The last four bytes of the state, before the checksum. */
    private static int nextRefresh(GlmModel model) {
        byte[] state = Oracle.save(model::writeState);
        return ByteBuffer.wrap(state).getInt(state.length - 8);
    }

    @ParameterizedTest
    @FieldSource("LINKS")
    void aSavedAndRestoredModelGoesOnBitForBit(Link link) {
        RoundRandom rng = new RoundRandom(5, 0);
        GlmModel original = new GlmModel(link, 4, 0.5);
        for (int t = 0; t < 600; t++) {
            original.add(Oracle.unit(rng, 4), rng.nextInt(2));
        }
        GlmModel copy = new GlmModel(link, 4, 0.5);
        copy.add(new double[] {1, 2, 3, 4}, 1);
        Oracle.restore(Oracle.save(original::writeState), copy::writeState, copy::readState);
        for (int t = 0; t < 100; t++) {
            double[] x = Oracle.unit(rng, 4);
            double y = rng.nextInt(2);
            original.add(x, y);
            copy.add(x, y);
            assertThat(copy.mean()).containsExactly(original.mean());
        }
        assertThat(copy.count()).isEqualTo(700);
        assertThat(Oracle.save(copy::writeState)).isEqualTo(Oracle.save(original::writeState));
    }

    @Test
    void stateOfAnotherLinkOrWithAHostileCountIsRefusedAndNothingChanges() {
        GlmModel target = new GlmModel(Link.LOGISTIC, 2, 1);
        target.add(new double[] {1, 2}, 1);
        byte[] before = Oracle.save(target::writeState);
        byte[] foreign = Oracle.save(new GlmModel(Link.POISSON, 2, 1)::writeState);
        assertThatThrownBy(() -> Oracle.restore(foreign, target::writeState, target::readState))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContainingAll("poisson", "logistic");
        byte[] hostile = Oracle.save(out -> {
            out.writeString("logistic");
            out.writeInt(Integer.MAX_VALUE);
            out.writeDoubles(new double[] {1, 2});
            out.writeDouble(1);
        });
        assertThatThrownBy(() -> Oracle.restore(hostile, target::writeState, target::readState))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining(Integer.toString(Integer.MAX_VALUE));
        assertThat(Oracle.save(target::writeState)).isEqualTo(before);
    }

    @Test
    void theCallersFeaturesAreCopied() {
        RoundRandom rng = new RoundRandom(6, 0);
        GlmModel reused = new GlmModel(Link.LOGISTIC, 3, 1);
        GlmModel fresh = new GlmModel(Link.LOGISTIC, 3, 1);
        double[] buffer = new double[3];
        for (int t = 0; t < 300; t++) {
            double[] x = Oracle.unit(rng, 3);
            System.arraycopy(x, 0, buffer, 0, 3);
            reused.add(buffer, t % 2);
            fresh.add(x, t % 2);
        }
        assertThat(reused.mean()).containsExactly(fresh.mean());
    }
}
