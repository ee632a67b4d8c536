package dev.attune.live;

import dev.attune.api.RewardRange;
import dev.attune.catalog.BanditDefinition;

/**
 * All that a live bandit is made from.
 *
 * @param bandit policy, tuner, encoder, range of rewards, seed, floor
 * @param rules what happens to rewards
 */
public record LiveDefinition(BanditDefinition bandit, RewardRules rules) {
    /**
     * Refuses a bandit that could learn no reward, or not the default one.
     *
     * @throws IllegalArgumentException saying which
     */
    public LiveDefinition {
        RewardRange learnable = bandit.learnableRewards();
        if (rules.defaultReward().isPresent()) {
            double reward = rules.defaultReward().getAsDouble();
            if (!(reward >= learnable.low() && reward <= learnable.high())) {
                throw new IllegalArgumentException("the default reward = " + reward + " is outside the range ["
                        + learnable.low() + ", " + learnable.high() + "] that this bandit can learn");
            }
        }
    }
}
