package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TheoryConstantsTest {
    @Test
    void thePapersConstantsAreThoseOfItsExperiments() {
        assertThat(TheoryConstants.ofPaper(14_000)).isEqualTo(new TheoryConstants(14_000, 0.05, 0.5, 1, 0.196));
    }

    @Test
    void aHorizonBelowOneRoundIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TheoryConstants.ofPaper(0))
                .withMessageContaining("horizon = 0");
        assertThat(TheoryConstants.ofPaper(1).horizon()).isOne();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.1, 1.1, Double.NaN})
    void aFailureProbabilityOutsideTheOpenUnitIntervalIsRefused(double delta) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TheoryConstants(10, delta, 0.5, 1, 0.2))
                .withMessageContaining("delta = " + delta);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void everyScaleMustBePositiveAndFinite(double bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TheoryConstants(10, 0.05, bad, 1, 0.2))
                .withMessageContaining("sigma = " + bad);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TheoryConstants(10, 0.05, 0.5, bad, 0.2))
                .withMessageContaining("norm = " + bad);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TheoryConstants(10, 0.05, 0.5, 1, bad))
                .withMessageContaining("kappa = " + bad);
    }
}
