package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.Scene;
import dev.attune.api.Options;
import dev.attune.policy.LinUcb;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.ValueOfInformation;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Small runs that would notice if a tuner stopped tuning; the large ones are not for a build. */
class RegretTest {
    private static final int D = 10;
    private static final int SEEDS =
            30; // one run in fifty settles on a wrong arm, which ten runs would see or not by luck

    private static SelfTuningBandit fixed(double explore, long seed) {
        return SelfTuningBandit.of(
                new LinUcb(D), new Fixed(LinUcb.SPACE.setting(explore)), Options.DEFAULT.withSeed(seed));
    }

    private static SelfTuningBandit voi(LinUcb policy, long seed) {
        return SelfTuningBandit.of(policy, new ValueOfInformation(D), Options.DEFAULT.withSeed(seed));
    }

    private static double meanRegret(LongFunction<SelfTuningBandit> maker) {
        double sum = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            sum += Scene.sum(Scene.fixedArms(D, 30, 0.5, seed).play(maker.apply(seed), 4000), 0, 4000);
        }
        return sum / SEEDS;
    }

    /** Seen: VOI 34, greedy 1192, explore 2 107; explore 1, the best in hindsight, 34. */
    @Test
    void onFixedArmsVoiBeatsGreedyAndAWideRate() {
        double voi = meanRegret(seed -> voi(new LinUcb(D), seed));
        double greedy = meanRegret(seed -> fixed(0, seed));
        double wide = meanRegret(seed -> fixed(2, seed));
        assertThat(voi).isLessThan(0.2 * greedy).isLessThan(0.6 * wide);
    }

    /** theta changes after 2,000 of 4,000 rounds. Seen afterwards, over six seeds: 54 to 75 against 115 to 1004. */
    @Test
    void aForgettingModelRecoversFromAChange() {
        double forgetting = 0;
        double stubborn = 0;
        for (long seed = 1; seed <= 6; seed++) {
            Scene scene = Scene.freshArms(D, 20, 0.5, seed).switchingAt(2001);
            forgetting += Scene.sum(scene.play(voi(LinUcb.forgetting(D), seed), 4000), 2000, 4000);
            stubborn += Scene.sum(scene.play(voi(new LinUcb(D), seed), 4000), 2000, 4000);
        }
        assertThat(forgetting).isLessThan(0.3 * stubborn);
    }
}
