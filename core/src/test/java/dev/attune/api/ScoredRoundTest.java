package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScoredRoundTest {
    @Test
    void theBestArmHasTheLargestMeanPlusExploreTimesBonus() {
        ScoredRound round = round(new double[] {0.5, 0.4, 0.1}, new double[] {0.1, 0.3, 0.5});
        assertThat(round.best(0)).isZero();
        assertThat(round.best(0.75)).isEqualTo(1); // 0.575, 0.625, 0.475
        assertThat(round.best(2)).isEqualTo(2); // 0.7, 1.0, 1.1
    }

    @Test
    void theFirstOfEqualArmsIsChosen() {
        assertThat(round(new double[] {1, 2, 2, 2}, new double[4]).best(1)).isEqualTo(1);
        assertThat(round(new double[] {0.0, -0.0}, new double[2]).best(0)).isZero();
        assertThat(round(new double[] {-0.0, 0.0}, new double[2]).best(0)).isZero();
        assertThat(round(new double[] {1, 0}, new double[] {0, 1}).best(1)).isZero();
    }

    @Test
    void infiniteIndicesAreStillOrdered() {
        double inf = Double.POSITIVE_INFINITY;
        assertThat(round(new double[] {1, inf, inf}, new double[3]).best(1)).isEqualTo(1);
        assertThat(round(new double[] {-inf, -inf, -1e300}, new double[3]).best(1))
                .isEqualTo(2);
        assertThat(round(new double[] {-inf, -inf}, new double[2]).best(1)).isZero();
    }

    @Test
    void anIndexThatIsNotANumberIsRefusedNamingArmAndParts() {
        ScoredRound first = round(new double[] {Double.NaN, 1}, new double[] {0.5, 0.5});
        assertThatThrownBy(() -> first.best(2))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContainingAll("arm 0", "mean NaN", "bonus 0.5", "explore 2.0");
        ScoredRound last = round(new double[] {9, 1}, new double[] {0.5, Double.NaN});
        assertThatThrownBy(() -> last.best(2))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContainingAll("arm 1", "mean 1.0", "bonus NaN");
    }

    @Test
    void whatALargerRoundLeftBehindIsNotLookedAt() {
        ScoredRound round = round(new double[] {1, 2, Double.NaN}, new double[3]);
        round.resize(2, 4);
        assertThat(round.arms()).isEqualTo(2);
        assertThat(round.best(0)).isEqualTo(1);
    }

    @Test
    void roundsThatFitReuseTheirArrays() {
        ScoredRound round = new ScoredRound();
        round.resize(100, 5);
        double[] mean = round.mean();
        double[] bonus = round.bonus();
        double[] draw = round.draw();
        round.resize(7, 5);
        round.resize(100, 5);

        assertThat(round.mean()).isSameAs(mean).hasSizeGreaterThanOrEqualTo(100);
        assertThat(round.bonus()).isSameAs(bonus).hasSizeGreaterThanOrEqualTo(100);
        assertThat(round.draw()).isSameAs(draw).hasSize(5);

        round.resize(101, 6);
        assertThat(round.mean()).hasSizeGreaterThanOrEqualTo(101);
        assertThat(round.bonus()).hasSizeGreaterThanOrEqualTo(101);
        assertThat(round.draw()).hasSize(6);
    }

    private static ScoredRound round(double[] mean, double[] bonus) {
        ScoredRound round = new ScoredRound();
        round.resize(mean.length, 1);
        System.arraycopy(mean, 0, round.mean(), 0, mean.length);
        System.arraycopy(bonus, 0, round.bonus(), 0, bonus.length);
        return round;
    }
}
