package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.PolicyProvider;
import dev.attune.lab.env.PointEnvironment.Shape;
import org.junit.jupiter.api.Test;

class HimmelblauTest {
    private static double mean(double u, double v) {
        return Shape.HIMMELBLAU.mean(PointPolicy.SQUARE.setting(u, v), Double.NaN);
    }

    @Test
    void thereAreFourPeaksOfHeightOneAndValuesAreInTheUnitInterval() {
        double[][] peaks = {{3, 2}, {-2.805118, 3.131312}, {-3.779310, -3.283186}, {3.584428, -1.848126}};
        for (double[] peak : peaks) {
            assertThat(mean((peak[0] + 5) / 10, (peak[1] + 5) / 10)).isCloseTo(1, within(1e-6));
        }
        for (int i = 0; i <= 100; i++) {
            for (int j = 0; j <= 100; j++) {
                assertThat(mean(i / 100.0, j / 100.0)).isBetween(0.0, 1.0);
            }
        }
        assertThat(mean(1, 1)).isZero();
    }

    @Test
    void theRegretOfAPointIsWhatItLacksOfThePeak() {
        Environment environment = new PointEnvironment(Shape.HIMMELBLAU, 0, 0);
        PolicyProvider own = environment.ownPolicy().orElseThrow();
        assertThat(own.create(1).space()).isSameAs(PointPolicy.SQUARE);
        Rounds rounds = environment.open(1, 10);
        rounds.next();
        assertThat(rounds.reward(0, PointPolicy.SQUARE.setting(0.8, 0.7))).isCloseTo(1, within(1e-12));
        assertThat(rounds.regret(0, PointPolicy.SQUARE.setting(0.5, 0.5))).isCloseTo((121 + 49) / 890.0, within(1e-12));
    }
}
