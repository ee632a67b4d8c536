package dev.attune.engine;

import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.catalog.Catalog;

/** Bandits with the tuner that a policy has unless another is named. */
final class Bandits {
    private Bandits() {}

    static SelfTuningBandit byDefault(Policy policy, Options options) {
        return SelfTuningBandit.of(
                policy, Catalog.defaultTuner(policy).tune(policy, options.rounds(), Catalog.candidates()), options);
    }
}
