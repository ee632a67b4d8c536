package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.lab.data.Visit;
import dev.attune.lab.log.ClickRates;
import dev.attune.lab.log.ClickRates.Timestamp;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;

/**
 * News articles, a round for each timestamp of a Yahoo R6A log (the paper's Section 5). The arms are the articles of the
 * timestamp with their six features; the reward is 1 with the article's click-through rate in that timestamp as its
 * probability. Rounds come in the order of time; the seed decides about clicks alone.
 */
final class ClickRateEnvironment extends DataEnvironment {
    private final ClickRates log;
    private final int mostArms;

    ClickRateEnvironment(ClickRates log) {
        super("yahoo-r6a", Visit.FEATURES, log.timestamps().size(), log.fingerprint());
        if (log.timestamps().isEmpty()) {
            throw new IllegalArgumentException("the log has no timestamp with a usable article");
        }
        this.log = log;
        this.mostArms = log.timestamps().stream()
                .mapToInt(timestamp -> timestamp.rate().length)
                .max()
                .orElseThrow();
    }

    @Override
    DataRounds rounds(long seed, long horizon) {
        return new TimestampRounds(seed, horizon);
    }

    private final class TimestampRounds extends DataRounds {
        private final long seed;
        private final RoundRandom random;
        private final double[][] x = new double[Visit.FEATURES][ArmForms.rowLength(mostArms)];
        private double[] rate = {};
        private double best;
        private double luck; // uniform, the same for all arms

        TimestampRounds(long seed, long horizon) {
            super(horizon);
            this.seed = seed;
            this.random = new RoundRandom(seed, 0);
        }

        @Override
        ActionSet arms(long round) {
            Timestamp now = log.timestamps().get((int) round - 1);
            random.reset(seed, round);
            luck = random.nextDouble();
            rate = now.rate();
            best = 0;
            for (int arm = 0; arm < rate.length; arm++) {
                best = Math.max(best, rate[arm]);
                for (int i = 0; i < x.length; i++) {
                    x[i][arm] = now.features()[arm][i];
                }
            }
            return ActionSet.wrap(x, rate.length);
        }

        @Override
        public double reward(int arm, Setting setting) {
            return luck < rate[arm] ? 1 : 0;
        }

        @Override
        public double regret(int arm, Setting setting) {
            return best - rate[arm];
        }
    }
}
