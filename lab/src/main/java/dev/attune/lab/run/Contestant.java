package dev.attune.lab.run;

import dev.attune.api.Horizon;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.SettingSpace;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.lab.spec.Spec.TunerChoice;
import dev.attune.tuner.Fixed;
import java.util.Arrays;
import java.util.Map;

/**
 * A policy with a tuner, to be made anew for every repetition.
 *
 * @param policy label of the policy
 * @param tuner label of the tuner
 * @param role why it takes part
 * @param definition everything that its decisions depend on, as text
 * @param sparse whether it takes sparse arms
 * @param maker makes one
 */
record Contestant(String policy, String tuner, Role role, String definition, boolean sparse, Maker maker) {
    /** Makes a bandit for a number of features and rounds. */
    @FunctionalInterface
    interface Maker {
        SelfTuningBandit make(int dimension, long horizon, Options options);
    }

    /** A policy with a tuner of the spec. */
    static Contestant asked(String label, PolicyProvider policy, TunerChoice tuner) {
        String definition = policy.name() + " tuned by " + tuner.entry().name() + " candidates "
                + Arrays.toString(tuner.candidates()) + " setting "
                + tuner.setting();
        if (!tuner.setting().isEmpty()) {
            return new Contestant(
                    label, tuner.label(), Role.ASKED, definition, policy.sparse(), fixed(policy, tuner.setting()));
        }
        return new Contestant(
                label,
                tuner.label(),
                Role.ASKED,
                definition,
                policy.sparse(),
                (d, horizon, options) -> bandit(policy, tuner, d, Horizon.of(horizon), options));
    }

    private static SelfTuningBandit bandit(
            PolicyProvider provider, TunerChoice tuner, int dimension, Horizon horizon, Options options) {
        if (provider.sparse() && tuner.entry().needsCalibration()) {
            throw new IllegalArgumentException("it needs a policy with a matrix of covariances");
        }
        Policy policy =
                tuner.entry().needsCalibration() ? provider.createCalibrated(dimension) : provider.create(dimension);
        return SelfTuningBandit.of(policy, tuner.entry().tune(policy, horizon, tuner.candidates()), options);
    }

    /** A policy with one of its hyperparameters fixed at a value, the others at their presets. */
    static Contestant fixed(String label, PolicyProvider policy, String hyperparameter, double value, Role role) {
        String tuner = role == Role.GREEDY ? "Greedy" : hyperparameter + "=" + trimmed(value);
        return new Contestant(
                label,
                tuner,
                role,
                policy.name() + " fixed " + hyperparameter + "=" + value,
                policy.sparse(),
                fixed(policy, Map.of(hyperparameter, value)));
    }

    /** A policy that has nothing to tune, on its own. */
    static Contestant untuned(String label, PolicyProvider policy, Role role) {
        return new Contestant(label, "-", role, policy.name() + " untuned", policy.sparse(), fixed(policy, Map.of()));
    }

    private static Maker fixed(PolicyProvider entry, Map<String, Double> given) {
        return (d, horizon, options) -> {
            Policy policy = entry.create(d);
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
