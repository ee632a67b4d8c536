package dev.attune.live.statistics;

import dev.attune.api.TunablePrior;
import dev.attune.encode.Collisions;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.ModelSummary;
import dev.attune.engine.NamedCoefficient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model believes, by name.
 *
 * @param coefficients those that stand out most among those asked for, the most prominent first
 * @param count number of all coefficients
 * @param features number of different features that were seen
 * @param collisions how crowded the slots of a policy on vectors are; nothing is in them if the policy has none
 * @param prior precision of the model's prior; NaN where the model does not tell
 * @param summary which models a sparse policy chooses from; empty for a policy on vectors
 */
public record ModelView(
        List<Coefficient> coefficients,
        long count,
        long features,
        Collisions collisions,
        double prior,
        Optional<ModelSummary> summary) {
    /** Copies the list. */
    public ModelView {
        coefficients = List.copyOf(coefficients);
    }

    /**
     * Returns what a bandit's model believes now.
     *
     * @param search part of the names of coefficients, ignoring case; empty for any
     * @param most number of coefficients
     */
    static ModelView of(DefinedBandit bandit, BanditStatistics statistics, String search, int most) {
        Collisions collisions = bandit.encoder().collisions();
        Optional<ModelSummary> summary = bandit.model();
        if (summary.isPresent()) {
            List<Coefficient> named = new ArrayList<>();
            for (NamedCoefficient coefficient : bandit.coefficients(search, most)) {
                named.add(Coefficient.of(coefficient));
            }
            return new ModelView(
                    named, summary.get().coefficients(), bandit.encoder().features(), collisions, Double.NaN, summary);
        }
        return new ModelView(
                statistics.names().coefficients(bandit, search, most),
                bandit.bandit().policy().path().isEmpty() ? 0 : bandit.encoder().dimension(),
                collisions.keys(),
                collisions,
                bandit.bandit()
                        .policy()
                        .path()
                        .flatMap(path -> path.posterior().prior())
                        .map(TunablePrior::lambda)
                        .orElse(Double.NaN),
                summary);
    }
}
