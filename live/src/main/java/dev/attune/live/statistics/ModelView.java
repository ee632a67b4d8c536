package dev.attune.live.statistics;

import dev.attune.api.TunablePrior;
import dev.attune.encode.Collisions;
import dev.attune.engine.DefinedBandit;
import java.util.List;

/**
 * What a model believes, by name.
 *
 * @param coefficients those that stand out most, the most prominent first
 * @param collisions how crowded the slots of the encoder are
 * @param dimension length of the vectors; 0 for a sparse policy
 * @param prior precision of the model's prior; NaN where the model does not tell
 */
public record ModelView(List<Coefficient> coefficients, Collisions collisions, int dimension, double prior) {
    /** What a bandit's model believes now. */
    public static ModelView of(DefinedBandit bandit, BanditStatistics statistics) {
        return new ModelView(
                statistics.names().coefficients(bandit),
                bandit.encoder().collisions(),
                bandit.bandit().policy().dimension() == 0 ? 0 : bandit.encoder().dimension(),
                bandit.bandit()
                        .policy()
                        .path()
                        .flatMap(path -> path.posterior().prior())
                        .map(TunablePrior::lambda)
                        .orElse(Double.NaN));
    }
}
