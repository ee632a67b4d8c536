package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
    @ParameterizedTest
    @CsvSource({
        "1, 12.7062",
        "2, 4.30265",
        "3, 3.18245",
        "4, 2.77645",
        "5, 2.57058",
        "9, 2.26216",
        "19, 2.09302",
        "30, 2.04227",
        "120, 1.97993",
        "1000, 1.96234"
    })
    void quantilesAgreeWithPrintedTables(int freedom, double expected) {
        assertThat(StudentT.quantile975(freedom)).isCloseTo(expected, within(6e-5));
    }

    @Test
    void probabilitiesOfTwoDegreesOfFreedomFollowTheirClosedForm() {
        // P(|T| <= t) = t / sqrt(2 + t^2); and for one degree of freedom, Cauchy's arctan.
        assertThat(StudentT.central(1, 2)).isCloseTo(1 / Math.sqrt(3), within(1e-15));
        assertThat(StudentT.central(1, 1)).isCloseTo(0.5, within(1e-15));
    }

    /** The next value with the finite sums, from which the expansion must continue. */
    @Test
    void quantilesFallSmoothlyWhereTheExpansionTakesOver() {
        double t = StudentT.quantile975(101);
        assertThat(StudentT.central(t, 101)).isCloseTo(0.95, within(1e-10));
        assertThat(StudentT.quantile975(100)).isGreaterThan(t);
        assertThat(StudentT.quantile975(Long.MAX_VALUE)).isEqualTo(Normal.Z_975);
    }

    @Test
    void noDegreesOfFreedomAreRefused() {
        assertThatThrownBy(() -> StudentT.quantile975(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }
}
