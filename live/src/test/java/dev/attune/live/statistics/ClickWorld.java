package dev.attune.live.statistics;

import dev.attune.Attune;
import dev.attune.api.Control;
import dev.attune.api.ExplorationPath;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.Pull;
import dev.attune.live.statistics.BanditStatistics.Ending;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.stream.IntStream;

/** A real bandit in a world of clicks whose rates are known. */
final class ClickWorld {
    private static final long START = 1_700_000_000_000L;
    static final long STEP = 1_000;
    private static final double[][] RATES = { // by country and arm
        {0.05, 0.10, 0.25, 0.08},
        {0.30, 0.10, 0.05, 0.08}
    };
    private static final List<Arm> ARMS = IntStream.range(0, 4)
            .mapToObj(k -> new Arm(
                    "arm" + k, Features.builder().category("genre", "g" + k).build()))
            .toList();

    final DefinedBandit bandit;
    final BanditStatistics statistics;
    private final long seed;
    long decisions;
    double earned; // expected, by the true rates
    double best; // of the best arms

    ClickWorld(String policy, long seed, double floor) {
        this.seed = seed;
        this.bandit = new DefinedBandit(Attune.bandit()
                .policy(policy)
                .encoder(EncoderDefinition.builder().dimension(48).build())
                .rewards(0, 1)
                .seed(seed)
                .uniformShare(floor)
                .definition());
        this.statistics = new BanditStatistics(bandit.bandit().policy().space(), RewardRange.UNIT, Control.random());
    }

    void play(int rounds, double factor) {
        for (int i = 0; i < rounds; i++) {
            decisions++;
            long time = START + STEP * decisions;
            RoundRandom rng = new RoundRandom(seed + 1000, decisions);
            int country = rng.nextInt(2);
            Features context =
                    Features.builder().category("country", "c" + country).build();
            Pull made = bandit.decide(context, ARMS);
            ExplorationPath policy = (ExplorationPath) bandit.bandit().policy();
            ScoredRound scored = bandit.bandit().scored();
            String arm = ARMS.get(made.arm()).id();
            Setting setting = made.suggestion().setting();
            double regret = made.tuned()
                    ? policy.reward(scored.mean()[scored.best(0)]) - policy.reward(scored.mean()[made.arm()])
                    : Double.NaN;
            Choice choice = new Choice(
                    decisions,
                    decisions,
                    time,
                    arm,
                    made.propensity(),
                    !made.tuned() || regret > 0,
                    ChoiceReason.of(made.tuned() ? ChoiceReason.Kind.BEST : ChoiceReason.Kind.NOTHING_KNOWN),
                    setting);
            statistics.decided(choice, regret, context);
            if (BanditStatistics.wantsNames(decisions)) {
                statistics.named("", bandit.encoder().terms(context, ARMS.get((int) (decisions % 4)), 1000));
            }
            double rate = factor * RATES[country][made.arm()];
            earned += rate;
            best += factor * Math.max(RATES[country][0], RATES[country][2]);
            double reward = rng.nextDouble() < rate ? 1 : 0;
            statistics.ended(new Ending(decisions, time, arm, Attribution.of(ARMS.size(), made.propensity()), reward));
            bandit.reward(made, reward);
        }
    }

    long now() {
        return START + STEP * decisions;
    }
}
