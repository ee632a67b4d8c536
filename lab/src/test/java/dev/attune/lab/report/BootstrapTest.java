package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootstrapTest {
    private static final int SAMPLES = 1000;

    /**
     * The bounds are the measured coverage (92.2, 93.9 and 94.4 % in 3000 samples and more) plus and minus 4 standard
     * errors of 1000 samples: on another seed a test fails for no reason in 6 of 100,000 runs. The plain percentile
     * interval covers in 84, 89 and 93 %, so the first two would find out about it.
     */
    @ParameterizedTest
    @CsvSource({"5, 0.888, 0.956", "8, 0.909, 0.969", "20, 0.915, 0.973"})
    @Tag("slow")
    void theIntervalCoversTheMeanOfNormalValuesNearlyAsOftenAsItSays(int n, double least, double most) {
        int covered = 0;
        for (int sample = 0; sample < SAMPLES; sample++) {
            double[] values = new double[n];
            RoundRandom.gaussians(new RoundRandom(2024, sample), values);
            Interval interval = Bootstrap.mean(values);
            covered += interval.low() <= 0 && interval.high() >= 0 ? 1 : 0;
        }
        assertThat(covered / (double) SAMPLES).isBetween(least, most);
    }

    @Test
    void theSameValuesGiveTheSameInterval() {
        double[] values = {3, 1, 4, 1, 5, 9, 2, 6};
        assertThat(Bootstrap.mean(values)).isEqualTo(Bootstrap.mean(values.clone()));
    }

    @Test
    void theIntervalMovesAndStretchesWithTheValues() {
        Interval interval = Bootstrap.mean(new double[] {1, 2, 3, 4, 5, 6});
        Interval moved = Bootstrap.mean(new double[] {102, 104, 106, 108, 110, 112});
        assertThat(moved.low()).isEqualTo(100 + 2 * interval.low(), within(1e-9));
        assertThat(moved.high()).isEqualTo(100 + 2 * interval.high(), within(1e-9));
        assertThat(interval.low()).isBetween(1.0, 2.5);
        assertThat(interval.high()).isBetween(4.5, 6.0);
    }

    @Test
    void equalValuesLeaveNoDoubt() {
        assertThat(Bootstrap.mean(new double[] {2, 2, 2})).isEqualTo(new Interval(2, 2));
    }

    @Test
    void aSingleValueHasNoInterval() {
        assertThat(Bootstrap.mean(new double[] {2}).low()).isNaN();
        assertThat(Bootstrap.mean(new double[] {2}).high()).isNaN();
    }
}
