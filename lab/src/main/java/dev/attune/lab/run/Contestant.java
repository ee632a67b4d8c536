package dev.attune.lab.run;

import dev.attune.api.Forgetting;
import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.SettingSpace;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.spec.Spec.PolicyChoice;
import dev.attune.lab.spec.Spec.TunerChoice;
import dev.attune.tuner.Fixed;
import java.util.Arrays;
import java.util.Map;

/**
 * A policy with a tuner, to be made anew for every repetition.
 *
 * @param policy the policy as the spec has it
 * @param tuner label of the tuner
 * @param role why it takes part
 * @param definition everything that its decisions depend on, as text
 * @param maker makes one
 */
record Contestant(PolicyChoice policy, String tuner, Role role, String definition, Maker maker) {
    /** Makes a bandit for a number of features and rounds. */
    @FunctionalInterface
    interface Maker {
        SelfTuningBandit make(int dimension, long horizon, Options options);
    }

    /** Returns a policy with a tuner of the spec. */
    static Contestant asked(PolicyChoice policy, TunerChoice tuner) {
        String definition = named(policy) + " tuned by " + tuner.entry().name() + " candidates "
                + Arrays.toString(tuner.candidates()) + " setting "
                + tuner.setting();
        Maker maker = tuner.setting().isEmpty()
                ? (d, horizon, options) -> tuned(policy, tuner, d, Horizon.of(horizon), options)
                : fixed(policy, tuner.setting());
        return new Contestant(policy, tuner.label(), Role.ASKED, definition, maker);
    }

    /** Returns the name of the policy and its forgetting, in the form of results that were made before models could forget. */
    private static String named(PolicyChoice policy) {
        return policy.entry().name()
                + (policy.forgetting().equals(Forgetting.NONE) ? "" : " forgetting " + policy.forgetting());
    }

    private static SelfTuningBandit tuned(
            PolicyChoice choice, TunerChoice tuner, int dimension, Horizon horizon, Options options) {
        boolean calibrated = tuner.entry().needsCalibration();
        if (choice.entry().sparse() && calibrated) {
            throw new IllegalArgumentException("it needs a policy with a matrix of covariances");
        }
        Policy policy = choice.make(dimension, calibrated);
        return SelfTuningBandit.of(policy, tuner.entry().tune(policy, horizon, tuner.candidates()), options);
    }

    /** Returns a policy with one of its hyperparameters fixed at a value, the others at their presets. */
    static Contestant fixed(PolicyChoice policy, String hyperparameter, double value, Role role) {
        return new Contestant(
                policy,
                role == Role.GREEDY ? "Greedy" : hyperparameter + "=" + trimmed(value),
                role,
                named(policy) + " fixed " + hyperparameter + "=" + value,
                fixed(policy, Map.of(hyperparameter, value)));
    }

    /** Returns a policy that has nothing to tune, on its own. */
    static Contestant untuned(PolicyChoice policy, Role role) {
        return new Contestant(policy, "-", role, named(policy) + " untuned", fixed(policy, Map.of()));
    }

    private static Maker fixed(PolicyChoice choice, Map<String, Double> given) {
        return (d, horizon, options) -> {
            Policy policy = choice.make(d, false);
            SettingSpace space = policy.space();
            double[] values = space.preset().toArray();
            given.forEach((name, value) -> values[space.indexOf(name)] = value);
            return SelfTuningBandit.of(policy, new Fixed(space.setting(values)), options);
        };
    }

    private static String trimmed(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
