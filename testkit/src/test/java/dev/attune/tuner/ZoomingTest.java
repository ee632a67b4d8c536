package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import org.junit.jupiter.api.Test;

class ZoomingTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new Zooming(space, Horizon.of(500), NoiseScale.of(0.2));
    }

    /** r(v) = 0.3 / sqrt(n), T = 100, no random numbers. */
    @Test
    void sevenRoundsWorkedByHand() {
        double tau0 = 0.3 / Math.sqrt(6.5 * StrictMath.log(100));
        Zooming tuner = new Zooming(Stories.space(1), Horizon.of(100), NoiseScale.of(tau0));
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
        Zooming tuner = new Zooming(Stories.space(1), Horizon.of(100), NoiseScale.of(0.1));
        for (int t = 1; t <= 300; t++) {
            Suggestion s = Stories.suggest(tuner, t);
            assertThat(s.memo()[0]).isEqualTo(1);
            tuner.observe(s, s.memo()[1] == 0 ? 1 : 0);
        }
        assertThat(tuner.points().size()).isEqualTo(tuner.points().balls().size());
    }

    @Test
    void doublingOfAnUnknownHorizonBeginsAPhase() {
        Zooming tuner = new Zooming(Stories.space(1), Horizon.unknown());
        assertThat(Stories.suggest(tuner, 1000).memo()[0]).isEqualTo(1);
        assertThat(Stories.suggest(tuner, 1001).memo()[0]).isEqualTo(2);
        assertThat(Stories.suggest(tuner, 2001).memo()[0]).isEqualTo(3);
    }
}
