package dev.attune.live;

import dev.attune.BanditDefinition;

/**
 * All that a live bandit is made from.
 *
 * @param bandit policy, tuner, encoder, range of rewards, seed, floor
 * @param rules what happens to rewards
 */
public record LiveDefinition(BanditDefinition bandit, RewardRules rules) {
    /** Refuses a default reward that the bandit could not learn. */
    public LiveDefinition {
        rules.defaultReward().ifPresent(bandit.rewards()::require);
    }
}
