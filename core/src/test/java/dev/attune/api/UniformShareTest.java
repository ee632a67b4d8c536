package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UniformShareTest {
    @Test
    void aConstantShareIsTheSameInEveryRound() {
        assertThat(UniformShare.constant(0.3).at(1)).isEqualTo(0.3);
        assertThat(UniformShare.constant(0.3).at(1_000_000)).isEqualTo(0.3);
        assertThat(UniformShare.NONE.at(1)).isZero();
    }

    @Test
    void aDecayingShareFallsToItsLeast() {
        UniformShare share = UniformShare.decayingTo(0.02);
        assertThat(share.at(1)).isEqualTo(0.05);
        assertThat(share.at(400)).isEqualTo(0.05);
        assertThat(share.at(1_600)).isEqualTo(0.025);
        assertThat(share.at(2_500)).isEqualTo(0.02);
        assertThat(share.at(1_000_000)).isEqualTo(0.02);
    }

    @Test
    void theDefaultIsLessThanTwoPercentOfTheFirstTenThousandRounds() {
        double sum = 0;
        for (int t = 1; t <= 10_000; t++) {
            sum += UniformShare.DEFAULT.at(t);
        }
        assertThat(sum / 10_000).isCloseTo(0.018, within(0.0001));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void aShareOutsideOfZeroToOneIsRejected(double share) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UniformShare.constant(share))
                .withMessageContaining("uniformShare = " + share);
        assertThatIllegalArgumentException().isThrownBy(() -> UniformShare.decayingTo(share));
    }
}
