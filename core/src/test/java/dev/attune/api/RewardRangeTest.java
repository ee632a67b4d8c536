package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RewardRangeTest {
    @Test
    void bothEndsAreAccepted() {
        assertThat(RewardRange.UNIT.require(0)).isZero();
        assertThat(RewardRange.UNIT.require(1)).isOne();
        assertThat(RewardRange.UNIT.require(0.25)).isEqualTo(0.25);
        assertThat(RewardRange.REALS.require(-1e100)).isEqualTo(-1e100);
        assertThat(RewardRange.REALS.require(1e100)).isEqualTo(1e100);
        assertThat(RewardRange.NON_NEGATIVE.require(0)).isZero();
        assertThat(RewardRange.NON_NEGATIVE.require(1e100)).isEqualTo(1e100);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-300, 1.0000000000000002, Double.NaN, Double.POSITIVE_INFINITY})
    void aRewardOutsideIsRefusedNamingItAndTheRange(double reward) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RewardRange.UNIT.require(reward))
                .withMessageContaining("reward = " + reward)
                .withMessageContaining("[0.0, 1.0]");
    }

    @Test
    void noRangeAcceptsWhatCannotBeSquaredAndSummed() {
        for (RewardRange range : new RewardRange[] {RewardRange.REALS, RewardRange.NON_NEGATIVE, RewardRange.UNIT}) {
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e101}) {
                assertThatIllegalArgumentException().isThrownBy(() -> range.require(bad));
            }
        }
        assertThatIllegalArgumentException().isThrownBy(() -> RewardRange.REALS.require(-1e101));
        assertThatIllegalArgumentException().isThrownBy(() -> RewardRange.NON_NEGATIVE.require(-1e-300));
    }

    @Test
    void anEmptyOrBoundlessRangeIsRefused() {
        double[][] bad = {
            {1, 1}, {2, 1}, {Double.NaN, 1}, {0, Double.NaN}, {0, Double.POSITIVE_INFINITY}, {-1e101, 0}, {0, 1e101}
        };
        for (double[] ends : bad) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new RewardRange(ends[0], ends[1]))
                    .withMessageContaining(Double.toString(ends[0]))
                    .withMessageContaining(Double.toString(ends[1]));
        }
    }
}
