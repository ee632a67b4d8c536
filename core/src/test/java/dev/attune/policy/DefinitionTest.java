package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.model.Link;
import java.util.stream.DoubleStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mean and bonus of every arm against the definitions, for d = 1..9, K = 1..9, two prior precisions, three links. */
class DefinitionTest {
    private static final int REWARDS = 40;

    /** What a definition says about an arm's mean and about x' C z, the covariance of two arms' bonuses. */
    private record Definition(DMatrixRMaj theta, DMatrixRMaj covariance) {}

    private interface Defining {
        Definition after(Oracle oracle);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2.5})
    void linUcb(double lambda) {
        forAllShapes((d, K) -> {
            LinUcb policy = new LinUcb(d, lambda);
            Definition is = learn(policy, lambda, o -> new Definition(o.ridge(), Oracle.inverse(o.V())));
            assertWidths(policy, K, is, 1e-10);
        });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2.5})
    void linTs(double lambda) {
        forAllShapes((d, K) -> {
            LinTs policy = new LinTs(d, lambda);
            Definition is = learn(policy, lambda, o -> new Definition(o.ridge(), Oracle.inverse(o.V())));
            assertDraws(policy, K, is, 1e-10, 1e-10);
        });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2.5})
    void ucbGlm(double lambda) {
        for (Link link : new Link[] {Link.LOGISTIC, Link.POISSON, Link.IDENTITY}) {
            forAllShapes((d, K) -> {
                UcbGlm policy = new UcbGlm(link, d, lambda);
                Definition is = learn(policy, lambda, o -> new Definition(o.likeliest(link), Oracle.inverse(o.V())));
                assertWidths(policy, K, is, 2e-5 * (1 + Oracle.norm(is.theta)));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2.5})
    void glmUcb(double lambda) {
        for (Link link : new Link[] {Link.LOGISTIC, Link.POISSON, Link.IDENTITY}) {
            forAllShapes((d, K) -> {
                GlmUcb policy = new GlmUcb(link, d, lambda);
                Definition is = learn(policy, lambda, o -> new Definition(o.likeliest(link), Oracle.inverse(o.V())));
                ActionSet arms = arms(d, K);
                ScoredRound round = new ScoredRound();
                policy.score(arms, PolicyRounds.none(), round);
                for (int k = 0; k < K; k++) {
                    double[] x = arms.features(k);
                    double mean = link.mean(Oracle.dot(x, is.theta));
                    assertThat(round.mean()[k]).isCloseTo(mean, within(5e-5 * (1 + Math.abs(mean))));
                    assertThat(round.bonus()[k]).isCloseTo(Math.sqrt(Oracle.form(x, is.covariance, x)), within(1e-10));
                }
            });
        }
    }

    /** H is that of the last Newton step but one: its slopes are right to a percent, theta to the tolerance. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2.5})
    void glmTsl(double lambda) {
        for (Link link : new Link[] {Link.LOGISTIC, Link.POISSON, Link.IDENTITY}) {
            forAllShapes((d, K) -> {
                GlmTsl policy = new GlmTsl(link, d, lambda);
                Definition is = learn(policy, lambda, o -> {
                    DMatrixRMaj theta = o.likeliest(link);
                    return new Definition(theta, Oracle.inverse(o.fisher(link, theta)));
                });
                assertDraws(policy, K, is, 2e-5 * (1 + Oracle.norm(is.theta)), 1e-2);
            });
        }
    }

    /** The targets z are the predictions that the online learner made, read off before each update. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2.5})
    void gloc(double lambda) {
        forAllShapes((d, K) -> {
            Gloc policy = new Gloc(Link.LOGISTIC, d, lambda, 1.5);
            Oracle oracle = new Oracle(d, lambda, REWARDS);
            DMatrixRMaj z = new DMatrixRMaj(REWARDS, 1);
            for (int t = 1; t <= REWARDS; t++) {
                RoundRandom rng = new RoundRandom(61, t);
                double[] x = PolicyRounds.arms(rng, d, 1).features(0);
                z.set(t - 1, 0, PolicyRounds.dot(x, policy.model().theta()));
                double y = PolicyRounds.reward(policy, 2 * x[0], rng);
                oracle.add(x, y);
                policy.update(x, y, Gloc.SPACE.preset());
                assertThat(Math.sqrt(PolicyRounds.dot(
                                policy.model().theta(), policy.model().theta())))
                        .isLessThanOrEqualTo(1.5 + 1e-12);
            }
            assertWidths(policy, K, new Definition(oracle.regress(z), Oracle.inverse(oracle.V())), 1e-10);
        });
    }

    /** d = 25, |x| about 1: from reward 250 on, most rewards get an online step only. */
    @Test
    void ucbGlmStaysWithinTwoThousandthsOfAFullSolve() {
        int d = 25;
        UcbGlm policy = new UcbGlm(d);
        Oracle oracle = new Oracle(d, 1, 600);
        double[] truth = PolicyRounds.truth(d);
        for (int t = 1; t <= 600; t++) {
            RoundRandom rng = new RoundRandom(71, t);
            double[] x = PolicyRounds.arms(rng, d, 1).features(0);
            for (int i = 0; i < d; i++) {
                x[i] *= Math.sqrt(3.0 / d);
            }
            double y = PolicyRounds.reward(policy, PolicyRounds.dot(truth, x), rng);
            policy.update(x, y, UcbGlm.SPACE.preset());
            oracle.add(x, y);
            if (t > 245 && t % 3 == 0) {
                double[] theta = policy.model().mean();
                double[] exact = oracle.likeliest(Link.LOGISTIC, theta).data;
                double squared = 0;
                for (int i = 0; i < d; i++) {
                    squared += (theta[i] - exact[i]) * (theta[i] - exact[i]);
                }
                assertThat(Math.sqrt(squared / PolicyRounds.dot(exact, exact)))
                        .as("relative error after %d rewards", t)
                        .isLessThan(2e-3);
            }
        }
    }

    private static void forAllShapes(java.util.function.BiConsumer<Integer, Integer> check) {
        for (int d = 1; d <= 9; d++) {
            for (int K = 1; K <= 9; K++) {
                check.accept(d, K);
            }
        }
    }

    private static ActionSet arms(int d, int K) {
        return PolicyRounds.arms(new RoundRandom(63, 10L * d + K), d, K);
    }

    private static Definition learn(ExplorationPath policy, double lambda, Defining definition) {
        int d = policy.dimension();
        Oracle oracle = new Oracle(d, lambda, REWARDS);
        for (int t = 1; t <= REWARDS; t++) {
            RoundRandom rng = new RoundRandom(62, t);
            double[] x = PolicyRounds.arms(rng, d, 1).features(0);
            double y = PolicyRounds.reward(policy, 2 * x[0] - x[d - 1], rng);
            oracle.add(x, y);
            policy.update(x, y, policy.space().preset());
        }
        return definition.after(oracle);
    }

    private static void assertWidths(ExplorationPath policy, int K, Definition is, double meanTolerance) {
        ActionSet arms = arms(policy.dimension(), K);
        ScoredRound round = new ScoredRound();
        policy.score(arms, PolicyRounds.none(), round);
        for (int k = 0; k < K; k++) {
            double[] x = arms.features(k);
            assertThat(round.mean()[k]).isCloseTo(Oracle.dot(x, is.theta), within(meanTolerance));
            assertThat(round.bonus()[k]).isCloseTo(Math.sqrt(Oracle.form(x, is.covariance, x)), within(1e-10));
        }
    }

    /**
     * The draw is linear in the standard normals, u = M z. Fed the unit vectors one by one it shows M's columns, and M M'
     * must be the covariance: arm a's and arm b's shares multiply and sum to x_a' C x_b. Exact, no statistics.
     */
    private static void assertDraws(
            ExplorationPath policy, int K, Definition is, double meanTolerance, double relative) {
        int d = policy.dimension();
        ActionSet arms = arms(d, K);
        ScoredRound round = new ScoredRound();
        double[][] share = new double[d][];
        for (int i = 0; i < d; i++) {
            double[] unit = new double[d];
            unit[i] = 1;
            policy.score(arms, PolicyRounds.giving(unit), round);
            share[i] = DoubleStream.of(round.bonus()).limit(K).toArray();
        }
        for (int a = 0; a < K; a++) {
            double[] x = arms.features(a);
            assertThat(round.mean()[a]).isCloseTo(Oracle.dot(x, is.theta), within(meanTolerance));
            for (int b = 0; b <= a; b++) {
                double covariance = 0;
                for (int i = 0; i < d; i++) {
                    covariance += share[i][a] * share[i][b];
                }
                double[] z = arms.features(b);
                double scale = Math.sqrt(Oracle.form(x, is.covariance, x) * Oracle.form(z, is.covariance, z));
                assertThat(covariance).isCloseTo(Oracle.form(x, is.covariance, z), within(relative * scale));
            }
        }
    }
}
