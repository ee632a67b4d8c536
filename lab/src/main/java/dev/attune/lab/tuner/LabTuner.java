package dev.attune.lab.tuner;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;

/**
 * A tuner of the lab, with what a provider answers as values.
 *
 * @param recipe makes a tuner for a policy
 */
record LabTuner(
        String name,
        String summary,
        String needs,
        String citation,
        boolean choosesAmongCandidates,
        boolean needsCalibration,
        int squareMatrices,
        Recipe recipe)
        implements TunerProvider {
    /** Makes a tuner for a policy: {@link TunerProvider#tune}. */
    @FunctionalInterface
    interface Recipe {
        Tuning tune(Policy policy, Horizon horizon, double[] candidates);
    }

    /** Returns a tuner that chooses from the search box or from the exploration path. */
    static LabTuner of(String name, String summary, String needs, String citation, Recipe recipe) {
        return new LabTuner(name, summary, needs, citation, false, false, 0, recipe);
    }

    /** Returns a tuner that chooses among candidates. */
    static LabTuner amongCandidates(String name, String summary, String needs, String citation, Recipe recipe) {
        return new LabTuner(name, summary, needs, citation, true, false, 0, recipe);
    }

    @Override
    public Tuning tune(Policy policy, Horizon horizon, double[] candidates) {
        return recipe.tune(policy, horizon, candidates);
    }

    /** Returns the exploration path of a policy, or says that the tuner needs one. */
    static ExplorationPath path(String tuner, Policy policy) {
        return policy.path()
                .orElseThrow(
                        () -> new IllegalArgumentException(tuner + " needs a policy with an exploration path, which "
                                + policy.getClass().getSimpleName() + " does not have"));
    }
}
