package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArgmaxTest {
    private static final double INF = Double.POSITIVE_INFINITY;

    @Test
    void findsTheLargestWhereverItStands() {
        for (int n = 1; n <= 9; n++) {
            for (int at = 0; at < n; at++) {
                double[] values = new double[n];
                values[at] = 1e-300;
                assertThat(Argmax.first(values, n)).isEqualTo(at);
            }
        }
    }

    @Test
    void theFirstOfEqualsWins() {
        assertThat(Argmax.first(new double[] {1, 3, 3, 2, 3}, 5)).isEqualTo(1);
        assertThat(Argmax.first(new double[] {7, 7}, 2)).isZero();
        assertThat(Argmax.first(new double[] {-0.0, 0.0}, 2)).isZero();
        assertThat(Argmax.first(new double[] {0.0, -0.0}, 2)).isZero();
    }

    @Test
    void negativeNumbersAndInfinitiesAreOrderedAsUsual() {
        assertThat(Argmax.first(new double[] {-3, -1, -2}, 3)).isEqualTo(1);
        assertThat(Argmax.first(new double[] {1, INF, INF}, 3)).isEqualTo(1);
        assertThat(Argmax.first(new double[] {-INF, -1e308}, 2)).isEqualTo(1);
        assertThat(Argmax.first(new double[] {-INF, -INF}, 2)).isZero();
    }

    @Test
    void onlyTheFirstNAreLookedAt() {
        assertThat(Argmax.first(new double[] {1, 2, 3, Double.NaN}, 2)).isEqualTo(1);
    }

    @Test
    void aValueThatIsNotANumberIsRefusedWhereverItStands() {
        for (int at = 0; at < 5; at++) {
            double[] values = {5, 4, 3, 2, 1};
            values[at] = Double.NaN;
            assertThatThrownBy(() -> Argmax.first(values, 5))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("value " + at);
        }
        assertThatThrownBy(() -> Argmax.first(new double[] {INF, Double.NaN}, 2))
                .isInstanceOf(ArithmeticException.class);
    }
}
