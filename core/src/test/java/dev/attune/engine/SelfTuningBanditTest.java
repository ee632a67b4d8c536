package dev.attune.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.attune.PathPolicies;
import dev.attune.Scene;
import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Options;
import dev.attune.api.PathTuner;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.Tuning;
import dev.attune.math.RoundRandom;
import dev.attune.model.Link;
import dev.attune.policy.Gloc;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.SgdTs;
import dev.attune.policy.UcbGlm;
import dev.attune.policy.UniformRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RandUcb;
import dev.attune.tuner.ValueOfInformation;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelfTuningBanditTest {
    static Iterable<String> policies() {
        return PathPolicies.names();
    }

    /** A bandit on a policy with an exploration path, by the name of the tuner. */
    static SelfTuningBandit bandit(String policy, String tuner, int d, Options options) {
        ExplorationPath path = PathPolicies.make(policy, d);
        return switch (tuner) {
            case "Fixed" -> SelfTuningBandit.of(path, new Fixed(path.space().preset()), options);
            case "RandUCB" -> SelfTuningBandit.of(path, new RandUcb(), options);
            default -> SelfTuningBandit.of(path, new ValueOfInformation(d), options);
        };
    }

    static final List<String> TUNERS = List.of("VOI", "RandUCB", "Fixed");

    // ---- warm-up

    /** 2,000 pulls of 4 arms: chi-square with 3 degrees of freedom is above 21.1 with probability 1e-4. */
    @Test
    void theWarmUpIsUniformAndTeachesThePolicyButNotTheTuner() {
        RecordingTuner tuner = new RecordingTuner(LinUcb.SPACE);
        SelfTuningBandit bandit = SelfTuningBandit.of(new LinUcb(3), tuner, Options.DEFAULT.withWarmup(2000));
        Scene scene = Scene.fixedArms(3, 4, 0.5, 1);
        int[] pulls = new int[4];
        for (int t = 1; t <= 2000; t++) {
            Pull decision = bandit.decide(scene.arms(t));
            assertThat(decision.t()).isEqualTo(t);
            assertThat(decision.tuned()).isFalse();
            assertThat(decision.propensity()).isEqualTo(0.25);
            pulls[decision.arm()]++;
            bandit.reward(decision, scene.reward(decision));
        }
        double chiSquare = 0;
        for (int count : pulls) {
            chiSquare += (count - 500) * (count - 500) / 500.0;
        }
        assertThat(chiSquare).isLessThan(21.1);
        assertThat(((LinUcb) bandit.policy()).model().count()).isEqualTo(2000);
        assertThat(tuner.suggested).isEmpty();
        assertThat(tuner.observed).isEmpty();
        Pull first = bandit.decide(scene.arms(2001));
        assertThat(first.tuned()).isTrue();
        assertThat(tuner.rounds).containsExactly(1L); // the tuner counts from one
    }

    @Test
    void theLongerOfTheWarmUpsOfPolicyAndOptionsCountsInWholeBatches() {
        for (int asked : new int[] {0, 5, 40}) {
            SelfTuningBandit bandit = bandit("SGD-TS", "VOI", 2, Options.DEFAULT.withWarmup(asked));
            int warm = 0;
            for (int t = 1; t <= 60; t++) {
                warm += bandit.decide(Scene.fixedArms(2, 3, 1, 1).arms(t)).tuned() ? 0 : 1;
            }
            assertThat(warm).isEqualTo(asked <= PathPolicies.BATCH ? PathPolicies.BATCH : 4 * PathPolicies.BATCH);
        }
    }

    // ---- determinism

    @ParameterizedTest
    @MethodSource("policies")
    void decisionsAreAFunctionOfTheSeedAndTheCalls(String policy) {
        for (String tuner : TUNERS) {
            List<String> first = choices(bandit(policy, tuner, 3, Options.DEFAULT.withSeed(1)));
            assertThat(choices(bandit(policy, tuner, 3, Options.DEFAULT.withSeed(1))))
                    .isEqualTo(first);
            boolean random = !tuner.equals("Fixed") || PathPolicies.draws().containsKey(policy);
            if (random) {
                assertThat(choices(bandit(policy, tuner, 3, Options.DEFAULT.withSeed(2))))
                        .as(tuner)
                        .isNotEqualTo(first);
            }
        }
    }

    private static List<String> choices(SelfTuningBandit bandit) {
        Scene scene = Scene.freshArms(3, 6, 0.5, 5);
        List<String> choices = new ArrayList<>();
        for (int t = 1; t <= 100; t++) {
            Pull decision = bandit.decide(scene.arms(t));
            choices.add(decision.arm() + " at " + decision.suggestion().setting());
            bandit.reward(decision, scene.reward(decision, bandit.policy()));
        }
        return choices;
    }

    // ---- rewards

    @ParameterizedTest
    @MethodSource("policies")
    void rewardsMayBeLateShuffledBatchedMissingOrDuplicated(String policy) {
        for (String tuner : TUNERS) {
            SelfTuningBandit bandit = bandit(policy, tuner, 3, Options.DEFAULT.withWarmup(5));
            Scene scene = Scene.freshArms(3, 6, 0.5, 6);
            RoundRandom luck = new RoundRandom(9, 0);
            List<Pull> open = new ArrayList<>();
            for (int t = 1; t <= 300; t++) {
                open.add(bandit.decide(scene.arms(t)));
                if (t % 25 == 0) { // in batches
                    while (open.size() > 3) {
                        Pull any = open.remove(luck.nextInt(open.size()));
                        double kind = luck.nextDouble();
                        if (kind < 0.1) {
                            bandit.expire(any);
                        } else if (kind > 0.2) {
                            bandit.reward(any, scene.reward(any, bandit.policy()));
                        }
                        if (kind > 0.8) {
                            bandit.reward(any, scene.reward(any, bandit.policy()));
                        }
                    }
                }
            }
            assertThat(bandit.rounds()).isEqualTo(300);
        }
    }

    @Test
    void thePolicyLearnsRewardsInTheOrderInWhichTheyCome() {
        Options plain = Options.DEFAULT;
        SelfTuningBandit bandit = SelfTuningBandit.of(new LinUcb(3), new Fixed(LinUcb.SPACE.setting(1)), plain);
        LinUcb alone = new LinUcb(3);
        Scene scene = Scene.freshArms(3, 6, 0.5, 7);
        List<Pull> open = new ArrayList<>();
        for (int t = 1; t <= 40; t++) {
            open.add(bandit.decide(scene.arms(t)));
        }
        for (int i : new int[] {39, 3, 3, 17, 0, 0, 0, 21}) { // late, shuffled, some twice or three times, most never
            bandit.reward(open.get(i), i);
            alone.update(open.get(i).x(), i, LinUcb.SPACE.preset());
        }
        assertThat(Checkpoint.write(bandit.policy())).isEqualTo(Checkpoint.write(alone));
    }

    @Test
    void aLateRewardIsCreditedToTheSettingThatEarnedIt() {
        RecordingTuner tuner = new RecordingTuner(LinUcb.SPACE);
        SelfTuningBandit bandit =
                SelfTuningBandit.of(new LinUcb(2), tuner, Options.DEFAULT.withRewards(new RewardRange(-10, 10)));
        Scene scene = Scene.freshArms(2, 3, 0.5, 8);
        List<Pull> open = new ArrayList<>();
        for (int t = 1; t <= 20; t++) {
            open.add(bandit.decide(scene.arms(t)));
        }
        bandit.reward(open.get(13), 5);
        bandit.reward(open.get(2), -10);
        assertThat(tuner.observed).containsExactly(tuner.suggested.get(13), tuner.suggested.get(2));
        assertThat(tuner.rewards).containsExactly(0.75, 0.0); // mapped to [0, 1]
    }

    // ---- what is rejected

    private static void rejected(SelfTuningBandit bandit, Runnable call, String message) {
        byte[] before = Checkpoint.write(bandit);
        long rounds = bandit.rounds();
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThat(Checkpoint.write(bandit)).isEqualTo(before);
        assertThat(bandit.rounds()).isEqualTo(rounds);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void badInputIsRejectedAndChangesNothing(String policy) {
        for (String tuner : TUNERS) {
            SelfTuningBandit bandit = bandit(
                    policy,
                    tuner,
                    3,
                    Options.DEFAULT.withRewards(new RewardRange(0, 1)).withUniformShare(0.1));
            Scene scene = Scene.freshArms(3, 4, 0.5, 9);
            Pull decision = bandit.decide(scene.arms(1));
            for (int t = 2; t <= 40; t++) {
                bandit.reward(decision, t % 2);
                decision = bandit.decide(scene.arms(t));
            }
            Pull open = decision;
            rejected(bandit, () -> bandit.reward(open, Double.NaN), "reward = NaN");
            rejected(bandit, () -> bandit.reward(open, Double.POSITIVE_INFINITY), "reward = Infinity");
            rejected(bandit, () -> bandit.reward(open, 1.0001), "reward = 1.0001");
            rejected(bandit, () -> bandit.reward(open, -1e-9), "reward = -1.0E-9");
            rejected(bandit, () -> bandit.decide(ActionSet.ofRows(new double[2])), "2 features");
            rejected(bandit, () -> bandit.decide(ActionSet.ofRows(new double[4])), "4 features");
            Pull foreign = new Pull(1, 0, 2, new double[5], 1, open.suggestion(), true);
            rejected(bandit, () -> bandit.reward(foreign, 1), "5 features");
            Suggestion ofAnother = new Suggestion(open.suggestion().setting(), new double[] {-1, 2, 3, 4, 5});
            Pull stranger = new Pull(1, 0, 2, open.x(), 1, ofAnother, true);
            rejected(bandit, () -> bandit.reward(stranger, 1), "memo");
        }
    }

    @Test
    void aRewardThatOnlyThePolicyRejectsChangesNothingEither() {
        SelfTuningBandit bandit =
                Bandits.byDefault(new UcbGlm(2), Options.DEFAULT); // no range declared; a logistic model takes [0, 1]
        Pull decision = bandit.decide(Scene.fixedArms(2, 3, 1, 1).arms(1));
        rejected(bandit, () -> bandit.reward(decision, 1.5), "reward = 1.5");
    }

    @Test
    void aTunerOfOtherHyperparametersIsRejected() {
        assertThatThrownBy(() -> SelfTuningBandit.of(new LinUcb(2), new RecordingTuner(Gloc.SPACE), Options.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SelfTuningBandit.of(
                        new Gloc(2), Tuning.of(new RandUcb(), new RecordingTuner(LinUcb.SPACE)), Options.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void invalidOptionsAreRejected() {
        assertThatThrownBy(() -> Options.DEFAULT.withUniformShare(-0.1)).hasMessageContaining("uniformShare = -0.1");
        assertThatThrownBy(() -> Options.DEFAULT.withUniformShare(1.1)).hasMessageContaining("uniformShare = 1.1");
        assertThatThrownBy(() -> Options.DEFAULT.withUniformShare(Double.NaN))
                .hasMessageContaining("uniformShare = NaN");
        assertThatThrownBy(() -> Options.DEFAULT.withWarmup(-1)).hasMessageContaining("warmup = -1");
    }

    /** Every number that an action set or a reward range lets in. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-300, 1e-160, 1e-100, 1e-8, 1e8, 1e50, 1e100})
    void numbersOfAnySizeAreNoReasonToFail(double size) {
        for (String policy : List.of("LinUCB", "LinTS", "LinUCB forgetting")) {
            for (String tuner : TUNERS) {
                for (double rewards : new double[] {1e-150, 1, 1e99}) {
                    SelfTuningBandit bandit = bandit(policy, tuner, 3, Options.DEFAULT.withUniformShare(0.05));
                    RoundRandom rng = new RoundRandom(31, 0);
                    List<Pull> open = new ArrayList<>();
                    for (int t = 1; t <= 120; t++) {
                        double[][] rows = new double[4][3];
                        for (double[] row : rows) {
                            for (int i = 0; i < 3; i++) {
                                row[i] = size * (2 * rng.nextDouble() - 1);
                            }
                        }
                        open.add(bandit.decide(ActionSet.ofRows(rows)));
                        if (open.size() > 4) {
                            bandit.reward(open.remove(0), rewards * rng.nextGaussian());
                        }
                    }
                }
            }
        }
    }

    // ---- held settings

    /** Batches are paid once, the mean of their rewards, when the last of their pulls was rewarded or released. */
    @Test
    void aBatchHasOneSettingAndIsPaidItsMeanRewardOnce() {
        int tau = PathPolicies.BATCH;
        RecordingTuner tuner = new RecordingTuner(SgdTs.SPACE);
        SelfTuningBandit bandit = SelfTuningBandit.of(new SgdTs(Link.LOGISTIC, 3, tau, 10, 5), tuner, Options.DEFAULT);
        Scene scene = Scene.freshArms(3, 6, 0.5, 10);
        List<Pull> open = new ArrayList<>();
        for (int t = 1; t <= 6 * tau - 1; t++) {
            Pull decision = bandit.decide(scene.arms(t));
            open.add(decision);
            if (t > tau) {
                int batch = (t - tau - 1) / tau;
                assertThat(tuner.suggested).hasSize(batch + 1);
                assertThat(decision.suggestion().setting())
                        .isEqualTo(tuner.suggested.get(batch).setting());
            }
        }
        assertThat(tuner.rounds).containsExactly(1L, 1L + tau, 1 + 2L * tau, 1 + 3L * tau, 1 + 4L * tau);
        bandit.reward(open.get(tau - 1), 1); // of the warm-up: the tuner is not paid
        for (int t = 5 * tau + 1; t <= 6 * tau - 1; t++) {
            bandit.reward(open.get(t - 1), 1); // the last batch still lacks a round
        }
        for (int t = 3 * tau; t >= 2 * tau + 1; t--) { // the second batch, backwards: one of four earns 1
            assertThat(tuner.observed).isEmpty();
            bandit.reward(open.get(t - 1), t % 4 == 0 ? 1 : 0);
        }
        assertThat(tuner.rewards).containsExactly(0.25);
        for (int t = tau + 1; t <= 2 * tau; t++) { // the first batch: all but one pull are released
            assertThat(tuner.observed).hasSize(1);
            if (t == tau + 5) {
                bandit.reward(open.get(t - 1), 1);
            } else {
                bandit.expire(open.get(t - 1));
            }
        }
        Pull last = bandit.decide(scene.arms(6L * tau));
        assertThat(tuner.rewards).containsExactly(0.25, 1.0);
        bandit.expire(last);
        assertThat(tuner.rewards).containsExactly(0.25, 1.0, 1.0);
        for (int t = 3 * tau + 1; t <= 4 * tau; t++) {
            bandit.expire(open.get(t - 1)); // a batch without any reward is not paid
        }
        assertThat(tuner.observed).hasSize(3);
        int[] paid = {1, 0, 4};
        for (int i = 0; i < paid.length; i++) {
            assertThat(tuner.observed.get(i)).isSameAs(tuner.suggested.get(paid[i]));
        }
    }

    /** Of more than 64 open batches the oldest is paid with what it has, and its later rewards teach the policy alone. */
    @Test
    void aBatchIsNotKeptOpenForever() {
        RecordingTuner tuner = new RecordingTuner(SgdTs.SPACE);
        SelfTuningBandit bandit = SelfTuningBandit.of(new SgdTs(Link.LOGISTIC, 3, 2, 10, 5), tuner, Options.DEFAULT);
        Scene scene = Scene.freshArms(3, 6, 0.5, 10);
        List<Pull> open = new ArrayList<>();
        for (int t = 1; t <= 2 + 64 * 2; t++) {
            open.add(bandit.decide(scene.arms(t)));
        }
        bandit.reward(open.get(2), 1);
        assertThat(tuner.observed).isEmpty();
        bandit.decide(scene.arms(131));
        assertThat(tuner.observed).containsExactly(tuner.suggested.get(0));
        bandit.reward(open.get(3), 0);
        assertThat(tuner.observed).hasSize(1);
        assertThat(((SgdTs) bandit.policy()).posterior().count()).isEqualTo(2);
    }

    /** Under a path tuner the exploration rate changes every round, but the step size is still one for a batch. */
    @Test
    void whatAPathTunerLeavesIsHeldForABatchToo() {
        int tau = PathPolicies.BATCH;
        RecordingTuner rest = new RecordingTuner(SgdTs.SPACE);
        SelfTuningBandit bandit = SelfTuningBandit.of(
                new SgdTs(Link.LOGISTIC, 3, tau, 10, 5), Tuning.of(new ValueOfInformation(3), rest), Options.DEFAULT);
        Scene scene = Scene.freshArms(3, 6, 0.5, 10);
        double sum = 0;
        for (int t = 1; t <= 6 * tau; t++) {
            Pull decision = bandit.decide(scene.arms(t));
            if (t > tau) {
                Suggestion inForce = rest.suggested.get((t - tau - 1) / tau);
                assertThat(decision.suggestion().setting().get("step"))
                        .isEqualTo(inForce.setting().get("step"));
            }
            double y = scene.reward(decision, bandit.policy());
            sum += t > tau ? y : 0;
            bandit.reward(decision, y);
        }
        assertThat(rest.suggested).hasSize(5);
        assertThat(rest.observed).hasSize(5);
        for (int i = 0; i < 5; i++) {
            assertThat(rest.observed.get(i).setting())
                    .isEqualTo(rest.suggested.get(i).setting());
        }
        assertThat(rest.rewards.stream().mapToDouble(r -> r * tau).sum()).isCloseTo(sum, within(1e-9));
    }

    // ---- two tuners at once

    @Test
    void aPathTunerAndATunerForTheRestWorkSideBySide() {
        RecordingTuner rest = new RecordingTuner(Gloc.SPACE);
        SelfTuningBandit bandit = SelfTuningBandit.of(
                new Gloc(3), Tuning.of(new ValueOfInformation(3), rest), Options.DEFAULT.withWarmup(10));
        Scene scene = Scene.freshArms(3, 6, 0.5, 11);
        List<Pull> open = new ArrayList<>();
        for (int t = 1; t <= 60; t++) {
            open.add(bandit.decide(scene.arms(t)));
            Pull decision = open.get(t - 1);
            if (t > 10) {
                Suggestion suggestion = rest.suggested.get(t - 11);
                assertThat(decision.suggestion().setting().get("kappa"))
                        .isEqualTo(suggestion.setting().get("kappa"));
            }
            if (t % 3 == 0) {
                bandit.reward(decision, scene.reward(decision, bandit.policy()));
            }
        }
        assertThat(rest.rounds).hasSize(50).startsWith(1L).endsWith(50L);
        List<Suggestion> paid = new ArrayList<>();
        for (int t = 12; t <= 60; t += 3) {
            paid.add(rest.suggested.get(t - 11));
        }
        assertThat(rest.observed).hasSameSizeAs(paid);
        for (int i = 0;
                i < paid.size();
                i++) { // setting with its own exploration rate, and memo: as they left the tuner
            assertThat(rest.observed.get(i).setting()).isEqualTo(paid.get(i).setting());
            assertThat(rest.observed.get(i).memo()).containsExactly(paid.get(i).memo());
        }
        assertThat(rest.rewards).contains(0.0, 1.0).doesNotContain(0.5);
    }

    @Test
    void theRestMayBeFixed() {
        Setting kappa = Gloc.SPACE.setting(2, 0.7);
        SelfTuningBandit bandit = SelfTuningBandit.of(
                new Gloc(3), Tuning.of(new ValueOfInformation(3), new Fixed(kappa)), Options.DEFAULT);
        Scene scene = Scene.freshArms(3, 6, 0.5, 12);
        for (int t = 1; t <= 50; t++) {
            Pull decision = bandit.decide(scene.arms(t));
            assertThat(decision.suggestion().setting().get("kappa")).isEqualTo(0.7);
            bandit.reward(decision, scene.reward(decision, bandit.policy()));
        }
    }

    @Test
    void aContextTunerSeesTheArms() {
        List<ActionSet> seen = new ArrayList<>();
        RecordingTuner inner = new RecordingTuner(LinUcb.SPACE);
        Tuner tuner = new Tuner() {
            @Override
            public Suggestion suggest(long t, ActionSet arms, RandomGenerator rng) {
                seen.add(arms);
                return inner.suggest(t, rng);
            }

            @Override
            public SettingSpace space() {
                return inner.space();
            }

            @Override
            public Suggestion suggest(long t, RandomGenerator rng) {
                throw new AssertionError("the arms are known");
            }

            @Override
            public void observe(Suggestion suggestion, double reward) {}

            @Override
            public String stateName() {
                return "context";
            }

            @Override
            public void writeState(StateWriter out) {}

            @Override
            public void readState(StateReader in) {}
        };
        SelfTuningBandit bandit = SelfTuningBandit.of(new LinUcb(2), tuner, Options.DEFAULT);
        ActionSet arms = Scene.fixedArms(2, 3, 1, 1).arms(1);
        bandit.decide(arms);
        assertThat(seen).containsExactly(arms);
    }

    // ---- uniform share

    /** No reward ever: LinUCB at explore 0 always takes the first arm, so every other pull is of the uniform share. */
    @Test
    void theUniformShareIsTheShareOfRandomPulls() {
        double share = 0.3;
        int K = 5;
        int rounds = 40_000;
        SelfTuningBandit bandit = SelfTuningBandit.of(
                new LinUcb(2), new Fixed(LinUcb.SPACE.setting(0)), Options.DEFAULT.withUniformShare(share));
        ActionSet arms = Scene.fixedArms(2, K, 1, 1).arms(1);
        int[] pulls = new int[K];
        for (int t = 1; t <= rounds; t++) {
            Pull decision = bandit.decide(arms);
            pulls[decision.arm()]++;
            assertThat(decision.propensity()).isEqualTo(share / K + (decision.arm() == 0 ? 1 - share : 0));
        }
        double chiSquare = 0;
        for (int k = 0; k < K; k++) {
            double expected = rounds * (share / K + (k == 0 ? 1 - share : 0));
            chiSquare += (pulls[k] - expected) * (pulls[k] - expected) / expected;
        }
        assertThat(chiSquare).isLessThan(23.5); // 4 degrees of freedom: 1e-4 false alarms
    }

    @Test
    void thompsonPoliciesDoNotPretendToKnowTheirPropensities() {
        for (String policy : PathPolicies.draws().keySet()) {
            for (String tuner : TUNERS) {
                SelfTuningBandit bandit = bandit(policy, tuner, 2, Options.DEFAULT.withUniformShare(0.2));
                Scene scene = Scene.freshArms(2, 3, 0.5, 13);
                scene.play(bandit, 30);
                assertThat(bandit.decide(scene.arms(31)).propensity())
                        .as("%s, %s", policy, tuner)
                        .isNaN();
            }
        }
    }

    @Test
    void aPolicyWithoutHyperparametersCanBeRunToo() {
        SelfTuningBandit bandit =
                SelfTuningBandit.of(new UniformRandom(2), new Fixed(SettingSpace.EMPTY.preset()), Options.DEFAULT);
        Scene scene = Scene.freshArms(2, 3, 0.5, 14);
        assertThat(scene.play(bandit, 50)).hasSize(50);
    }

    /** VOI counts what is pending; saying that a reward will not come takes it back. */
    @Test
    void expiredDecisionsLeaveNoTrace() {
        SelfTuningBandit bandit = SelfTuningBandit.of(new LinTs(2), new ValueOfInformation(2), Options.DEFAULT);
        Scene scene = Scene.freshArms(2, 3, 0.5, 15);
        scene.play(bandit, 30);
        List<Pull> open = new ArrayList<>();
        byte[] none = Checkpoint.write(bandit);
        for (int t = 31; t <= 40; t++) {
            open.add(bandit.decide(scene.arms(t)));
        }
        byte[] ten = Checkpoint.write(bandit);
        open.forEach(bandit::expire);
        Pull next = bandit.decide(scene.arms(41));
        assertThat(ten).isNotEqualTo(none);
        assertThat(next.tuned()).isTrue();
        assertThat(((LinTs) bandit.policy()).model().count()).isEqualTo(30);
    }

    @Test
    void rewardsOfAnUndeclaredRangeAreMappedToTheRangeSeenSoFar() {
        RecordingTuner tuner = new RecordingTuner(LinUcb.SPACE);
        SelfTuningBandit bandit = SelfTuningBandit.of(new LinUcb(2), tuner, Options.DEFAULT);
        Pull decision = bandit.decide(Scene.fixedArms(2, 3, 1, 1).arms(1));
        for (double y : new double[] {7, 17, 12, -3, 7}) {
            bandit.reward(decision, y);
        }
        assertThat(tuner.rewards).hasSize(5);
        double[] expected = {0.5, 1, 0.5, 0, 0.5};
        for (int i = 0; i < 5; i++) {
            assertThat(tuner.rewards.get(i)).isCloseTo(expected[i], within(1e-15));
        }
    }

    /** The first arms set the prior, rewards then move it; a tuner of settings leaves the model's own prior alone. */
    @Test
    void underAPathTunerThePriorIsTunedByEvidence() {
        for (String tuner : TUNERS) {
            SelfTuningBandit bandit = bandit("LinUCB", tuner, 3, Options.DEFAULT);
            LinUcb policy = (LinUcb) bandit.policy();
            double squares = 0;
            Scene scene = Scene.fixedArms(3, 8, 0.01, 16).scaled(5, 1);
            ActionSet arms = scene.arms(1);
            for (double[] feature : arms.byFeature()) {
                for (int k = 0; k < 8; k++) {
                    squares += feature[k] * feature[k] / 8;
                }
            }
            bandit.decide(arms);
            boolean path = !tuner.equals("Fixed");
            assertThat(policy.model().lambda()).as(tuner).isCloseTo(path ? squares : 1, within(1e-12 * squares));
            scene.play(bandit, 100);
            if (path) { // hardly any noise: nearly the weakest prior there is
                assertThat(policy.model().lambda()).as(tuner).isLessThan(0.05 * squares);
            } else {
                assertThat(policy.model().lambda()).isEqualTo(1);
            }
        }
    }

    @Test
    void pathTunersSeeTheRewardAsItIs() {
        List<Double> seen = new ArrayList<>();
        RandUcb inner = new RandUcb();
        PathTuner listening = new PathTuner() {
            @Override
            public void check(double[] memo) {
                assertThat(memo).hasSize(3);
            }

            @Override
            public PathChoice choose(
                    ActionSet arms,
                    dev.attune.api.ScoredRound round,
                    dev.attune.api.Posterior posterior,
                    RandomGenerator rng) {
                return inner.choose(arms, round, posterior, rng);
            }

            @Override
            public double propensity(int arm) {
                return inner.propensity(arm);
            }

            @Override
            public double[] decided(double[] x, dev.attune.api.Posterior posterior) {
                return new double[] {4, 5, 6};
            }

            @Override
            public void rewarded(double[] x, double[] memo, double reward, dev.attune.api.Posterior posterior) {
                assertThat(memo).containsExactly(4, 5, 6);
                assertThat(posterior.count()).as("the model learns first").isEqualTo(seen.size() + 1L);
                seen.add(reward);
            }

            @Override
            public String stateName() {
                return "listening";
            }

            @Override
            public void writeState(StateWriter out) {}

            @Override
            public void readState(StateReader in) {}
        };
        SelfTuningBandit bandit = SelfTuningBandit.of(new LinUcb(2), listening, Options.DEFAULT);
        Pull decision = bandit.decide(Scene.fixedArms(2, 3, 1, 1).arms(1));
        bandit.reward(decision, 42);
        bandit.reward(decision, -1);
        assertThat(seen).containsExactly(42.0, -1.0);
    }
}
