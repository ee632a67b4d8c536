package dev.attune.live.statistics;

import dev.attune.EncodedBandit;
import dev.attune.api.ExplorationPath;
import dev.attune.api.TunablePrior;
import dev.attune.encode.Collisions;
import java.util.List;

/**
 * What a model believes, by name.
 *
 * @param coefficients those that stand out most, the most prominent first
 * @param collisions how crowded the slots of the encoder are
 * @param dimension length of the vectors
 * @param prior precision of the model's prior; NaN where the model does not tell
 */
public record ModelView(List<Coefficient> coefficients, Collisions collisions, int dimension, double prior) {
    /** What a bandit's model believes now. */
    public static ModelView of(EncodedBandit bandit, BanditStatistics statistics) {
        boolean tells =
                bandit.bandit().policy() instanceof ExplorationPath path && path.posterior() instanceof TunablePrior;
        return new ModelView(
                statistics.names().coefficients(bandit),
                bandit.encoder().collisions(),
                bandit.encoder().dimension(),
                tells ? lambda(bandit) : Double.NaN);
    }

    private static double lambda(EncodedBandit bandit) {
        return ((TunablePrior) ((ExplorationPath) bandit.bandit().policy()).posterior()).lambda();
    }
}
