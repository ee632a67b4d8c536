package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import org.junit.jupiter.api.Test;

class BetaCountsTest {
    private static BetaCounts counts(int... successesAndFailures) {
        BetaCounts counts = new BetaCounts(successesAndFailures.length / 2);
        for (int i = 0; i < successesAndFailures.length; i++) {
            for (int n = 0; n < successesAndFailures[i]; n++) {
                counts.add(i / 2, i % 2 == 0);
            }
        }
        return counts;
    }

    /** Beta(1 + 3, 1 + 1): mean 4/6, variance 4 * 2 / (36 * 7). */
    @Test
    void meanAndVarianceAreThoseOfBeta() {
        BetaCounts counts = counts(3, 1);
        assertThat(counts.mean(0)).isCloseTo(4.0 / 6, within(1e-15));
        assertThat(counts.variance(0)).isCloseTo(8.0 / 252, within(1e-15));
    }

    @Test
    void bestHasTheLargestMeanAndIsTheFirstOfEquals() {
        assertThat(counts(1, 1, 5, 1, 2, 2).best()).isEqualTo(1);
        assertThat(counts(1, 1, 5, 1, 5, 1).best()).isEqualTo(1);
        assertThat(counts(9, 1, 5, 1).best()).isZero();
        assertThat(new BetaCounts(3).best()).isZero();
    }

    @Test
    void countsBelowThePriorAreRejected() {
        for (double[][] saved : new double[][][] {{{1, 0.5}, {1, 1}}, {{1, 1}, {1, 0}}}) {
            byte[] bytes = Checkpoint.seal("counts", out -> {
                out.writeDoubles(saved[0]);
                out.writeDoubles(saved[1]);
            });
            assertThatThrownBy(() -> Checkpoint.open(bytes, "counts", in -> {
                        BetaCounts counts = new BetaCounts(2);
                        counts.readState(in);
                        return counts;
                    }))
                    .isInstanceOf(StateFormatException.class)
                    .hasMessageContaining("candidate 1");
        }
    }

    @Test
    void readCountsAreThoseWritten() {
        byte[] bytes = Checkpoint.seal("counts", counts(3, 1, 0, 2)::writeState);
        BetaCounts read = Checkpoint.open(bytes, "counts", in -> {
            BetaCounts counts = new BetaCounts(2);
            counts.readState(in);
            return counts;
        });
        assertThat(read.mean(0)).isEqualTo(4.0 / 6);
        assertThat(read.mean(1)).isEqualTo(1.0 / 4);
    }
}
