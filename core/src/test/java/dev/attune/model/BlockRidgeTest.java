package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.math.RoundRandom;
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
}
