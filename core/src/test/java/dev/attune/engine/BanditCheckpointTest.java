package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.PathPolicies;
import dev.attune.Scene;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Options;
import dev.attune.api.Tuning;
import dev.attune.model.Link;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.SgdTs;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.ValueOfInformation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A bandit saved in the middle of a run and restored goes on bit for bit. */
class BanditCheckpointTest {
    static Iterable<String> policies() {
        return PathPolicies.names();
    }

    /**
     * Plays with rewards that come some rounds late, saves after some rounds, and compares 100 more.
     *
     * @param rewarded of the rounds before saving, how many get their reward
     */
    private static void roundTrip(Supplier<SelfTuningBandit> maker, int saveAt, int rewarded, int late, String what) {
        Scene scene = Scene.freshArms(3, 6, 0.5, 21);
        SelfTuningBandit whole = maker.get();
        Deque<Pull> open = new ArrayDeque<>();
        int paid = 0;
        for (int t = 1; t <= saveAt; t++) {
            open.add(whole.decide(scene.arms(t)));
            if (open.size() > late && paid < rewarded) {
                Pull oldest = open.remove();
                whole.reward(oldest, scene.reward(oldest, whole.policy()));
                paid++;
            }
        }
        SelfTuningBandit restored = maker.get();
        byte[] saved = Checkpoint.write(whole);
        Checkpoint.read(saved, restored);
        assertThat(Checkpoint.write(restored)).as(what).isEqualTo(saved);
        for (int t = saveAt + 1; t <= saveAt + 100; t++) {
            Pull a = whole.decide(scene.arms(t));
            Pull b = restored.decide(scene.arms(t));
            assertThat(b.t()).isEqualTo(a.t());
            assertThat(b.arm()).as("%s, round %d", what, t).isEqualTo(a.arm());
            assertThat(b.propensity()).isEqualTo(Double.valueOf(a.propensity())); // NaN equals NaN
            assertThat(b.suggestion().setting()).isEqualTo(a.suggestion().setting());
            assertThat(b.suggestion().memo()).containsExactly(a.suggestion().memo());
            open.add(a);
            Pull oldest = open.remove();
            double y = scene.reward(oldest, whole.policy());
            whole.reward(oldest, y);
            restored.reward(oldest, y);
        }
        assertThat(Checkpoint.write(restored)).as(what).isEqualTo(Checkpoint.write(whole));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theNextHundredDecisionsAreTheSame(String policy) {
        for (String tuner : SelfTuningBanditTest.TUNERS) {
            Options options = Options.DEFAULT.withSeed(4).withWarmup(6).withUniformShare(0.05);
            Supplier<SelfTuningBandit> maker = () -> SelfTuningBanditTest.bandit(policy, tuner, 3, options);
            roundTrip(maker, 90, 90, 5, policy + " tuned by " + tuner);
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aBanditThatHasLearntNothingOrLittleIsNoException(String policy) {
        for (String tuner : SelfTuningBanditTest.TUNERS) {
            Supplier<SelfTuningBandit> maker =
                    () -> SelfTuningBanditTest.bandit(policy, tuner, 3, Options.DEFAULT.withWarmup(3));
            roundTrip(maker, 1, 0, 0, policy + " tuned by " + tuner + ", fresh");
            roundTrip(maker, 40, 7, 0, policy + " tuned by " + tuner + ", most rewards outstanding");
        }
    }

    @Test
    void aHeldSettingIsRestoredInTheMiddleOfItsBatch() {
        roundTrip(
                () -> SelfTuningBandit.of(
                        new SgdTs(Link.LOGISTIC, 3, 12, 10, 5), new RecordingTuner(SgdTs.SPACE), Options.DEFAULT),
                41,
                41,
                3,
                "SGD-TS");
        roundTrip(
                () -> SelfTuningBandit.of(
                        new SgdTs(Link.LOGISTIC, 3, 12, 10, 5),
                        Tuning.of(new ValueOfInformation(3), new RecordingTuner(SgdTs.SPACE)),
                        Options.DEFAULT),
                41,
                41,
                3,
                "SGD-TS on its path");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void thePosteriorCountsEveryRewardBeforeAndAfter(String policy) {
        Supplier<SelfTuningBandit> maker = () -> SelfTuningBanditTest.bandit(policy, "VOI", 3, Options.DEFAULT);
        SelfTuningBandit bandit = maker.get();
        for (int t = 1; t <= 50; t++) {
            Scene.freshArms(3, 6, 0.5, 22).play(bandit, 1);
            SelfTuningBandit restored = maker.get();
            Checkpoint.read(Checkpoint.write(bandit), restored);
            assertThat(((ExplorationPath) bandit.policy()).posterior().count()).isEqualTo(t);
            assertThat(((ExplorationPath) restored.policy()).posterior().count())
                    .isEqualTo(t);
        }
    }

    @Test
    void aPathTunerAndATunerForTheRestAreBothRestored() {
        roundTrip(
                () -> SelfTuningBandit.of(
                        new Gloc(3),
                        Tuning.of(new ValueOfInformation(3), new RecordingTuner(Gloc.SPACE)),
                        Options.DEFAULT),
                50,
                50,
                3,
                "GLOC");
    }

    @Test
    void theStateOfAnotherBanditIsRejectedAndChangesNothing() {
        Options one = Options.DEFAULT.withSeed(1);
        SelfTuningBandit target = Bandits.byDefault(new LinUcb(3), one);
        Scene.freshArms(3, 4, 0.5, 2).play(target, 20);
        byte[] before = Checkpoint.write(target);
        for (SelfTuningBandit other : new SelfTuningBandit[] {
            Bandits.byDefault(new LinTs(3), one),
            Bandits.byDefault(new LinUcb(4), one),
            Bandits.byDefault(new LinUcb(3), Options.DEFAULT.withSeed(2)),
            SelfTuningBandit.of(new LinUcb(3), new Fixed(LinUcb.SPACE.preset()), one)
        }) {
            byte[] foreign = Checkpoint.write(other);
            assertThatThrownBy(() -> Checkpoint.read(foreign, target)).isInstanceOf(StateFormatException.class);
            assertThat(Checkpoint.write(target)).isEqualTo(before);
        }
    }
}
