package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;

class BlocksTest {
    private static ActionSet arms(double... numbers) {
        double[][] rows = new double[numbers.length][];
        for (int k = 0; k < numbers.length; k++) {
            rows[k] = new double[] {numbers[k], 1};
        }
        return ActionSet.ofRows(rows);
    }

    @Test
    void armsAreDistinctIfNoTwoHaveTheSameBlock() {
        assertThat(Blocks.distinct(arms(7))).isTrue();
        assertThat(Blocks.distinct(arms(0, 1, 5, 9_999))).isTrue();
        assertThat(Blocks.distinct(arms(9_999, 0, 5, 1))).isTrue();
        assertThat(Blocks.distinct(arms(3, 3))).isFalse();
        assertThat(Blocks.distinct(arms(0, 1, 2, 0))).isFalse();
        assertThat(Blocks.distinct(arms(9_999, 4, 9_999))).isFalse();
    }

    @Test
    void drawsFollowTheirArmsIntoAnyOrder() {
        double[] one = new double[3];
        double[] other = new double[3];
        Blocks.draws(arms(4, 8, 2), new double[] {1, 2, 3}, new RoundRandom(1, 1), one);
        Blocks.draws(arms(2, 4, 8), new double[] {3, 1, 2}, new RoundRandom(1, 1), other);
        assertThat(other).containsExactly(one[2], one[0], one[1]);
    }

    /** Of 40,000 draws: standard errors of 0.005 for means, 0.0035 for deviations; false alarms about one in 10^6. */
    @Test
    void drawsAreIndependentWithTheirWidthsAsDeviations() {
        int n = 40_000;
        double[] widths = {1, 0, 3};
        double[] sum = new double[3];
        double[] squares = new double[3];
        double products = 0;
        for (int t = 0; t < n; t++) {
            double[] drawn = new double[3];
            Blocks.draws(arms(0, 1, 2), widths, new RoundRandom(2, t), drawn);
            for (int k = 0; k < 3; k++) {
                sum[k] += drawn[k];
                squares[k] += drawn[k] * drawn[k];
            }
            products += drawn[0] * drawn[2];
        }
        for (int k = 0; k < 3; k++) {
            assertThat(sum[k] / n).isCloseTo(0, within(0.025 * widths[k] + 1e-300));
            assertThat(Math.sqrt(squares[k] / n)).isCloseTo(widths[k], within(0.018 * widths[k] + 1e-300));
        }
        assertThat(products / n / 3).isCloseTo(0, within(0.025));
    }
}
