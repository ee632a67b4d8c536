package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.lab.data.Visit;
import dev.attune.lab.log.ClickRates;
import dev.attune.lab.log.ClickRates.Timestamp;

/**
 * News articles, a round for each timestamp of a Yahoo R6A log (the paper's Section 5). The arms are the articles of the
 * timestamp with their six features; the reward is 1 with the article's click-through rate in that timestamp as its
 * probability. Rounds come in the order of time; the seed decides about clicks alone.
 */
final class ClickRateEnvironment extends DataEnvironment {
    private final ClickRates log;

    ClickRateEnvironment(ClickRates log) {
        super("yahoo-r6a", Visit.FEATURES, Outcome.BERNOULLI, log.timestamps().size(), log.fingerprint());
        if (log.timestamps().isEmpty()) {
            throw new IllegalArgumentException("the log has no timestamp with a usable article");
        }
        this.log = log;
    }

    @Override
    World world(long seed, long horizon) {
        return (t, rng) -> {
            Timestamp now = log.timestamps().get((int) t - 1);
            return new World.Round(ActionSet.ofRows(now.features()), now.rate());
        };
    }
}
