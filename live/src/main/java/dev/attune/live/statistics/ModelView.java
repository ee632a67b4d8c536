package dev.attune.live.statistics;

import dev.attune.api.ModelExplanation;
import dev.attune.api.TunablePrior;
import dev.attune.encode.Collisions;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.NamedCoefficient;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model believes, by name.
 *
 * @param coefficients those that stand out most among those asked for, the most prominent first
 * @param count number of all coefficients
 * @param features number of different features that were seen
 * @param collisionRate share of features that share a slot of a vector with another; NaN if there are no slots
 * @param prior precision of the model's prior; NaN where the model does not tell
 * @param explanation which model decides, and why
 */
public record ModelView(
        List<Coefficient> coefficients,
        long count,
        long features,
        double collisionRate,
        double prior,
        ModelExplanation explanation) {
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
        ModelExplanation explanation = bandit.explain();
        if (bandit.encoder().isSparse()) {
            List<Coefficient> named = new ArrayList<>();
            for (NamedCoefficient coefficient : bandit.coefficients(search, most)) {
                named.add(Coefficient.of(coefficient));
            }
            return new ModelView(
                    named,
                    explanation.coefficients(),
                    bandit.encoder().features(),
                    Double.NaN,
                    Double.NaN,
                    explanation);
        }
        Collisions collisions = bandit.encoder().collisions();
        return new ModelView(
                statistics.names().coefficients(bandit, search, most),
                bandit.bandit().policy().path().isEmpty() ? 0 : bandit.encoder().dimension(),
                collisions.keys(),
                collisions.rate(),
                bandit.bandit()
                        .policy()
                        .path()
                        .flatMap(path -> path.posterior().prior())
                        .map(TunablePrior::lambda)
                        .orElse(Double.NaN),
                explanation);
    }
}
