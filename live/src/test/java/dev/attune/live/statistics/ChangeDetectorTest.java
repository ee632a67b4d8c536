package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.math.RoundRandom;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** False alarms are as rare as promised, and changes are noticed. */
class ChangeDetectorTest {
    private static final long PROMISED = 100_000; // rewards for one false alarm

    private static long alarms(long seed, int rewards, ToDoubleFunction<RoundRandom> residual) {
        ChangeDetector detector = new ChangeDetector();
        RoundRandom rng = new RoundRandom(seed, 1);
        long alarms = 0;
        for (int i = 0; i < rewards; i++) {
            alarms += detector.add(i, residual.applyAsDouble(rng)).isPresent() ? 1 : 0;
        }
        return alarms;
    }

    private static long alarmsOfMany(int runs, int rewards, ToDoubleFunction<RoundRandom> residual) {
        long sum = 0;
        for (int r = 0; r < runs; r++) {
            sum += alarms(r, rewards, residual);
        }
        return sum;
    }

    /** One in 480,000 is designed for: of 20 million rewards 42 alarms; 200, one in 100,000, would be 24 standard errors more. */
    @Test
    void normalResidualsRaiseFewerFalseAlarmsThanPromised() {
        long alarms = alarmsOfMany(20, 1_000_000, rng -> 3 * rng.nextGaussian());
        assertThat(alarms).isBetween(5L, 20_000_000 / PROMISED);
    }

    @Test
    void rareClicksAreNoExcuse() {
        long alarms = alarmsOfMany(10, 2_000_000, rng -> (rng.nextDouble() < 0.02 ? 1 : 0) - 0.02);
        assertThat(alarms).isLessThan(20_000_000 / PROMISED);
    }

    /** Two false alarms before the change would be one in 4,000,000 by design; so is missing the change. */
    @Test
    void aFallOfTheClickRateByHalfIsNoticedAndDated() {
        for (long seed = 0; seed < 20; seed++) {
            ChangeDetector detector = new ChangeDetector();
            RoundRandom rng = new RoundRandom(seed, 7);
            Optional<Alarm> alarm = Optional.empty();
            int i = 0;
            for (; i < 40_000 && alarm.isEmpty(); i++) {
                double rate = i < 5_000 ? 0.10 : 0.05;
                alarm = detector.add(1000L * i, (rng.nextDouble() < rate ? 1 : 0) - 0.10);
            }
            assertThat(alarm).as("seed %d", seed).isPresent();
            assertThat(alarm.get().kind()).isEqualTo(Alarm.Kind.REWARDS_LOWER);
            assertThat(i).as("noticed, seed %d", seed).isBetween(5_000, 9_000);
            assertThat(alarm.get().since()).isBetween(3_000_000L, 6_500_000L);
            assertThat(alarm.get().message()).startsWith("rewards have been lower than predicted since 1970-01-01 0");
        }
    }

    @Test
    void higherRewardsAreSaidToBeHigher() {
        ChangeDetector detector = new ChangeDetector();
        RoundRandom rng = new RoundRandom(3, 7);
        Optional<Alarm> alarm = Optional.empty();
        for (int i = 0; i < 10_000 && alarm.isEmpty(); i++) {
            alarm = detector.add(i, rng.nextGaussian() + (i < 2000 ? 0 : 0.5));
        }
        assertThat(alarm.orElseThrow().message()).contains("higher");
    }

    @Test
    void rewardsThatNeverDifferFromThePredictionAndThoseWithoutOneRaiseNothing() {
        ChangeDetector detector = new ChangeDetector();
        for (int i = 0; i < 5000; i++) {
            assertThat(detector.add(i, i % 2 == 0 ? 0 : Double.NaN)).isEmpty();
        }
    }
}
