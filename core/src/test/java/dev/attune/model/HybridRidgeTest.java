package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Blocks;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model against its definition: one dense ridge regression on the stacked vector (z, 0, .., x, .., 0). */
class HybridRidgeTest {
    private static final int P = 5;
    private static final int K = 4; // blocks of the dense model; that of arm 3 is never rewarded at first
    private static final Offset<Double> CLOSE = within(1e-8);

    /** The model and the dense one, which learn the same. */
    private static final class Pair {
        final int shared;
        final int own;
        final HybridRidge model;
        final RidgeModel dense;
        final int[] place = new int[K]; // of each block among those of the dense model
        private int places = K;

        Pair(int shared, int own) {
            this.shared = shared;
            this.own = own;
            model = new HybridRidge(P, shared, own, 0.7);
            dense = new RidgeModel(shared + 2 * K * own, 0.7);
            Arrays.setAll(place, a -> a);
        }

        double[] stack(double[] features) {
            double[] v = new double[shared + 2 * K * own];
            System.arraycopy(features, 1, v, 0, shared);
            System.arraycopy(features, 1 + P - own, v, shared + own * place[(int) features[0]], own);
            return v;
        }

        void teach(int from, int rewards) {
            for (int t = from; t < from + rewards; t++) {
                RoundRandom rng = new RoundRandom(12, t);
                double[] x = arm(t, rng.nextInt(K - 1));
                double y = x[0] * x[1] - x[2] + x[5] + 0.3 * rng.nextGaussian();
                model.add(x, y);
                dense.add(stack(x), y);
            }
        }

        /** Clears a block: a block of the dense model that was never rewarded takes its place. */
        void clear(int block) {
            model.clear(block);
            place[block] = places++;
        }

        void assertSame(long t) {
            double[][] rows = new double[K + 1][];
            for (int a = 0; a < K; a++) {
                rows[a] = arm(1000 + t, a);
            }
            rows[K] = arm(2000 + t, 2); // another one of block 2
            ActionSet stacked =
                    ActionSet.ofRows(Arrays.stream(rows).map(this::stack).toArray(double[][]::new));
            ScoredRound round = new ScoredRound();
            ScoredRound expected = new ScoredRound();
            model.meansAndWidths(ActionSet.ofRows(rows), round);
            dense.meansAndWidths(stacked, expected);
            for (int k = 0; k <= K; k++) {
                assertThat(round.mean()[k]).as("mean of arm %d", k).isCloseTo(expected.mean()[k], CLOSE);
                assertThat(round.bonus()[k]).as("width of arm %d", k).isCloseTo(expected.bonus()[k], CLOSE);
                assertThat(model.score(rows[k])).isEqualTo(round.mean()[k]);
            }
            assertThat(model.noise()).isCloseTo(dense.noise(), CLOSE);
            assertThat(model.count()).isEqualTo(dense.count());
            assertThat(model.leastKnown(ActionSet.ofRows(rows))).isCloseTo(dense.leastKnown(stacked), within(1e-6));
        }
    }

    private static double[] arm(long t, int block) {
        double[] x = new double[1 + P];
        RoundRandom.gaussians(new RoundRandom(11, t * K + block), x);
        x[0] = block;
        return x;
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "2, 3", "4, 3", "1, 5", "5, 1"})
    void meansWidthsNoiseAndEvidenceAreThoseOfTheDenseModel(int shared, int own) {
        Pair pair = new Pair(shared, own);
        for (int i = 0; i < 3; i++) {
            pair.assertSame(30 + i);
            pair.teach(1 + 700 * i, 700);
            pair.assertSame(i);
            pair.model.lambda(0.2 + 3 * i);
            pair.dense.lambda(0.2 + 3 * i);
            pair.assertSame(10 + i);
        }
        for (double l : new double[] {1e-3, 0.7, 50}) {
            assertThat(pair.model.logEvidence(l) - pair.model.logEvidence(1))
                    .isCloseTo(pair.dense.logEvidence(l) - pair.dense.logEvidence(1), within(1e-6));
        }
    }

    /** More rewards of one block than E goes without being computed anew. */
    @Test
    void tenThousandRewardsDriftLittle() {
        Pair pair = new Pair(4, 3);
        pair.teach(1, 10_000);
        pair.assertSame(1);
    }

    /** An arm as large as time stamps in milliseconds, between others. */
    @Test
    void anArmThatOutweighsAllIsLearnt() {
        Pair pair = new Pair(2, 3);
        pair.teach(1, 20);
        double[] large = {1, 1e5, 1, -2e5, 1, 3e5};
        pair.model.add(large, 1);
        pair.dense.add(pair.stack(large), 1);
        pair.teach(21, 20);
        for (int a = 0; a < K; a++) {
            double[] x = arm(77, a);
            assertThat(pair.model.score(x)).isCloseTo(pair.dense.score(pair.stack(x)), within(1e-5));
        }
    }

    @Test
    void aClearedBlockStartsAnewAndWhatItTaughtAboutTheOthersStays() {
        Pair pair = new Pair(4, 3);
        pair.teach(1, 60);
        pair.clear(1);
        pair.clear(3); // never rewarded
        pair.model.clear(2000);
        pair.assertSame(1);
        pair.teach(61, 60);
        pair.assertSame(2);
        double before = pair.model.score(arm(5, 1));
        pair.model.lambda(pair.model.lambda());
        assertThat(pair.model.score(arm(5, 1))).isCloseTo(before, CLOSE);
        pair.assertSame(3);
        assertThat(pair.model.logEvidence(0.7)).isFinite();
    }

    @Test
    void theWholePosteriorIsThatOfTheDenseModel() {
        Pair pair = new Pair(4, 3);
        pair.teach(1, 50);
        HybridRidge model = pair.model;
        int d = model.dimension();
        assertThat(d).isGreaterThanOrEqualTo(4 + (K - 1) * 3);
        double[][] covariance = model.covariance();
        double[][] root = new double[d][d]; // row i: where shape takes the i-th unit vector
        for (int i = 0; i < d; i++) {
            root[i][i] = 1;
            model.shape(root[i]);
        }
        for (int i = 0; i < 4 + (K - 1) * 3; i++) {
            assertThat(model.mean()[i]).isCloseTo(pair.dense.mean()[i], CLOSE);
            assertThat(model.variance(i)).isCloseTo(covariance[i][i], CLOSE);
            for (int j = 0; j < 4 + (K - 1) * 3; j++) {
                assertThat(covariance[i][j]).isCloseTo(pair.dense.covariance()[i][j], CLOSE);
                double ofShape = 0;
                for (double[] row : root) {
                    ofShape += row[i] * row[j];
                }
                assertThat(ofShape).isCloseTo(covariance[i][j], CLOSE);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "2, 3", "4, 3"})
    void aBlockHasThePosteriorOfTheCoefficientsOfAnArmsFeatures(int shared, int own) {
        Pair pair = new Pair(shared, own);
        pair.teach(1, 50);
        for (int a = 0; a < K; a++) {
            Posterior block = pair.model.block(a);
            double[][] covariance = block.covariance();
            assertThat(block.dimension()).isEqualTo(P).isEqualTo(pair.model.blockDimension());
            double[] x = arm(99, a);
            double[] f = Arrays.copyOfRange(x, 1, 1 + P);
            double[] v = pair.stack(x);
            assertThat(Symmetric.dot(f, block.mean(), P)).isCloseTo(pair.dense.score(v), CLOSE);
            assertThat(Symmetric.quadratic(covariance, f))
                    .isCloseTo(Symmetric.quadratic(pair.dense.covariance(), v), CLOSE);
            assertThat(block.noise()).isEqualTo(pair.model.noise());
            double[][] root = new double[P][P];
            for (int i = 0; i < P; i++) {
                root[i][i] = 1;
                block.shape(root[i]);
                assertThat(block.variance(i)).isCloseTo(covariance[i][i], CLOSE);
            }
            for (int i = 0; i < P; i++) {
                for (int j = 0; j < P; j++) {
                    double ofShape = 0;
                    for (double[] row : root) {
                        ofShape += row[i] * row[j];
                    }
                    assertThat(ofShape).isCloseTo(covariance[i][j], CLOSE);
                }
            }
        }
        assertThat(pair.model.block(0).count()
                        + pair.model.block(1).count()
                        + pair.model.block(2).count())
                .isEqualTo(50);
        assertThat(pair.model.block(3).count()).isZero();
        assertThat(pair.model.perArm()).isTrue();
        assertThat(pair.model.independentBlocks()).isFalse();
    }

    /** One draw of all coefficients: what shape makes of the normals of all generators, keyed by the round and the block. */
    @Test
    void drawsOfArmsAreTheirSharesInOneDrawOfAllCoefficients() {
        Pair pair = new Pair(4, 3);
        pair.teach(1, 50);
        HybridRidge model = pair.model;
        double[][] rows = {arm(1, 2), arm(1, 0), arm(2, 2), arm(1, 1)};
        ScoredRound round = new ScoredRound();
        model.meansAndDraw(ActionSet.ofRows(rows), new RoundRandom(5, 6), round);
        assertThat(round.drawn()).isTrue();
        long key = new RoundRandom(5, 6).nextLong();
        double[] u = new double[model.dimension()];
        double[] part = new double[4];
        RoundRandom.gaussians(new RoundRandom(key, Blocks.MOST), part);
        System.arraycopy(part, 0, u, 0, 4);
        for (int a = 0; a < 3; a++) {
            double[] ofBlock = new double[3];
            RoundRandom.gaussians(new RoundRandom(key, a), ofBlock);
            System.arraycopy(ofBlock, 0, u, 4 + 3 * a, 3);
        }
        model.shape(u);
        for (int k = 0; k < rows.length; k++) {
            assertThat(round.mean()[k]).isEqualTo(model.score(rows[k]));
            assertThat(round.bonus()[k]).isCloseTo(Symmetric.dot(pair.stack(rows[k]), u, 4 + 3 * 3), CLOSE);
        }
    }

    private record Saved(HybridRidge model) implements Checkpointed {
        @Override
        public String stateName() {
            return "hybrid";
        }

        @Override
        public void writeState(StateWriter out) {
            model.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            model.readState(in);
        }
    }

    @Test
    void aSavedModelContinuesBitForBit() {
        Pair pair = new Pair(4, 3);
        pair.teach(1, 100);
        pair.clear(2);
        HybridRidge copy = new HybridRidge(P, 4, 3, 0.1);
        Checkpoint.read(Checkpoint.write(new Saved(pair.model)), new Saved(copy));
        for (int t = 200; t < 900; t++) {
            double[] x = arm(t, t % K);
            assertThat(copy.score(x)).isEqualTo(pair.model.score(x));
            pair.model.add(x, x[1]);
            copy.add(x, x[1]);
            if (t == 400) {
                pair.model.lambda(3);
                copy.lambda(3);
            }
        }
        assertThat(Checkpoint.write(new Saved(copy))).isEqualTo(Checkpoint.write(new Saved(pair.model)));
        assertThat(copy.noise()).isEqualTo(pair.model.noise());
        for (int[] other : new int[][] {{4, 4}, {5, 3}}) {
            assertThatThrownBy(() -> Checkpoint.read(
                            Checkpoint.write(new Saved(copy)), new Saved(new HybridRidge(P, other[0], other[1]))))
                    .isInstanceOf(StateFormatException.class)
                    .hasMessageContaining("features");
        }
    }

    /** With more than 15 coefficients of its own a block is reduced once for all priors, until its next reward. */
    @Test
    void evidenceWithManyCoefficientsIsThatOfTheDenseModel() {
        int features = 18;
        HybridRidge model = new HybridRidge(features, 17, 16, 0.7);
        RidgeModel dense = new RidgeModel(17 + 3 * 16, 0.7);
        for (int t = 1; t <= 90; t++) {
            RoundRandom rng = new RoundRandom(15, t);
            int a = t < 10 ? 0 : rng.nextInt(3);
            double[] x = new double[1 + features];
            RoundRandom.gaussians(rng, x);
            x[0] = a;
            double[] v = new double[17 + 3 * 16];
            System.arraycopy(x, 1, v, 0, 17);
            System.arraycopy(x, 1 + 2, v, 17 + 16 * a, 16);
            double y = x[1] - x[18] + 0.3 * rng.nextGaussian();
            model.add(x, y);
            dense.add(v, y);
            for (double l : new double[] {1e-3, 0.7, 50}) {
                assertThat(model.logEvidence(l) - model.logEvidence(1))
                        .as("after %d rewards, l = %s", t, l)
                        .isCloseTo(dense.logEvidence(l) - dense.logEvidence(1), within(1e-6));
            }
        }
    }

    @Test
    void evidenceNeedsARewardThatIsNotZero() {
        HybridRidge model = new HybridRidge(2, 1, 1);
        assertThat(model.noise()).isZero();
        assertThat(model.hasScale()).isFalse();
        assertThatThrownBy(() -> model.logEvidence(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everyFeatureNeedsACoefficient() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HybridRidge(5, 2, 2))
                .withMessageContaining("leave 1 of the 5 features");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HybridRidge(5, 0, 5))
                .withMessageContaining("shared = 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HybridRidge(5, 5, 6))
                .withMessageContaining("own = 6");
    }
}
