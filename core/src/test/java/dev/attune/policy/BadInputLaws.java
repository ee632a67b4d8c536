package dev.attune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.Scale;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.RoundRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Bad input is refused by name and value, and the state is bit for bit what it was. */
interface BadInputLaws {
    Policy create(int dimension);

    private Policy experienced() {
        Policy policy = create(2);
        Worlds.play(policy, 1, 100, policy.space().preset());
        return policy;
    }

    private static void refuses(Policy policy, ThrowingCallable call, String... named) {
        byte[] before = Worlds.state(policy);
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContainingAll(named);
        assertThat(Worlds.state(policy)).isEqualTo(before);
    }

    @Test
    default void featureThatIsNotAFiniteNumberIsRefused() {
        Policy policy = experienced();
        Setting setting = policy.space().preset();
        double[] bad = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e101, -1e101, Double.MAX_VALUE
        };
        for (double value : bad) {
            refuses(
                    policy,
                    () -> policy.update(new double[] {0.5, value}, 1, setting),
                    "feature 1",
                    String.valueOf(value));
            refuses(
                    policy,
                    () -> policy.select(
                            ActionSet.ofRows(new double[] {0, 0}, new double[] {value, 0}), setting, Worlds.choice(1)),
                    "arm 1",
                    "feature 0",
                    String.valueOf(value));
        }
    }

    @Test
    default void wrongDimensionIsRefused() {
        Policy policy = experienced();
        Setting setting = policy.space().preset();
        refuses(policy, () -> policy.update(new double[] {1}, 1, setting), "1 features", "2");
        refuses(policy, () -> policy.update(new double[] {1, 1, 1}, 1, setting), "3 features", "2");
        refuses(policy, () -> policy.update(new double[0], 1, setting), "0 features", "2");
        ActionSet wide = ActionSet.ofRows(new double[] {1, 2, 3});
        ActionSet narrow = ActionSet.ofRows(new double[] {1});
        refuses(policy, () -> policy.select(wide, setting, Worlds.choice(1)), "3 features", "2");
        refuses(policy, () -> policy.select(narrow, setting, Worlds.choice(1)), "1 features", "2");
    }

    @Test
    default void rewardOutsideTheDeclaredRangeIsRefused() {
        Policy policy = experienced();
        Setting setting = policy.space().preset();
        double[] x = {0.5, 0.25};
        double[] bad = {
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Math.nextUp(policy.rewards().high()),
            Math.nextDown(policy.rewards().low())
        };
        for (double value : bad) {
            refuses(policy, () -> policy.update(x, value, setting), "reward", String.valueOf(value));
        }
        policy.update(x, policy.rewards().low(), setting); // both ends belong to the range
        policy.update(x, policy.rewards().high(), setting);
    }

    @Test
    default void settingOfAnotherPolicyIsRefused() {
        Policy policy = experienced();
        Setting alien = SettingSpace.of(new Hyperparameter("tempo", "t", 0, 9, 1, 2, Scale.LINEAR, 1.5))
                .preset();
        double[] x = {0.5, 0.25};
        ActionSet arms = ActionSet.ofRows(x);
        refuses(policy, () -> policy.update(x, 1, alien), "tempo", "1.5");
        refuses(policy, () -> policy.select(arms, alien, Worlds.choice(1)), "tempo", "1.5");
        if (policy.space().size() > 0) {
            Setting empty = SettingSpace.EMPTY.preset();
            refuses(policy, () -> policy.update(x, 1, empty), "setting");
            refuses(policy, () -> policy.select(arms, empty, Worlds.choice(1)), "setting");
        }
    }

    @Test
    default void settingOutOfBoundsCannotBeMade() {
        Policy policy = experienced();
        SettingSpace space = policy.space();
        for (int i = 0; i < space.size(); i++) {
            Hyperparameter parameter = space.parameters().get(i);
            double[] bad = {
                Double.NaN, Double.POSITIVE_INFINITY, Math.nextUp(parameter.max()), Math.nextDown(parameter.min())
            };
            for (double value : bad) {
                double[] values = space.preset().toArray();
                values[i] = value;
                refuses(policy, () -> space.setting(values), parameter.name(), String.valueOf(value));
            }
        }
    }

    @Test
    default void emptyArmSetCannotBeMade() {
        Policy policy = experienced();
        refuses(policy, () -> ActionSet.ofRows(), "arm set is empty");
        refuses(policy, () -> ActionSet.builder(2).build(), "arm set is empty");
    }

    /** Timestamps, amounts and shares side by side, as nobody should pass them in but somebody will. */
    @Test
    default void unscaledFeaturesAreSurvived() {
        Policy policy = create(4);
        Setting setting = policy.space().preset();
        for (int t = 1; t <= 700; t++) {
            RoundRandom rng = new RoundRandom(41, t);
            double[] x = {1.7e9 + t, 1e5 * rng.nextDouble(), 1, 1e-3 * rng.nextDouble()};
            double[] other = {1.7e9 + t, 1e5 * rng.nextDouble(), 1, 1e-3 * rng.nextDouble()};
            assertThat(policy.select(ActionSet.ofRows(x, other), setting, rng)).isBetween(0, 1);
            policy.update(x, rng.nextInt(2), setting);
            assertWidthsOfPastPulls(policy, x);
        }
    }

    /** The width of an arm just pulled is below 1, whatever its scale: x' (V + x x')^-1 x = q / (1 + q). */
    private static void assertWidthsOfPastPulls(Policy policy, double[] x) {
        if (policy instanceof LinUcb
                || policy instanceof UcbGlm
                || policy instanceof GlmUcb
                || policy instanceof Gloc) {
            ExplorationPath path = (ExplorationPath) policy;
            path.score(ActionSet.ofRows(x), Worlds.none(), path.round());
            assertThat(path.round().bonus()[0]).isBetween(0.0, 1.000001);
        }
    }

    /** At the very limit of what is accepted a policy may give up, but only loudly: no silent NaN. */
    @Test
    default void largestAcceptedNumbersGiveAnArmOrAnArithmeticException() {
        Policy policy = experienced();
        Setting setting = policy.space().preset();
        double[][] huge = {{1e100, -1e100}, {1e100, 1e100}, {1e-100, 1e100}, {0, 1}};
        double[] rewards = {policy.rewards().high(), policy.rewards().low(), 1};
        for (int t = 0; t < 24; t++) {
            try {
                policy.update(huge[t % 4], rewards[t % 3], setting);
                int arm = policy.select(ActionSet.ofRows(huge), setting, Worlds.choice(t));
                assertThat(arm).isBetween(0, 3);
            } catch (ArithmeticException loud) {
                assertThat(loud).hasMessageMatching("(?s).*\\d.*");
            }
        }
    }
}
