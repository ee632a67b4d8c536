package dev.attune.live.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.live.statistics.FallDetector.End;
import dev.attune.live.statistics.FallDetector.Fall;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Falls are found, and false alarms are as rare as promised: one bandit in a hundred in its whole life. */
class FallDetectorTest {
    private static Optional<Fall> play(FallDetector detector, long from, long to, RoundRandom rng, Source source) {
        for (long i = from; i <= to; i++) {
            Optional<Fall> fall = detector.ended(i, 1_000 * i, End.REWARDED, source.reward(rng, i));
            if (fall.isPresent()) {
                return fall;
            }
        }
        return Optional.empty();
    }

    private interface Source {
        double reward(RoundRandom rng, long i);
    }

    private static Source clicks(double rate) {
        return (rng, i) -> rng.nextDouble() < rate ? 1 : 0;
    }

    /**
     * The promise of 1 % gives 3 of 240 lives; 9 or more have probability 0.001. None is seen, as the bounds are not
     * tight.
     */
    @Test
    @Tag("slow")
    void aLifeWithoutAFallRaisesHardlyEverAnAlarm() {
        List<Source> worlds = List.of(
                clicks(0.005),
                clicks(0.05),
                clicks(0.5),
                (rng, i) -> 3 * rng.nextGaussian() - 1,
                (rng, i) -> rng.nextDouble() < 0.03 ? Math.exp(1.5 * rng.nextGaussian()) : 0,
                (rng, i) -> rng.nextDouble() < 0.02 + 0.2 * i / (i + 5_000.0) ? 1 : 0); // it learns
        int alarms = 0;
        for (Source world : worlds) {
            for (int life = 0; life < 40; life++) {
                alarms += play(new FallDetector(), 1, 100_000, new RoundRandom(life, 1), world)
                                .isPresent()
                        ? 1
                        : 0;
            }
        }
        assertThat(alarms).isLessThan(9);
    }

    @Test
    void fallsAreFoundAndDated() {
        BiFunction<Double, Long, Fall> after = (rate, n) -> {
            RoundRandom rng = new RoundRandom(5, 2);
            FallDetector detector = new FallDetector();
            assertThat(play(detector, 1, n, rng, clicks(0.22))).isEmpty();
            return play(detector, n + 1, n + 10_000, rng, clicks(rate)).orElseThrow();
        };
        for (long n : new long[] {5_000, 100_000}) {
            Fall fall = after.apply(0.055, n);
            assertThat(fall.missing()).isFalse();
            assertThat(fall.before()).isBetween(0.20, 0.24);
            assertThat(fall.after()).isBetween(0.02, 0.10);
            assertThat(fall.count()).isLessThan(600);
            assertThat(fall.since()).isBetween(1_000 * (n - 150), 1_000 * (n + 150));
            assertThat(after.apply(0.0, n).count()).isLessThan(300);
            assertThat(after.apply(0.11, n).count()).isLessThan(2_000);
        }
        assertThat(after.apply(0.22 * 0.8, 100_000L).count()).isLessThan(8_000);
    }

    /** A fall by less than a tenth is not worth an alarm, however sure it is. */
    @Test
    void aSmallFallIsNone() {
        RoundRandom rng = new RoundRandom(5, 2);
        FallDetector detector = new FallDetector();
        assertThat(play(detector, 1, 100_000, rng, clicks(0.5))).isEmpty();
        assertThat(play(detector, 100_001, 200_000, rng, clicks(0.48))).isEmpty();
    }

    @Test
    void afterAnAlarmTheNewLevelIsTheOneToFallFrom() {
        RoundRandom rng = new RoundRandom(7, 2);
        FallDetector detector = new FallDetector();
        List<Fall> falls = new ArrayList<>();
        for (long i = 1; i <= 30_000; i++) {
            double rate = i <= 5_000 ? 0.4 : i <= 25_000 ? 0.2 : 0.05;
            detector.ended(i, i, End.REWARDED, rng.nextDouble() < rate ? 1 : 0).ifPresent(falls::add);
        }
        assertThat(falls).hasSize(2);
        assertThat(falls.get(0).since()).isBetween(4_800L, 5_200L);
        assertThat(falls.get(1).since()).isBetween(24_800L, 25_200L);
        assertThat(falls.get(1).before()).isBetween(0.17, 0.23);
    }

    @Test
    void decisionsThatAreNoLongerRewardedAreMissing() {
        FallDetector detector = new FallDetector();
        for (int i = 1; i <= 3_000; i++) {
            assertThat(detector.ended(i, i, i % 3 == 0 ? End.EXPIRED : End.REWARDED, i % 7))
                    .isEmpty();
        }
        Optional<Fall> fall = Optional.empty();
        int i = 3_001;
        for (; fall.isEmpty() && i < 4_000; i++) {
            fall = detector.ended(i, i, End.EXPIRED, Double.NaN);
        }
        assertThat(i).isLessThan(3_200);
        assertThat(fall.orElseThrow().missing()).isTrue();
        assertThat(fall.orElseThrow().before()).isBetween(0.65, 0.68);
        assertThat(fall.orElseThrow().after()).isLessThan(0.05);
    }

    @Test
    void decisionsOfARetiredArmAreNotMissing() {
        FallDetector detector = new FallDetector();
        for (int i = 1; i <= 6_000; i++) {
            assertThat(detector.ended(i, i, i > 3_000 ? End.WITHDRAWN : End.REWARDED, i % 7))
                    .isEmpty();
        }
    }

    /**
     * If clicks arrive at once and the rest a window of 2,000 decisions later, the first rewards are all clicks, and
     * there are fewer after a rush.
     */
    @Test
    void whichRewardsArriveFirstDoesNotMatter() {
        RoundRandom rng = new RoundRandom(3, 1);
        FallDetector detector = new FallDetector();
        List<Long> waits = new ArrayList<>();
        int due = 0;
        for (long i = 1; i <= 60_000; i++) {
            if (rng.nextDouble() < 0.2) {
                assertThat(detector.ended(i, i, End.REWARDED, 1 + rng.nextDouble()))
                        .isEmpty();
            } else {
                waits.add(i);
            }
            boolean night = i / 10_000 % 2 == 1; // a time in which nothing but the end of windows happens
            while (waits.size() - due > (night ? 400 : 1_600)) {
                assertThat(detector.ended(waits.get(due++), i, End.REWARDED, 0)).isEmpty();
            }
        }
    }

    @Test
    void aSavedDetectorGoesOnAsTheOneThatWasSaved() {
        RoundRandom rng = new RoundRandom(9, 1);
        FallDetector detector = new FallDetector();
        play(detector, 1, 7_777, rng, clicks(0.3));
        FallDetector again = restored(saved(detector));
        assertThat(saved(again)).isEqualTo(saved(detector));
        Optional<Fall> fall = play(detector, 7_778, 9_000, new RoundRandom(9, 2), clicks(0.1));
        assertThat(fall).isPresent();
        assertThat(play(again, 7_778, 9_000, new RoundRandom(9, 2), clicks(0.1)))
                .isEqualTo(fall);
        assertThat(saved(again)).isEqualTo(saved(detector)).hasSizeLessThan(8_000);
        assertThatThrownBy(() -> restored(Checkpoint.seal("test", out -> {
                    for (int i = 0; i < 12; i++) {
                        out.writeLong(-9L * i);
                    }
                })))
                .isInstanceOf(StateFormatException.class);
    }

    private static byte[] saved(FallDetector detector) {
        return Checkpoint.seal("test", out -> detector.transfer(SavedFields.to(out)));
    }

    private static FallDetector restored(byte[] bytes) {
        return Checkpoint.open(bytes, "test", in -> {
            FallDetector detector = new FallDetector();
            detector.transfer(SavedFields.from(in));
            return detector;
        });
    }
}
