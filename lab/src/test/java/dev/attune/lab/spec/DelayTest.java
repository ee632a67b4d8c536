package dev.attune.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;

class DelayTest {
    private final RoundRandom rng = new RoundRandom(0, 0);

    @Test
    void aFixedDelayIsTheSameForAllRounds() {
        Delay delay = new Delay(Delay.Kind.FIXED, 7, 0, Delay.FOREVER);
        assertThat(delay.of(1, 1, rng)).isEqualTo(7);
        assertThat(delay.of(2, 100, rng)).isEqualTo(7);
    }

    @Test
    void rewardsOfABatchComeAfterItsLastRound() {
        Delay delay = new Delay(Delay.Kind.BATCH, 10, 0, Delay.FOREVER);
        assertThat(1 + delay.of(1, 1, rng)).isEqualTo(10);
        assertThat(10 + delay.of(1, 10, rng)).isEqualTo(10);
        assertThat(11 + delay.of(1, 11, rng)).isEqualTo(20);
    }

    @Test
    void geometricDelaysHaveTheirMeanAndAreAFunctionOfSeedAndRound() {
        Delay delay = new Delay(Delay.Kind.GEOMETRIC, 20, 0, Delay.FOREVER);
        double sum = 0;
        int zeros = 0;
        int n = 20_000;
        for (int t = 1; t <= n; t++) {
            long rounds = delay.of(5, t, rng);
            assertThat(delay.of(5, t, new RoundRandom(9, 9))).isEqualTo(rounds);
            sum += rounds;
            zeros += rounds == 0 ? 1 : 0;
        }
        // Standard errors: sqrt(20 * 21 / n) = 0.145 and sqrt(p (1-p) / n) = 0.0015; five of them, false alarm 1e-6.
        assertThat(sum / n).isCloseTo(20, within(0.73));
        assertThat(zeros / (double) n).isCloseTo(1 / 21.0, within(0.0075));
    }

    @Test
    void aShareIsLostAndWhatIsLaterThanTheWindowIsLostToo() {
        Delay delay = new Delay(Delay.Kind.GEOMETRIC, 20, 0.3, 10);
        int lost = 0;
        int n = 20_000;
        for (int t = 1; t <= n; t++) {
            long rounds = delay.of(5, t, rng);
            assertThat(rounds).isBetween(-1L, 10L);
            lost += rounds < 0 ? 1 : 0;
        }
        double late = StrictMath.pow(20 / 21.0, 11);
        assertThat(lost / (double) n).isCloseTo(0.3 + 0.7 * late, within(0.018)); // five standard errors
    }

    @Test
    void whatIsLostMustBeGivenUpSomeDay() {
        assertThatThrownBy(() -> new Delay(Delay.Kind.FIXED, 1, 0.1, Delay.FOREVER))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
