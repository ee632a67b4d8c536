package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Setting;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.env.PointEnvironment.Shape;
import dev.attune.math.RoundRandom;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ZoomingTs;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SwitchingFunctionsTest {
    private static final double[] PEAKS = {0.05, 0.25, 0.45, 0.70, 0.95};

    /** The setting that plays a point. */
    private static Setting at(double point) {
        return PointPolicy.SPACE.setting(point);
    }

    @Test
    void changePointsAreEvenlySpread() {
        Segments segments = new Segments(3);

        assertThat(segments.starts(90_000)).containsExactly(22_501, 45_001, 67_501);
        assertThat(segments.starts(10)).containsExactly(3, 6, 8);
        assertThat(segments.starts(4)).containsExactly(2, 3, 4);
        long quarter = Long.MAX_VALUE / 4; // the last change is at 1 + 3/4 of it, rounded down
        assertThat(segments.starts(Long.MAX_VALUE)).endsWith(3 * quarter + 3);
        assertThat(new Segments(0).starts(1)).isEmpty();
    }

    @Test
    void moreChangesThanRoundsAreRefused() {
        assertThatThrownBy(() -> new PointEnvironment(Shape.SINE, 3, 1).open(1, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("3 changes need at least 4 rounds, not 3");
    }

    @Test
    void thePeakStaysWithinASegmentAndMovesAtEveryChange() {
        PointEnvironment environment = new PointEnvironment(Shape.TRIANGLE, 3, 0.3);
        Set<Long> changes = LongStream.of(new Segments(3).starts(101)).boxed().collect(Collectors.toSet());
        for (long seed = 1; seed <= 50; seed++) {
            Rounds rounds = environment.open(seed, 101);
            double before = Double.NaN;
            for (long t = 1; t <= 101; t++) {
                rounds.next();
                double peak = peak(rounds);
                if (t > 1) {
                    assertThat(peak != before).as("change in round " + t).isEqualTo(changes.contains(t));
                }
                before = peak;
            }
        }
    }

    private static double peak(Rounds rounds) {
        return Arrays.stream(PEAKS)
                .filter(a -> rounds.regret(0, at(a)) == 0)
                .findFirst()
                .orElseThrow();
    }

    /** 4,000 seeds with four peaks each: a share of 1/5 within five standard errors, once in 300,000 false. */
    @Test
    void allFivePeaksAreEquallyLikely() {
        int seeds = 4000;
        int[] counts = new int[PEAKS.length];
        for (long seed = 0; seed < seeds; seed++) {
            double[] peaks = PointEnvironment.peaks(4, seed);
            counts[Arrays.binarySearch(PEAKS, peaks[3])]++;
        }
        double error = 5 * Math.sqrt(seeds * 0.2 * 0.8);
        for (int count : counts) {
            assertThat((double) count).isCloseTo(seeds / 5.0, within(error));
        }
    }

    private static double triangle(double x, double a) {
        return Shape.TRIANGLE.mean(at(x), a);
    }

    private static double sine(double x, double a) {
        return Shape.SINE.mean(at(x), a);
    }

    @Test
    void triangleAndSineAreThePapersFunctions() {
        assertThat(triangle(0.7, 0.7)).isEqualTo(0.9);
        assertThat(triangle(0.2, 0.7)).isCloseTo(0.45, within(1e-15));
        assertThat(sine(0.25, 0.25)).isCloseTo(2 / (3 * Math.PI), within(1e-15));
        // Two thirds to the right of the peak the sine has gone half a period: as low as it gets.
        assertThat(sine(0.05 + 2.0 / 3, 0.05)).isCloseTo(-2 / (3 * Math.PI), within(1e-15));
        // The slope is 1 where it is steepest, a third away from the peak.
        double steepest = 0.45 - 1.0 / 3;
        assertThat((sine(steepest + 1e-6, 0.45) - sine(steepest - 1e-6, 0.45)) / 2e-6)
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void regretAndRewardAreThoseOfThePoint() {
        Rounds rounds = new PointEnvironment(Shape.TRIANGLE, 0, 0).open(3, 10);
        rounds.next();
        double peak = peak(rounds);

        assertThat(rounds.reward(0, at(peak))).isEqualTo(0.9);
        assertThat(rounds.reward(0, at(0.5))).isEqualTo(0.9 - 0.9 * Math.abs(0.5 - peak));
        assertThat(rounds.regret(0, at(0.5))).isCloseTo(0.9 * Math.abs(0.5 - peak), within(1e-15));
    }

    /** Mean and variance of 20,000 draws within five standard errors, once in a million false. */
    @Test
    void theNoiseHasTheDeviationOfTheParameter() throws Exception {
        int n = 20_000;
        Rounds rounds = EnvironmentCatalog.environment("switching-triangle")
                .make(Map.of())
                .open(5, n);
        double sum = 0;
        double squares = 0;
        for (int t = 1; t <= n; t++) {
            rounds.next();
            double noise = rounds.reward(0, at(0.5)) + rounds.regret(0, at(0.5)) - 0.9;
            sum += noise;
            squares += noise * noise;
        }
        assertThat(sum / n).isCloseTo(0, within(5 * Math.sqrt(0.1 / n)));
        assertThat(squares / n).isCloseTo(0.1, within(5 * 0.1 * Math.sqrt(2.0 / n)));
    }

    @Test
    void aSettingThatIsNoPointIsRefused() {
        Rounds rounds = new PointEnvironment(Shape.SINE, 3, 0.1).open(1, 100);
        rounds.next();
        Setting foreign = LinUcb.SPACE.setting(0.5);

        assertThatThrownBy(() -> rounds.reward(0, foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the setting {explore=0.5} does not fit the hyperparameters (point)");
    }

    @Test
    void thePointPolicyIsTheOneThatCanPlay() {
        PolicyProvider own =
                new PointEnvironment(Shape.SINE, 3, 0.1).ownPolicy().orElseThrow();

        assertThat(own.create(1)).isInstanceOf(PointPolicy.class);
        assertThat(own.space()).isSameAs(PointPolicy.SPACE);
    }

    /** Random points lose 0.28 on average at T = 2,000 without changes; zooming must do far better. */
    @Test
    void aTunerOnThePointPolicyFindsThePeak() {
        int T = 2000;
        Rounds rounds = new PointEnvironment(Shape.TRIANGLE, 0, 0.05).open(11, T);
        ZoomingTs tuner = new ZoomingTs(PointPolicy.SPACE, Horizon.of(T), EpochLength.endless(), NoiseScale.of(0.02));
        SelfTuningBandit bandit = SelfTuningBandit.of(new PointPolicy(), tuner, Options.DEFAULT.withSeed(1));
        double zooming = 0;
        double random = 0;
        RoundRandom rng = new RoundRandom(1, 0);
        for (int t = 1; t <= T; t++) {
            ActionSet arms = rounds.next();
            Pull pull = bandit.decide(arms);
            zooming += rounds.regret(pull.arm(), pull.suggestion().setting());
            random += rounds.regret(0, at(rng.nextDouble()));
            bandit.reward(pull, rounds.reward(pull.arm(), pull.suggestion().setting()));
        }
        assertThat(zooming).isLessThan(0.6 * random);
    }
}
