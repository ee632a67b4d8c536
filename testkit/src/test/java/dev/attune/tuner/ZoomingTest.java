package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.state.Checkpoint;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ZoomingTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new Zooming(space, Horizon.of(500));
    }

    /** r(v) = 0.3 / sqrt(n), T = 100, no random numbers. */
    @Test
    void sevenRoundsWorkedByHand() {
        double tau0 = 0.3 / Math.sqrt(6.5 * StrictMath.log(100));
        Zooming tuner = Zooming.withPaperRadius(Stories.space(1), Horizon.of(100), NoiseScale.of(tau0));
        // 1: nothing is covered. a = 0.5: [.2, .8]. 2: left gap [0, .2). b = 0.1: [-.2, .4]. 3: (.8, 1]. c = 0.9.
        play(tuner, 1, 0.5, 0.6);
        play(tuner, 2, 0.1, 0.9);
        play(tuner, 3, 0.9, 0.0);
        // 4: indices f + 2r: a 1.2, b 1.5, c 0.6. b: n 2, f .8, r .212132, [-.112132, .312132].
        play(tuner, 4, 0.1, 0.7);
        // 5: covered, for a reaches down to .2. a 1.2, b .8 + .424264 = 1.224264, c .6. b: n 3, f .6, r .173205.
        play(tuner, 5, 0.1, 0.2);
        // 6: b reaches up to .273205. a 1.2, b .6 + .346410 = .946410. a: n 2, f .5, r .212132, [.287868, .712132].
        play(tuner, 6, 0.5, 0.4);
        // 7: gap (.273205, .287868), middle .280537; c reaches down to .6.
        play(tuner, 7, (0.1 + 0.3 / Math.sqrt(3) + 0.5 - 0.3 / Math.sqrt(2)) / 2, 0.5);
        assertThat(tuner.points().size()).isEqualTo(4);
    }

    private static void play(Zooming tuner, int t, double expected, double reward) {
        Suggestion s = Stories.suggest(tuner, t);
        assertThat(s.setting().space().toUnit(s.setting())[0]).as("round %d", t).isCloseTo(expected, within(1e-12));
        tuner.observe(s, reward);
    }

    @Test
    void nothingIsEverForgottenWithAKnownHorizon() {
        Zooming tuner = Zooming.withPaperRadius(Stories.space(1), Horizon.of(100), NoiseScale.of(0.1));
        for (int t = 1; t <= 300; t++) {
            Suggestion s = Stories.suggest(tuner, t);
            assertThat(s.memo()[0]).isEqualTo(1);
            tuner.observe(s, s.memo()[1] == 0 ? 1 : 0);
        }
        assertThat(tuner.points().size()).isEqualTo(tuner.points().balls().size());
    }

    /** Rewards 0 and 1 by turns have deviation 1/2: r = sqrt(1/2 1/4 ln T / n), as 2 r = sqrt(2 1/4 ln T / n). */
    @Test
    void twoRadiiAreTheBoundOfUcb1ForTheDeviationOfTheRewards() {
        Zooming tuner = new Zooming(Stories.space(1), Horizon.of(10_000));
        for (int t = 1; t <= 1000; t++) {
            tuner.observe(Stories.suggest(tuner, t), t % 2);
        }
        ActivePoints J = tuner.points();
        for (int k = 0; k < J.size(); k++) {
            int v = J.at(k);
            assertThat(2 * J.radius(v))
                    .isCloseTo(Math.sqrt(2 * 0.25 * StrictMath.log(10_000) / J.pulls(v)), within(1e-12));
        }
    }

    /** Before the first reward the scale is that of any reward in [0, 1]; equal rewards make it small, but never zero. */
    @Test
    void scaleOfNoiseIsSafeAtFirstAndFollowsTheRewards() {
        assertThat(NoiseScale.estimated().tau0(0, 0)).isEqualTo(0.5);
        Zooming tuner = new Zooming(Stories.space(1), Horizon.of(10_000));
        Suggestion first = Stories.suggest(tuner, 1);
        double safe = tuner.points().radius(0);
        assertThat(safe).isCloseTo(Math.sqrt(0.5 * 0.25 * StrictMath.log(10_000)), within(1e-12));
        tuner.observe(first, 0.7);
        assertThat(tuner.points().radius(0)).isCloseTo(safe / Math.sqrt(2), within(1e-12));
        for (int t = 2; t <= 50; t++) {
            tuner.observe(Stories.suggest(tuner, t), 0.7);
        }
        assertThat(tuner.points().radius(0)).isBetween(1e-3, safe / 5);
    }

    @Test
    void doublingOfAnUnknownHorizonKeepsThePointsAndWidensTheirBalls() {
        Zooming tuner = new Zooming(Stories.space(1), Horizon.unknown());
        for (int t = 1; t <= 1000; t++) {
            tuner.observe(Stories.suggest(tuner, t), t % 2);
        }
        int points = tuner.points().size();
        double[] radii = radii(tuner);
        assertThat(Stories.suggest(tuner, 1001).memo()[0]).isEqualTo(1);
        assertThat(tuner.points().size()).isGreaterThanOrEqualTo(points);
        double growth = Math.sqrt(StrictMath.log(2000) / StrictMath.log(1000));
        for (int v = 0; v < points; v++) {
            assertThat(tuner.points().radius(v)).isCloseTo(radii[v] * growth, within(1e-12));
        }
    }

    private static double[] radii(Zooming tuner) {
        ActivePoints J = tuner.points();
        return IntStream.range(0, J.size()).mapToDouble(J::radius).toArray();
    }

    /** A peak of height 0.9 at 0.3, noise of deviation 0.1: half the rounds within 0.05 of it, horizon known or not. */
    @Test
    void findsThePeakWithoutAHorizonAsWithOne() {
        for (Horizon horizon : List.of(Horizon.of(4000), Horizon.unknown())) {
            Zooming tuner = new Zooming(Stories.space(1), horizon);
            RoundRandom rng = new RoundRandom(5, 0);
            int near = 0;
            for (int t = 1; t <= 4000; t++) {
                Suggestion s = Stories.suggest(tuner, t);
                double u = s.setting().space().toUnit(s.setting())[0];
                near += Math.abs(u - 0.3) < 0.05 ? 1 : 0;
                rng.reset(5, t);
                tuner.observe(s, 0.9 - 0.9 * Math.abs(u - 0.3) + 0.1 * rng.nextGaussian());
            }
            assertThat(near).isGreaterThan(2000);
        }
    }

    @Test
    void stateOfAnotherRadiusIsRejected() {
        Zooming tuner = new Zooming(Stories.space(1), Horizon.of(100));
        Zooming wide = Zooming.withPaperRadius(Stories.space(1), Horizon.of(100), NoiseScale.estimated());
        assertThatThrownBy(() -> Checkpoint.read(Checkpoint.write(tuner), wide))
                .hasMessageContaining("c in the radius 0.5");
    }
}
