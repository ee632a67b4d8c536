package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every policy promises. One small subclass per policy; the laws about bad input and state are in interfaces. */
abstract class PolicyContract implements BadInputLaws, CheckpointLaws, DegenerateStreamLaws {
    private static final double LAMBDA = 0.3;

    @Override
    public Policy create(int dimension) {
        return create(dimension, 1);
    }

    /** A new policy; lambda is ignored by policies without a prior. */
    abstract Policy create(int dimension, double lambda);

    /** Regret of the preset in {@link #presetLearns} as a share of random choice's; at most this. */
    double shareOfRandomRegret() {
        return 0.15;
    }

    @Test
    void sameStateAndInputsGiveTheSameArm() {
        Policy policy = create(3, LAMBDA);
        Policy twin = create(3, LAMBDA);
        Setting setting = policy.space().preset();
        assertThat(Worlds.play(policy, 1, 150, setting)).isEqualTo(Worlds.play(twin, 1, 150, setting));
        for (long t = 150; t < 200; t++) {
            ActionSet arms = Worlds.changingArms(t, 3);
            int first = policy.select(arms, setting, Worlds.choice(t));
            assertThat(policy.select(arms, setting, Worlds.choice(t)))
                    .as("asked again in round %d", t)
                    .isEqualTo(first);
            assertThat(twin.select(arms, setting, Worlds.choice(t)))
                    .as("its twin in round %d", t)
                    .isEqualTo(first);
        }
    }

    @Test
    void armIsOneOfThoseOnOfferWhenTheirNumberChangesEveryRound() {
        for (int d : new int[] {1, 2, 5, 9}) {
            Policy policy = create(d, 2.5);
            int[] chosen = Worlds.play(policy, 1, 200, policy.space().preset());
            for (int t = 1; t < 200; t++) {
                assertThat(chosen[t - 1])
                        .as("round %d, d = %d", t, d)
                        .isBetween(0, Worlds.changingArms(t, d).arms() - 1);
            }
        }
    }

    @Test
    void oneArmIsAlwaysChosen() {
        Policy policy = create(2, LAMBDA);
        Setting setting = policy.space().preset();
        for (long t = 1; t < 100; t++) {
            ActionSet only = Worlds.arms(Worlds.choice(-t), 2, 1);
            assertThat(policy.select(only, setting, Worlds.choice(t))).isZero();
            policy.update(only.features(0), t % 2, setting);
        }
    }

    @Test
    void selectLeavesTheStateAlone() {
        Policy policy = create(3, LAMBDA);
        Setting setting = policy.space().preset();
        for (long t : new long[] {1, 60, 200}) {
            byte[] before = Worlds.state(policy);
            for (long s = t; s < t + 20; s++) {
                policy.select(Worlds.changingArms(s, 3), setting, Worlds.choice(s));
            }
            assertThat(Worlds.state(policy)).isEqualTo(before);
            Worlds.play(policy, t, t + 70, setting);
        }
    }

    @Test
    void extremeSettingsStayFiniteAndDeterministic() {
        for (Setting setting : corners(create(1).space())) {
            Policy policy = create(3, LAMBDA);
            Policy twin = create(3, LAMBDA);
            int[] chosen = Worlds.play(policy, 1, 200, setting);
            assertThat(chosen).as("%s", setting).isEqualTo(Worlds.play(twin, 1, 200, setting));
            assertFiniteScores(policy);
        }
    }

    /** All combinations of smallest and largest accepted values. */
    private static List<Setting> corners(SettingSpace space) {
        List<Setting> corners = new ArrayList<>();
        for (int mask = 0; mask < 1 << space.size(); mask++) {
            double[] values = new double[space.size()];
            for (int i = 0; i < values.length; i++) {
                Hyperparameter parameter = space.parameters().get(i);
                values[i] = (mask >> i & 1) == 0 ? parameter.min() : parameter.max();
            }
            corners.add(space.setting(values));
        }
        return corners;
    }

    @Override
    public void assertFiniteScores(Policy policy) {
        ActionSet arms = Worlds.arms(Worlds.choice(7), policy.dimension(), 5);
        Setting setting = policy.space().preset();
        assertThat(policy.select(arms, setting, Worlds.choice(8))).isBetween(0, 4);
        if (policy instanceof ExplorationPath path) {
            for (int k = 0; k < 5; k++) {
                assertThat(path.round().mean()[k]).as("mean of arm %d", k).isFinite();
                assertThat(path.round().bonus()[k]).as("bonus of arm %d", k).isFinite();
            }
        }
    }

    @Test
    void lateShuffledMissingAndDuplicatedRewardsDoNoHarm() {
        Policy policy = create(3, LAMBDA);
        Setting setting = policy.space().preset();
        RoundRandom rng = new RoundRandom(5, 5);
        List<double[]> waiting = new ArrayList<>();
        for (long t = 1; t <= 1000; t++) {
            ActionSet arms = Worlds.changingArms(t, 3);
            int arm = policy.select(arms, setting, Worlds.choice(t));
            assertThat(arm).isBetween(0, arms.arms() - 1);
            if (rng.nextDouble() < 0.8) { // one in five is never paid
                waiting.add(arms.features(arm));
            }
            while (waiting.size() > 50 || (!waiting.isEmpty() && rng.nextDouble() < 0.3)) { // late and in bursts
                double[] x = waiting.remove(rng.nextInt(waiting.size()));
                double y = Worlds.reward(policy, x[0], rng);
                policy.update(x, y, setting);
                if (rng.nextDouble() < 0.1) { // paid twice
                    policy.update(x, y, setting);
                }
            }
        }
        assertFiniteScores(policy);
    }

    @Test
    void settingMayChangeBetweenAnyTwoCalls() {
        Policy policy = create(3, LAMBDA);
        SettingSpace space = policy.space();
        for (long t = 1; t <= 300; t++) {
            RoundRandom rng = new RoundRandom(6, t);
            ToDoubleFunction<Hyperparameter> anyValue = p -> p.fromUnit(rng.nextDouble());
            Setting inSelect = space.setting(
                    space.parameters().stream().mapToDouble(anyValue).toArray());
            Setting inUpdate = space.setting(
                    space.parameters().stream().mapToDouble(anyValue).toArray());
            ActionSet arms = Worlds.changingArms(t, 3);
            int arm = policy.select(arms, inSelect, rng);
            assertThat(arm).isBetween(0, arms.arms() - 1);
            double[] x = arms.features(arm);
            assertThatCode(() -> policy.update(x, Worlds.reward(policy, x[0], rng), inUpdate))
                    .doesNotThrowAnyException();
        }
        assertFiniteScores(policy);
    }

    /**
     * Paired with uniformly random choice on the same rounds. All seeds are fixed, so there are no false alarms; with
     * other seeds the largest share of any policy was 0.07.
     */
    @Test
    void presetLearns() {
        int d = 4;
        int K = 8;
        double[] truth = Worlds.truth(d);
        double regret = 0;
        double regretOfRandom = 0;
        for (int seed = 1; seed <= 2; seed++) {
            Policy policy = create(d);
            Setting setting = policy.space().preset();
            for (long t = 1; t <= 1500; t++) {
                RoundRandom rng = new RoundRandom(seed, t);
                ActionSet arms = Worlds.arms(rng, d, K);
                double[] means = IntStream.range(0, K)
                        .mapToDouble(k -> Worlds.mean(policy, Worlds.dot(truth, arms.features(k))))
                        .toArray();
                double best = Arrays.stream(means).max().orElseThrow();
                regretOfRandom += best - means[rng.nextInt(K)];
                int arm = policy.select(arms, setting, rng);
                regret += best - means[arm];
                double[] x = arms.features(arm);
                policy.update(x, Worlds.reward(policy, Worlds.dot(truth, x), rng), setting);
            }
        }
        assertThat(regret / regretOfRandom)
                .as("share of the regret of random choice")
                .isLessThan(shareOfRandomRegret());
    }
}
