package dev.attune.live;

import dev.attune.api.Control;
import dev.attune.api.RewardRange;
import dev.attune.catalog.BanditDefinition;

/**
 * The definition of a live bandit.
 *
 * @param bandit policy, tuner, encoder, range of rewards, seed, floor
 * @param rules for rewards
 * @param control that it is compared with
 */
public record LiveDefinition(BanditDefinition bandit, RewardRules rules, Control control) {
    /** Returns a definition of a bandit that is compared with a random arm. */
    public LiveDefinition(BanditDefinition bandit, RewardRules rules) {
        this(bandit, rules, Control.random());
    }

    /**
     * Rejects a bandit that cannot learn any reward, or not the default one.
     *
     * @throws IllegalArgumentException if the definition is invalid
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
