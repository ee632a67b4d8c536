package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
import dev.attune.math.Symmetric;
import dev.attune.state.Checkpoint;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Blocks against their definition: one dense model whose features are zero outside the block of the arm. */
class BlockRidgeTest {
    private static final int P = 4;
    private static final int K = 5;
    private static final Offset<Double> CLOSE = within(1e-9);

    private final BlockRidge blocks = new BlockRidge(P, 0.7);
    private final RidgeModel dense = new RidgeModel(K * P, 0.7);

    private static double[] arm(long t, int block) {
        RoundRandom rng = new RoundRandom(11, t * K + block);
        double[] x = new double[1 + P];
        RoundRandom.gaussians(rng, x);
        x[0] = block;
        return x;
    }

    private static double[] oneHot(double[] x) {
        double[] wide = new double[K * P];
        System.arraycopy(x, 1, wide, P * (int) x[0], P);
        return wide;
    }

    /** An arm of each block, and one more of block 2. */
    private static double[][] offer(long t) {
        double[][] rows = new double[K + 1][];
        for (int a = 0; a < K; a++) {
            rows[a] = arm(t, a);
        }
        rows[K] = arm(t + 10_000, 2);
        return rows;
    }

    private static ActionSet wide(double[][] rows) {
        double[][] wide = new double[rows.length][];
        for (int k = 0; k < rows.length; k++) {
            wide[k] = oneHot(rows[k]);
        }
        return ActionSet.ofRows(wide);
    }

    /** Block 4 is never rewarded; more rewards than a model goes without being rebuilt. */
    private void teach(int rewards) {
        for (int t = 1; t <= rewards; t++) {
            RoundRandom rng = new RoundRandom(12, t);
            double[] x = arm(t, rng.nextInt(K - 1));
            double y = x[0] * x[1] - x[2] + 0.3 * rng.nextGaussian();
            blocks.add(x, y);
            dense.add(oneHot(x), y);
        }
    }

    @Test
    void meansWidthsNoiseAndEvidenceAreThoseOfTheDenseModel() {
        for (int i = 0; i < 3; i++) {
            assertSame(30 + i);
            teach(700);
            assertSame(i);
            blocks.lambda(0.2 + 3 * i);
            dense.lambda(0.2 + 3 * i);
            assertSame(10 + i);
        }
        assertThat(blocks.count()).isEqualTo(2100);
        for (double l : new double[] {1e-3, 0.7, 50}) {
            assertThat(blocks.logEvidence(l) - blocks.logEvidence(1))
                    .isCloseTo(dense.logEvidence(l) - dense.logEvidence(1), within(1e-7));
        }
    }

    private void assertSame(long t) {
        double[][] rows = offer(t);
        ScoredRound narrow = new ScoredRound();
        ScoredRound wide = new ScoredRound();
        narrow.resize(rows.length, P);
        wide.resize(rows.length, K * P);
        blocks.meansAndWidths(ActionSet.ofRows(rows), narrow);
        dense.meansAndWidths(wide(rows), wide);
        for (int k = 0; k < rows.length; k++) {
            assertThat(narrow.mean()[k]).as("mean of arm %d", k).isCloseTo(wide.mean()[k], CLOSE);
            assertThat(narrow.bonus()[k]).as("width of arm %d", k).isCloseTo(wide.bonus()[k], CLOSE);
        }
        assertThat(blocks.noise()).isCloseTo(dense.noise(), CLOSE);
        assertThat(blocks.hasScale()).isEqualTo(dense.hasScale());
        double[][] known = Arrays.copyOf(rows, K - 1);
        assertThat(blocks.leastKnown(ActionSet.ofRows(known))).isCloseTo(dense.leastKnown(wide(known)), within(1e-6));
        assertThat(blocks.leastKnown(ActionSet.ofRows(rows))).isCloseTo(0, within(1e-6));
    }

    @Test
    void theWholePosteriorIsThatOfTheDenseModel() {
        teach(50);
        int d = blocks.dimension();
        assertThat(d).isGreaterThanOrEqualTo((K - 1) * P).isLessThanOrEqualTo(2 * K * P);
        int shared = (K - 1) * P;
        double[] z = new double[d];
        double[] same = new double[K * P];
        for (int i = 0; i < shared; i++) {
            assertThat(blocks.mean()[i]).isCloseTo(dense.mean()[i], CLOSE);
            for (int j = 0; j < shared; j++) {
                assertThat(blocks.covariance()[i][j]).isCloseTo(dense.covariance()[i][j], CLOSE);
            }
            z[i] = i - 5;
            same[i] = i - 5;
        }
        blocks.shape(z);
        dense.shape(same);
        for (int i = 0; i < shared; i++) {
            assertThat(z[i]).isCloseTo(same[i], CLOSE);
        }
    }

    @Test
    void evidenceNeedsARewardThatIsNotZero() {
        assertThat(blocks.noise()).isZero();
        assertThatThrownBy(() -> blocks.logEvidence(1)).isInstanceOf(IllegalStateException.class);
        blocks.add(arm(1, 0), 0);
        assertThat(blocks.hasScale()).isFalse();
    }

    private static final int WIDE = 70;

    private static double[] wideArm(long t, int block, double factor) {
        RoundRandom rng = new RoundRandom(13, t);
        double[] x = new double[1 + WIDE];
        RoundRandom.gaussians(rng, x);
        for (int i = 1; i <= WIDE; i++) {
            x[i] *= factor;
        }
        x[0] = block;
        return x;
    }

    private static BlockRidge wideModel(RidgeModel[] ofBlock) {
        BlockRidge model = new BlockRidge(WIDE, 0.7);
        Arrays.setAll(ofBlock, a -> new RidgeModel(WIDE, 0.7));
        for (int t = 1; t <= 100; t++) {
            double[] x = wideArm(t, t % 2, 1);
            double y = new RoundRandom(14, t).nextGaussian();
            model.add(x, y);
            ofBlock[t % 2].add(Arrays.copyOfRange(x, 1, 1 + WIDE), y);
        }
        return model;
    }

    /** Block 2 is never rewarded. */
    private static final ActionSet WIDE_ARMS =
            ActionSet.ofRows(wideArm(200, 2, 1), wideArm(201, 0, 1), wideArm(202, 1, 1));

    @Test
    void wideBlocksHaveMeansAndWidthsOfTheirModels() {
        RidgeModel[] ofBlock = new RidgeModel[3];
        BlockRidge model = wideModel(ofBlock);
        ScoredRound round = new ScoredRound();
        model.meansAndWidths(WIDE_ARMS, round);
        assertThat(round.drawn()).isFalse();
        for (int k = 0; k < 3; k++) {
            double[] x = WIDE_ARMS.features(k);
            double[] f = Arrays.copyOfRange(x, 1, 1 + WIDE);
            RidgeModel same = ofBlock[(int) x[0]];
            assertThat(round.mean()[k]).isCloseTo(Symmetric.dot(f, same.mean(), WIDE), CLOSE);
            assertThat(round.bonus()[k]).isCloseTo(Math.sqrt(Symmetric.quadratic(same.covariance(), f)), CLOSE);
        }
    }

    @Test
    void anArmAloneInItsWideBlockIsDrawnByItsWidth() {
        BlockRidge model = wideModel(new RidgeModel[3]);
        ScoredRound widths = new ScoredRound();
        ScoredRound draws = new ScoredRound();
        model.meansAndWidths(WIDE_ARMS, widths);
        model.meansAndDraw(WIDE_ARMS, new RoundRandom(5, 6), draws);
        assertThat(draws.drawn()).isTrue();
        long key = new RoundRandom(5, 6).nextLong();
        for (int k = 0; k < 3; k++) {
            double z = new RoundRandom(key, (long) WIDE_ARMS.features(k)[0]).nextGaussian();
            assertThat(draws.mean()[k]).isEqualTo(widths.mean()[k]);
            assertThat(draws.bonus()[k]).isEqualTo(widths.bonus()[k] * z);
        }
    }

    @Test
    void armsOfOneWideBlockShareItsDraw() {
        BlockRidge model = wideModel(new RidgeModel[3]);
        ActionSet arms = ActionSet.ofRows(wideArm(200, 1, 1), wideArm(201, 0, 1), wideArm(200, 1, 2));
        ScoredRound draws = new ScoredRound();
        model.meansAndDraw(arms, new RoundRandom(5, 6), draws);
        assertThat(draws.bonus()[2]).isCloseTo(2 * draws.bonus()[0], CLOSE);
    }

    /** Rewards of eight arms on (1, context), whose levels and effects of the context differ by as much as these. */
    private static BlockRidge arms(double levels, double effects) {
        BlockRidge model = BlockRidge.ofPopulation(4, Forgetting.NONE);
        EvidencePrior prior = new EvidencePrior();
        RoundRandom rng = new RoundRandom(11, 1);
        double[][] truth = new double[8][4];
        for (double[] theta : truth) {
            for (int i = 0; i < theta.length; i++) {
                theta[i] = (i == 0 ? levels : effects) * rng.nextGaussian();
            }
        }
        for (int t = 0; t < 800; t++) {
            double[] x = {t % 8, 1, rng.nextGaussian(), rng.nextGaussian(), rng.nextGaussian()};
            double y = 0.3 * rng.nextGaussian();
            for (int i = 0; i < 4; i++) {
                y += truth[t % 8][i] * x[i + 1];
            }
            prior.offered(ActionSet.ofRows(new double[][] {x}), model);
            model.add(x, y);
            prior.rewarded(model);
        }
        return model;
    }

    @Test
    void theEvidenceTellsArmsThatDifferInTheirLevelFromArmsThatDifferInTheirEffects() {
        assertThat(arms(1, 0.01).constantWeight()).isLessThan(0.1);
        assertThat(arms(0.01, 1).constantWeight()).isGreaterThan(10);
        assertThat(arms(1, 1).constantWeight()).isBetween(0.1, 10.0);
    }

    @Test
    void theEvidenceOfAnotherWeightIsThatOfTheModelWithThisPrior() {
        BlockRidge model = arms(1, 0.3);
        double lambda = model.lambda();
        double weight = model.constantWeight();
        double given = model.logEvidence(2 * lambda, 5 * weight);
        model.prior(2 * lambda, 5 * weight);
        assertThat(model.logEvidence(model.lambda(), model.constantWeight())).isEqualTo(given);

        // the same model in units in which all coefficients have the same prior: the constant is 1/sqrt(weight)
        RidgeModel[] scaled = new RidgeModel[2];
        for (int i = 0; i < 2; i++) {
            scaled[i] = new RidgeModel(2, 3.0);
        }
        scaled[0].prior(3, 7);
        RoundRandom rng = new RoundRandom(5, 1);
        for (int t = 0; t < 50; t++) {
            double f = rng.nextGaussian();
            double y = rng.nextGaussian();
            scaled[0].add(new double[] {1, f}, y);
            scaled[1].add(new double[] {1 / Math.sqrt(7), f}, y);
        }
        assertThat(scaled[0].score(new double[] {1, 2}))
                .isCloseTo(scaled[1].score(new double[] {1 / Math.sqrt(7), 2}), within(1e-9));
        assertThat(scaled[0].variance(new double[] {1, 2}))
                .isCloseTo(scaled[1].variance(new double[] {1 / Math.sqrt(7), 2}), within(1e-9));
        assertThat(scaled[0].evidenceParts(0.5, 7)[0]).isCloseTo(scaled[1].evidenceParts(0.5)[0], within(1e-9));
        assertThat(scaled[0].evidenceParts(0.5, 7)[1]).isCloseTo(scaled[1].evidenceParts(0.5)[1], within(1e-9));
    }

    @Test
    void aModelWithAPriorOfItsConstantGoesOnAfterItWasSaved() {
        BlockRidge model = arms(1, 0.01);
        byte[] saved = Checkpoint.seal("blocks", model::writeState);
        BlockRidge again = BlockRidge.ofPopulation(4, Forgetting.NONE);
        Checkpoint.open(saved, "blocks", in -> {
            again.readState(in);
            return again;
        });
        assertThat(again.constantWeight()).isEqualTo(model.constantWeight());
        double[] x = {20, 1, 0.5, -1, 2};
        assertThat(again.variance(x)).isEqualTo(model.variance(x));
        for (int t = 0; t < 600; t++) { // beyond the next refresh of the factors
            double[] f = {t % 9, 1, t % 3, t % 5, 1.0 / (1 + t)};
            model.add(f, t % 4);
            again.add(f, t % 4);
        }
        assertThat(again.score(x)).isEqualTo(model.score(x));
        assertThat(again.variance(x)).isEqualTo(model.variance(x));
    }
}
