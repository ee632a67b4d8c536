package dev.attune.catalog;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.tuner.Candidates;

/**
 * A tuner of a catalogue, described by values.
 *
 * @param name the name by which commands, files and reports refer to it
 * @param summary what it does, in a line
 * @param needs what it needs of the policy and of the user, in a line
 * @param citation where it was published or is explained; empty if nowhere
 * @param recipe puts it on a policy
 * @param choosesAmongCandidates whether it chooses among candidate exploration rates
 * @param needsCalibration whether it relies on bonuses that are standard deviations
 * @param squareMatrices the number of d x d matrices in its saved state
 */
public record TunerEntry(
        String name,
        String summary,
        String needs,
        String citation,
        Recipe recipe,
        boolean choosesAmongCandidates,
        boolean needsCalibration,
        int squareMatrices)
        implements TunerProvider {
    /** Puts a tuner on a policy: {@link TunerProvider#tune}. */
    @FunctionalInterface
    public interface Recipe {
        /** Makes a tuner for a policy. */
        Tuning tune(Policy policy, Horizon horizon, double[] candidates);
    }

    /** Creates an entry for a tuner that needs neither candidates nor a calibrated posterior. */
    public TunerEntry(String name, String summary, String needs, String citation, Recipe recipe) {
        this(name, summary, needs, citation, recipe, false, false, 0);
    }

    /** Returns the entry of a tuner that chooses among candidate exploration rates. */
    public TunerEntry amongCandidates() {
        return new TunerEntry(name, summary, needs, citation, recipe, true, needsCalibration, squareMatrices);
    }

    /** Returns the entry of a tuner that reads the posterior, with the given number of d x d matrices in its state. */
    public TunerEntry onPosterior(int matrices) {
        return new TunerEntry(name, summary, needs, citation, recipe, choosesAmongCandidates, true, matrices);
    }

    @Override
    public Tuning tune(Policy policy, Horizon horizon, double[] candidates) {
        return recipe.tune(policy, horizon, candidates);
    }

    /**
     * Returns the exploration path that a tuner needs.
     *
     * @throws IllegalArgumentException if the policy has none
     */
    public static ExplorationPath path(String tuner, Policy policy) {
        return policy.path()
                .orElseThrow(() -> new IllegalArgumentException(
                        tuner + " needs a policy with an exploration path, which " + policy.stateName() + " has not"));
    }

    /** Returns candidates for the exploration rate of a policy, the other hyperparameters at their presets. */
    static Candidates exploring(Policy policy, double... rates) {
        if (policy.space().size() == 0) {
            throw new IllegalArgumentException(policy.stateName() + " has no hyperparameter that a tuner could set");
        }
        return Candidates.exploring(policy.space(), rates);
    }
}
