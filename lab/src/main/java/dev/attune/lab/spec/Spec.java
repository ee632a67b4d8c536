package dev.attune.lab.spec;

import dev.attune.api.Forgetting;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.lab.env.EnvironmentProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An experiment: every environment with every policy with every tuner, repeated.
 *
 * @param title for reports
 * @param repetitions how many, each with its own seed; with {@code until}, how many at most
 * @param seed of the whole run
 * @param environments the problems, each with the layers that are tried there
 * @param until when the repetitions of an environment end before the last; null for never
 */
public record Spec(
        String title,
        int repetitions,
        long seed,
        List<EnvironmentChoice> environments,
        @Nullable Until until) {
    /** Returns a copy with another number of repetitions. */
    public Spec withRepetitions(int newRepetitions) {
        return new Spec(title, newRepetitions, seed, environments, until);
    }

    /** Returns a copy with another seed. */
    public Spec withSeed(long newSeed) {
        return new Spec(title, repetitions, newSeed, environments, until);
    }

    /** Returns a copy with other environments. */
    public Spec withEnvironments(List<EnvironmentChoice> newEnvironments) {
        return new Spec(title, repetitions, seed, List.copyOf(newEnvironments), until);
    }

    /**
     * When the repetitions of an environment end: as soon as the ratios that matter are known well enough.
     *
     * @param error the standard error that no ratio may exceed; of a ratio above one, as a share of it
     * @param least repetitions to begin with; even
     * @param of labels of the tuners whose ratios matter; empty for all
     */
    public record Until(double error, int least, List<String> of) {}

    /**
     * An environment with what is tried there.
     *
     * @param label name in results
     * @param entry the provider
     * @param given its parameters, as written
     * @param rounds of a repetition
     * @param mostRepetitions maximum number of repetitions, for expensive environments
     * @param delay of rewards
     * @param policies that play here
     * @param tuners of the policies that have none of their own
     * @param grid fixed exploration rates of the policies that have none of their own; empty for greedy alone
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record EnvironmentChoice(
            String label,
            EnvironmentProvider entry,
            Map<String, String> given,
            long rounds,
            int mostRepetitions,
            Delay delay,
            List<PolicyChoice> policies,
            List<TunerChoice> tuners,
            double[] grid) {
        /** Returns a copy with other policies. */
        public EnvironmentChoice withPolicies(List<PolicyChoice> newPolicies) {
            return new EnvironmentChoice(
                    label, entry, given, rounds, mostRepetitions, delay, List.copyOf(newPolicies), tuners, grid);
        }

        /** Returns a copy with other parameters. */
        public EnvironmentChoice withGiven(Map<String, String> newGiven) {
            return new EnvironmentChoice(
                    label, entry, Map.copyOf(newGiven), rounds, mostRepetitions, delay, policies, tuners, grid);
        }
    }

    /**
     * A policy.
     *
     * @param label name in results
     * @param found the provider; empty if the spec says that it is optional and the catalogue does not have it
     * @param tuners its own; empty for those of the environment
     * @param grid its own fixed exploration rates; empty for no fixed setting at all, null for those of the environment
     * @param forgetting how its model forgets; {@link Forgetting#NONE} in place of a detection that it does not support
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record PolicyChoice(
            String label,
            Optional<PolicyProvider> found,
            List<TunerChoice> tuners,
            double @Nullable [] grid,
            Forgetting forgetting) {
        /** Rejects a fixed memory that the policy cannot have. */
        public PolicyChoice {
            if (found.isPresent()) {
                PolicyProvider.requireForgetting(found.get(), forgetting);
                forgetting = found.get().canForget(forgetting) ? forgetting : Forgetting.NONE;
            }
        }

        /** Returns a policy of the catalogue with defaults, which does not forget. */
        public static PolicyChoice of(PolicyProvider policy) {
            return new PolicyChoice(policy.name(), Optional.of(policy), List.of(), null, Forgetting.NONE);
        }

        /** Returns the policy; rejects a missing one. */
        public PolicyProvider entry() {
            return found.orElseThrow(() -> new IllegalArgumentException("there is no policy " + label));
        }

        /** Makes the policy, in the form for tuners that need calibration or in the plain one. */
        public Policy make(int dimension, boolean calibrated) {
            return calibrated ? entry().createCalibrated(dimension, forgetting) : entry().create(dimension, forgetting);
        }
    }

    /**
     * A tuner.
     *
     * @param label name in results
     * @param entry the provider
     * @param candidates values of the exploration rate that it chooses from, where it chooses from candidates
     * @param setting values by hyperparameter, for the fixed tuner; presets for the others
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record TunerChoice(String label, TunerProvider entry, double[] candidates, Map<String, Double> setting) {}
}
