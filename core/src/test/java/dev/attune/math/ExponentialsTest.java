package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExponentialsTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final double INF = Double.POSITIVE_INFINITY;

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-20, -1e-20, 0.3, -0.3, 1, -1, 5, -5, 20, -20, 36.5, -36.5, 100, -100, 700, -700})
    void logisticAgreesWithSixtyDigitArithmetic(double z) {
        BigDecimal e = exp(BigDecimal.valueOf(Math.abs(z)));
        BigDecimal one = BigDecimal.ONE;
        BigDecimal exact = (z >= 0 ? e : one).divide(one.add(e), DIGITS);
        assertRelative(Exponentials.logistic(z), exact, 4e-16);
    }

    private static void assertRelative(double actual, BigDecimal exact, double relative) {
        BigDecimal error = new BigDecimal(actual).subtract(exact).divide(exact, DIGITS);
        assertThat(error.abs().doubleValue()).isLessThanOrEqualTo(relative);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.5", "800, 1", "1e308, 1", "Infinity, 1", "-800, 0", "-1e308, 0", "-Infinity, 0"})
    void logisticIsExactInTheLimits(double z, double expected) {
        assertThat(Exponentials.logistic(z)).isEqualTo(expected);
    }

    @Test
    void logisticNeverDecreasesAndTheTwoSidesAddUpToOne() {
        double last = 0;
        for (double z = -760; z <= 760; z += 0.37) {
            double p = Exponentials.logistic(z);
            assertThat(p).isBetween(last, 1.0);
            assertThat(p + Exponentials.logistic(-z)).isCloseTo(1, within(2.3e-16));
            last = p;
        }
    }

    @Test
    void whatIsNotANumberStaysVisible() {
        assertThat(Exponentials.logistic(Double.NaN)).isNaN();
    }

    @Test
    void logSumExpAgreesWithSixtyDigitArithmetic() {
        double[] v = {0.5, -2, 3, 2.75, -30};
        BigDecimal rest = BigDecimal.ZERO;
        for (double each : new double[] {0.5, -2, 2.75, -30}) {
            rest = rest.add(BigDecimal.ONE.divide(exp(BigDecimal.valueOf(3 - each)), DIGITS), DIGITS);
        }
        assertRelative(Exponentials.logSumExp(v, 5), logOnePlus(rest).add(BigDecimal.valueOf(3)), 4e-16);
    }

    @Test
    void logSumExpNeitherOverflowsNorUnderflows() {
        double ln2 = 0.6931471805599453;
        assertThat(Exponentials.logSumExp(new double[] {1000, 1000}, 2)).isEqualTo(1000 + ln2);
        assertThat(Exponentials.logSumExp(new double[] {-1000, -1000}, 2)).isEqualTo(-1000 + ln2);
        assertThat(Exponentials.logSumExp(new double[] {1e308, -1e308}, 2)).isEqualTo(1e308);
        assertThat(Exponentials.logSumExp(new double[] {-1e308, -1e308}, 2)).isEqualTo(-1e308);
    }

    @Test
    void logSumExpOfOneValueIsThatValueAndOfNoneIsMinusInfinity() {
        assertThat(Exponentials.logSumExp(new double[] {-3.7}, 1)).isEqualTo(-3.7);
        assertThat(Exponentials.logSumExp(new double[] {}, 0)).isEqualTo(-INF);
        assertThat(Exponentials.logSumExp(new double[] {5, 6}, 0)).isEqualTo(-INF);
        assertThat(Exponentials.logSumExp(new double[] {1, 9}, 1)).isEqualTo(1);
    }

    @Test
    void logSumExpKnowsInfinities() {
        assertThat(Exponentials.logSumExp(new double[] {-INF, -INF}, 2)).isEqualTo(-INF);
        assertThat(Exponentials.logSumExp(new double[] {-INF, 2}, 2)).isEqualTo(2);
        assertThat(Exponentials.logSumExp(new double[] {INF, 2}, 2)).isEqualTo(INF);
        assertThat(Exponentials.logSumExp(new double[] {1, Double.NaN, 2}, 3)).isNaN();
    }

    /** e^x for x not negative, by the series at x/1024, squared ten times. */
    private static BigDecimal exp(BigDecimal x) {
        BigDecimal small = x.divide(BigDecimal.valueOf(1024), DIGITS);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = 1; k < 60; k++) {
            term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        for (int k = 0; k < 10; k++) {
            sum = sum.multiply(sum, DIGITS);
        }
        return sum;
    }

    /** ln(1 + r) for r in [0, 2], by the series of 2 artanh(r / (2 + r)). */
    private static BigDecimal logOnePlus(BigDecimal r) {
        BigDecimal s = r.divide(r.add(BigDecimal.valueOf(2)), DIGITS);
        BigDecimal square = s.multiply(s, DIGITS);
        BigDecimal power = s;
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 1; k < 300; k += 2) {
            sum = sum.add(power.divide(BigDecimal.valueOf(k), DIGITS), DIGITS);
            power = power.multiply(square, DIGITS);
        }
        return sum.multiply(BigDecimal.valueOf(2), DIGITS);
    }
}
