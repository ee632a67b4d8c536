package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.math.RoundRandom;
import dev.attune.model.BlockRidge;
import dev.attune.model.RidgeModel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Blocks against their definition: one space whose features are zero outside the block of the arm. */
class BlockSpacesTest {
    private static final int P = 3;
    private static final int K = 4;
    private static final Offset<Double> CLOSE = within(1e-9);

    private final BlockSpaces blocks = new BlockSpaces(P);
    private final OneSpace dense = new OneSpace(K * P);
    private final BlockRidge model = new BlockRidge(P, 0.5);
    private final RidgeModel denseModel = new RidgeModel(K * P, 0.5);

    /** An arm of each block, and a second one of block 1. */
    private static double[][] offer(long t) {
        double[][] rows = new double[K + 1][1 + P];
        RoundRandom rng = new RoundRandom(5, t);
        for (int k = 0; k <= K; k++) {
            RoundRandom.gaussians(rng, rows[k]);
            rows[k][0] = k < K ? k : 1;
        }
        return rows;
    }

    private static double[] oneHot(double[] x) {
        double[] wide = new double[K * P];
        System.arraycopy(x, 1, wide, P * (int) x[0], P);
        return wide;
    }

    private static ActionSet wide(double[][] rows) {
        double[][] wide = new double[rows.length][];
        for (int k = 0; k < rows.length; k++) {
            wide[k] = oneHot(rows[k]);
        }
        return ActionSet.ofRows(wide);
    }

    private void assertSame(double[][] rows) {
        double[] narrow = new double[8];
        double[] wide = new double[8];
        blocks.widths(ActionSet.ofRows(rows), model, narrow);
        dense.widths(wide(rows), denseModel, wide);
        for (int k = 0; k < rows.length; k++) {
            double[] x = rows[k];
            assertThat(narrow[k]).as("width of arm %d", k).isCloseTo(wide[k], CLOSE);
            assertThat(blocks.variance(x, model)).isCloseTo(dense.variance(oneHot(x), denseModel), CLOSE);
            assertThat(blocks.value(x, model))
                    .as("value of arm %d", k)
                    .isCloseTo(dense.value(oneHot(x), denseModel), CLOSE);
        }
        assertThat(blocks.pending()).isEqualTo(dense.pending());
        assertThat(blocks.coefficients()).isEqualTo(dense.coefficients());
    }

    @Test
    void valuesAndWidthsAreThoseOfOneSpaceWithRewardsThatComeLateOrNever() {
        Deque<double[]> open = new ArrayDeque<>();
        for (int t = 1; t <= 300; t++) {
            RoundRandom rng = new RoundRandom(6, t);
            double[][] rows = offer(t);
            ActionSet arms = ActionSet.ofRows(rows);
            ActionSet wideArms = wide(rows);
            blocks.offered(arms, model);
            dense.offered(wideArms, denseModel);
            int best = rng.nextInt(K + 1);
            int greedy = (best + 1 + rng.nextInt(K)) % (K + 1); // in two blocks, or both in block 1
            boolean blamed = blocks.blame(arms, best, greedy, 0.1, 0.8, model);
            assertThat(blamed).isEqualTo(dense.blame(wideArms, best, greedy, 0.1, 0.8, denseModel));
            if (t % 50 == 0) {
                blocks.rescale(0.5);
                dense.rescale(0.5);
            }
            blocks.revalue(0.3, 0.02, model);
            dense.revalue(0.3, 0.02, denseModel);
            assertSame(rows);
            double[] x = rows[rng.nextInt(K + 1)];
            blocks.decided(x, 1, model);
            dense.decided(oneHot(x), 1, denseModel);
            open.add(x);
            while (open.size() > 6) {
                settle(open.remove(), rng);
            }
        }
    }

    private void settle(double[] x, RoundRandom rng) {
        if (rng.nextDouble() < 0.2) {
            blocks.expired(x, 1, model);
            dense.expired(oneHot(x), 1, denseModel);
        } else {
            double y = rng.nextGaussian();
            model.add(x, y);
            denseModel.add(oneHot(x), y);
            blocks.rewarded(x, 1);
            dense.rewarded(oneHot(x), 1);
        }
    }

    @Test
    void armsThatDoNotDifferAreNotBlamed() {
        double[] x = {2, 1, 2, 3};
        ActionSet arms = ActionSet.ofRows(x, x);
        blocks.offered(arms, model);
        assertThat(blocks.blame(arms, 0, 1, 1, 1, model)).isFalse();
        assertThat(blocks.coefficients()).isEqualTo(P);
    }

    @Test
    void aBlockThatWasClearedIsWorthWhatANewOneIs() {
        ActionSet arms = ActionSet.ofRows(offer(1));
        blocks.offered(arms, model);
        for (int t = 1; t <= 30; t++) {
            model.add(offer(t)[2], 1);
        }
        blocks.blame(arms, 2, 0, 5, 1, model);
        blocks.revalue(0.3, 0.02, model);
        double[] x = {2, 1, -1, 0.5};
        double[] fresh = {K, 1, -1, 0.5};
        blocks.offered(ActionSet.ofRows(fresh), model);
        double before = blocks.value(x, model);
        double ofNew = blocks.value(fresh, model);
        assertThat(ofNew).isCloseTo(0.02 * (2.25 / 0.5), CLOSE); // 0.02 x' B x of the prior
        assertThat(before).isNotCloseTo(ofNew, within(0.01));
        model.clear(2);
        assertThat(blocks.value(x, model)).isCloseTo(ofNew, CLOSE);
    }
}
