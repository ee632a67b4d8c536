package dev.attune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.ActionSet;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Policy;
import dev.attune.api.Scale;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.RoundRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Invalid input is rejected with its name and value in the message, and the state is bit for bit what it was. */
public interface BadInputLaws {
    /** Creates a policy for arms of this many features; two calls create equal ones. */
    Policy create(int dimension);

    private Policy experienced() {
        Policy policy = create(2);
        Worlds.play(policy, 1, 100, policy.space().preset());
        return policy;
    }

    private static void rejects(Policy policy, ThrowingCallable call, String... named) {
        byte[] before = Worlds.state(policy);
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContainingAll(named);
        assertThat(Worlds.state(policy)).isEqualTo(before);
    }

    /** A NaN, infinite or too large feature is rejected. */
    @Test
    default void featureThatIsNotAFiniteNumberIsRejected() {
        Policy policy = experienced();
        Setting setting = policy.space().preset();
        double[] bad = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e101, -1e101, Double.MAX_VALUE
        };
        for (double value : bad) {
            rejects(
                    policy,
                    () -> policy.update(new double[] {0.5, value}, 1, setting),
                    "feature 1",
                    String.valueOf(value));
            rejects(
                    policy,
                    () -> policy.select(
                            ActionSet.ofRows(new double[] {0, 0}, new double[] {value, 0}), setting, Worlds.choice(1)),
                    "arm 1",
                    "feature 0",
                    String.valueOf(value));
        }
    }

    /** Arms and features of another dimension are rejected. */
    @Test
    default void wrongDimensionIsRejected() {
        Policy policy = experienced();
        Setting setting = policy.space().preset();
        rejects(policy, () -> policy.update(new double[] {1}, 1, setting), "1 features", "2");
        rejects(policy, () -> policy.update(new double[] {1, 1, 1}, 1, setting), "3 features", "2");
        rejects(policy, () -> policy.update(new double[0], 1, setting), "0 features", "2");
        ActionSet wide = ActionSet.ofRows(new double[] {1, 2, 3});
        ActionSet narrow = ActionSet.ofRows(new double[] {1});
        rejects(policy, () -> policy.select(wide, setting, Worlds.choice(1)), "3 features", "2");
        rejects(policy, () -> policy.select(narrow, setting, Worlds.choice(1)), "1 features", "2");
    }

    /** Rewards outside the range of the policy are rejected; both of its ends are accepted. */
    @Test
    default void rewardOutsideTheDeclaredRangeIsRejected() {
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
            rejects(policy, () -> policy.update(x, value, setting), "reward", String.valueOf(value));
        }
        policy.update(x, policy.rewards().low(), setting); // both ends belong to the range
        policy.update(x, policy.rewards().high(), setting);
    }

    /** A setting of other hyperparameters is rejected. */
    @Test
    default void settingOfAnotherPolicyIsRejected() {
        Policy policy = experienced();
        Setting alien = SettingSpace.of(new Hyperparameter("tempo", "t", 0, 9, 1, 2, Scale.LINEAR, 1.5))
                .preset();
        double[] x = {0.5, 0.25};
        ActionSet arms = ActionSet.ofRows(x);
        rejects(policy, () -> policy.update(x, 1, alien), "tempo", "1.5");
        rejects(policy, () -> policy.select(arms, alien, Worlds.choice(1)), "tempo", "1.5");
        if (policy.space().size() > 0) {
            Setting empty = SettingSpace.EMPTY.preset();
            rejects(policy, () -> policy.update(x, 1, empty), "setting");
            rejects(policy, () -> policy.select(arms, empty, Worlds.choice(1)), "setting");
        }
    }

    /** A setting outside the bounds of the space cannot be made. */
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
                rejects(policy, () -> space.setting(values), parameter.name(), String.valueOf(value));
            }
        }
    }

    /** A round without arms cannot be made. */
    @Test
    default void emptyArmSetCannotBeMade() {
        Policy policy = experienced();
        rejects(policy, () -> ActionSet.ofRows(), "arm set is empty");
        rejects(policy, () -> ActionSet.builder(2).build(), "arm set is empty");
    }

    /** Features of very different scales, such as timestamps beside shares, give an arm in every round. */
    @Test
    @Tag("slow")
    default void unscaledFeaturesAreSupported() {
        Policy policy = create(4);
        Setting setting = policy.space().preset();
        for (int t = 1; t <= 700; t++) {
            RoundRandom rng = new RoundRandom(41, t);
            double[] x = {1.7e9 + t, 1e5 * rng.nextDouble(), 1, 1e-3 * rng.nextDouble()};
            double[] other = {1.7e9 + t, 1e5 * rng.nextDouble(), 1, 1e-3 * rng.nextDouble()};
            assertThat(policy.select(ActionSet.ofRows(x, other), setting, rng)).isBetween(0, 1);
            policy.update(x, rng.nextInt(2), setting);
        }
    }

    /** At the limit of what is accepted a policy chooses an arm or throws an ArithmeticException, but never computes with NaN. */
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
