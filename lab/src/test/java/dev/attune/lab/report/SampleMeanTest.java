package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleMeanTest {
    @Test
    void fiveValuesGiveMeanDeviationAndStudentsInterval() {
        SampleMean estimate = SampleMean.of(new double[] {1, 2, 3, 4, 5});
        assertThat(estimate.mean()).isEqualTo(3);
        assertThat(estimate.sd()).isCloseTo(Math.sqrt(2.5), within(1e-15));
        // 2.77645 * sqrt(2.5) / sqrt(5)
        assertThat(estimate.low()).isCloseTo(3 - 1.963243, within(1e-6));
        assertThat(estimate.high()).isCloseTo(3 + 1.963243, within(1e-6));
        assertThat(estimate.half()).isCloseTo(1.963243, within(1e-6));
    }

    @Test
    void aSingleValueHasNoInterval() {
        SampleMean estimate = SampleMean.of(new double[] {7});
        assertThat(estimate.mean()).isEqualTo(7);
        assertThat(estimate.sd()).isNaN();
        assertThat(estimate.low()).isNaN();
        assertThat(estimate.high()).isNaN();
    }

    @Test
    void oneUnknownValueMakesAllUnknown() {
        SampleMean estimate = SampleMean.of(new double[] {1, Double.NaN, 3});
        assertThat(List.of(estimate.mean(), estimate.sd(), estimate.low(), estimate.high()))
                .allMatch(value -> value.isNaN());
    }

    @Test
    void aBandIsAnIntervalAtEachPoint() {
        Band band = Band.of(List.of(new double[] {0, 1}, new double[] {0, 2}, new double[] {0, 6}));
        assertThat(band.mean()).containsExactly(0, 3);
        // sd = sqrt((4 + 1 + 9) / 2) = sqrt(7); 4.30265 * sqrt(7 / 3) = 6.5724
        assertThat(band.low()[1]).as("no value is negative, so the mean is not").isZero();
        assertThat(SampleMean.of(new double[] {-1, 2, 6}).low()).isNegative();
        assertThat(band.high()[1]).isCloseTo(3 + 6.5724, within(1e-4));
        assertThat(band.high()[0]).isZero();
    }

    @Test
    void theBandOfASingleRepetitionIsItsMean() {
        Band band = Band.of(List.of(new double[] {4, 5}));
        assertThat(band.low()).containsExactly(4, 5);
        assertThat(band.high()).containsExactly(4, 5);
    }

    @Test
    void pointsThatSomeRepetitionsDoNotKnowAreOfTheOthers() {
        Band band = Band.of(List.of(new double[] {Double.NaN, Double.NaN}, new double[] {2, Double.NaN}));
        assertThat(band.mean()).containsExactly(2, Double.NaN);
        assertThat(band.low()).containsExactly(2, Double.NaN);
    }
}
