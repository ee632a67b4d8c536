package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static final Sample SAMPLE = sample(Map.of(1, 10.0, 2, 12.0, 3, 17.0));

    private static Sample sample(Map<Integer, Double> byRepetition) {
        return new Sample(new TreeMap<>(byRepetition));
    }

    @Test
    void meanAndStandardErrorAreThoseWorkedOutByHand() {
        // mean 39 / 3 = 13; variance (9 + 1 + 16) / 2 = 13; standard error sqrt(13 / 3) = 2.081666
        assertThat(SAMPLE.mean()).isEqualTo(13);
        assertThat(SAMPLE.standardError()).isCloseTo(2.081666, offset(1e-6));
    }

    @Test
    void theDifferenceIsInStandardErrorsAndHasASign() {
        // (13 - 10) / 2.081666 = 1.441153
        assertThat(SAMPLE.errorsAbove(10)).isCloseTo(1.441153, offset(1e-6));
        assertThat(SAMPLE.errorsAbove(16)).isCloseTo(-1.441153, offset(1e-6));
    }

    @Test
    void aSingleRepetitionHasNoError() {
        Sample single = sample(Map.of(1, 10.0));
        assertThat(single.standardError()).isNaN();
        assertThat(single.errorsAbove(3)).isNaN();
    }

    @Test
    void differencesArePairedByRepetition() {
        Sample other = sample(Map.of(2, 11.0, 3, 14.0, 4, 99.0));
        assertThat(SAMPLE.minus(other).byRepetition()).isEqualTo(Map.of(2, 1.0, 3, 3.0));
    }
}
