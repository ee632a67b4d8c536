package dev.attune.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpperEnvelopeTest {
    private final UpperEnvelope envelope = new UpperEnvelope();

    private int[] arms() {
        int[] arms = new int[envelope.segments()];
        for (int s = 0; s < arms.length; s++) {
            arms[s] = envelope.arm(s);
        }
        return arms;
    }

    @Test
    void threeLinesWorkedByHand() {
        // 3, then 2 + alpha from alpha = 1, then 2 alpha from alpha = 2; the fourth is never on top.
        int segments = envelope.build(new double[] {0, 3, 2, 1}, new double[] {2, 0, 1, 1}, 4, 0, 10);

        assertThat(segments).isEqualTo(3);
        assertThat(arms()).containsExactly(1, 2, 0);
        assertThat(new double[] {envelope.from(0), envelope.from(1), envelope.from(2)})
                .containsExactly(0, 1, 2);
        assertThat(new double[] {envelope.to(0), envelope.to(1), envelope.to(2)})
                .containsExactly(1, 2, 10);
    }

    @ParameterizedTest
    @CsvSource({"-5,1", "0,1", "0.99,1", "1,2", "1.99,2", "2,0", "10,0", "11,0"})
    void aSegmentHasItsStartAndNotItsEnd(double alpha, int arm) {
        envelope.build(new double[] {0, 3, 2, 1}, new double[] {2, 0, 1, 1}, 4, 0, 10);

        assertThat(Segments.armAt(envelope, alpha)).isEqualTo(arm);
    }

    @Test
    void aLineThatOnlyTouchesTheEnvelopeIsNotOnIt() {
        envelope.build(new double[] {2, 1.5, 1}, new double[] {-0.5, 0, 0.5}, 3, 0, 3);
        assertThat(arms()).as("three lines through (1, 1.5)").containsExactly(0, 2);

        envelope.build(new double[] {0, -1, -2, -100}, new double[] {0, 1, 2, 10}, 4, 0, 20);
        assertThat(arms()).as("three lines through (1, 0), then a fourth").containsExactly(0, 2, 3);
    }

    @Test
    void aLineThatComesOnTopOnlyAtTheVeryEndHasNoSegment() {
        assertThat(envelope.build(new double[] {1, 0}, new double[] {0, 1}, 2, 0, 1))
                .isEqualTo(1);
        assertThat(Segments.armAt(envelope, 1)).isZero();
    }

    @Test
    void ofParallelLinesWhoseValuesRoundAlikeTheHigherWins() {
        envelope.build(new double[] {1, Math.nextUp(1.0), 1}, new double[] {8, 8, 8}, 3, 1000, 2000);

        assertThat(arms()).containsExactly(1);
    }

    @Test
    void oneArmHasOneSegment() {
        assertThat(envelope.build(new double[] {4}, new double[] {-1}, 1, 0.5, 2))
                .isEqualTo(1);
        assertThat(envelope.arm(0)).isZero();
        assertThat(envelope.from(0)).isEqualTo(0.5);
        assertThat(envelope.to(0)).isEqualTo(2);
    }

    @Test
    void aPointHasOneSegment() {
        assertThat(envelope.build(new double[] {1, 2, 0}, new double[] {1, 0, 1.5}, 3, 2, 2))
                .isEqualTo(1);
        assertThat(envelope.arm(0)).as("3, 2 and 3 at alpha = 2: the steeper").isEqualTo(2);
        assertThat(envelope.to(0)).isEqualTo(2);
    }

    @Test
    void ofIdenticalLinesTheLowestIndexWins() {
        double[] mean = {0, 3, 3, 2, 2, 0};
        double[] bonus = {2, 0, 0, 1, 1, 2};

        envelope.build(mean, bonus, 6, 0, 10);

        assertThat(arms()).containsExactly(1, 3, 0);
    }

    @Test
    void ofParallelLinesTheHighestWinsWhereverItStands() {
        envelope.build(new double[] {2, 3, 1, 0.5, 0.75, 0.6}, new double[] {0, 0, 0, 1, 1, 1}, 6, 0, 10);
        assertThat(arms()).containsExactly(1, 4);

        envelope.build(new double[] {0, 1.9, 2.9, 2.4, -1, -50}, new double[] {0, 0, 1, 1, 2, 2}, 6, -3, 10);
        assertThat(arms()).containsExactly(1, 2, 4);
    }

    @Test
    void armsBeyondTheGivenNumberAreNotRead() {
        envelope.build(new double[] {1, 2, 99}, new double[] {0, 0, 99}, 2, 0, 1);

        assertThat(arms()).containsExactly(1);
    }

    @ParameterizedTest
    @CsvSource({"2", "12", "13", "24", "25", "120", "1000"})
    void tangentsOfAParabolaAreAllOnTheEnvelope(int arms) {
        double[] mean = new double[arms];
        double[] bonus = new double[arms];
        int[] place = new int[arms];
        for (int k = 0; k < arms; k++) {
            place[k] = (int) (k * 7919L % arms); // 7919 is prime: a permutation
            double t = place[k];
            bonus[k] = 2 * t;
            mean[k] = -t * t;
        }

        assertThat(envelope.build(mean, bonus, arms, 0, arms)).isEqualTo(arms);

        for (int s = 0; s < arms; s++) {
            assertThat(place[envelope.arm(s)]).isEqualTo(s);
            assertThat(envelope.from(s)).isEqualTo(s == 0 ? 0 : s - 0.5);
        }
    }

    @Test
    void aSmallRoundAfterALargeOneLeavesNoTrace() {
        tangentsOfAParabolaAreAllOnTheEnvelope(120);

        assertThat(envelope.build(new double[] {1, 0}, new double[] {0, 1}, 2, 0, 2))
                .isEqualTo(2);
        assertThat(envelope.to(1)).isEqualTo(2);
        assertThat(Segments.armAt(envelope, 1.5)).isEqualTo(1);
    }

    @Test
    void nonsenseIsRefused() {
        double[] one = {1};
        assertThatThrownBy(() -> envelope.build(one, one, 0, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
        double[][] intervals = {
            {1, 0}, {Double.NaN, 1}, {0, Double.NaN}, {0, Double.POSITIVE_INFINITY}, {Double.NEGATIVE_INFINITY, 0},
        };
        for (double[] i : intervals) {
            assertThatThrownBy(() -> envelope.build(one, one, 1, i[0], i[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Double.toString(i[1]));
        }
    }

    @Test
    void aSegmentThatDoesNotExistIsRefused() {
        envelope.build(new double[] {1}, new double[] {1}, 1, 0, 1);

        assertThatThrownBy(() -> envelope.arm(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> envelope.from(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> envelope.to(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
