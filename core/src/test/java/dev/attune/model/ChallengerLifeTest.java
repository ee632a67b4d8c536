package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.model.CandidateBank.Kind;
import dev.attune.policy.Automatic;
import dev.attune.tuner.LeaderExploration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Models that cannot be right, in worlds that never change: a policy that converges changes the contexts in which
 * each arm is seen.
 */
class ChallengerLifeTest {
    private static final int ARMS = 6;
    private static final int LAG = 900; // decisions
    private static final int ROUNDS = 60_000;

    /** What a life has shown. */
    private record Life(double mean, long changes) {}

    /** Which arm pays depends on two features together. */
    private static Life play(Kind kind, Forgetting forgetting, int lag, long seed) {
        Automatic policy = new Automatic(0, forgetting, EnumSet.of(kind));
        SelfTuningBandit bandit =
                SelfTuningBandit.of(policy, LeaderExploration.of(policy.posterior()), Options.DEFAULT.withSeed(seed));
        Encoder encoder = Encoder.sparse(EncoderDefinition.builder().build());
        List<Arm> arms = new ArrayList<>();
        for (int k = 0; k < ARMS; k++) {
            arms.add(new Arm("a" + k, Features.NONE));
        }
        Queue<Pull> pulls = new ArrayDeque<>();
        Queue<Double> rewards = new ArrayDeque<>();
        RoundRandom rng = new RoundRandom(seed, 0);
        double sum = 0;
        for (int t = 1; t <= ROUNDS; t++) {
            rng.reset(seed, t);
            int like = rng.nextInt(3);
            int device = rng.nextInt(2);
            ActionSet set = encoder.encode(Features.of("like", "l" + like, "device", "d" + device), arms);
            Pull pull = bandit.decide(set);
            double pay = (pull.arm() + device) % 3 == like ? .38 + .03 * pull.arm() : .04 + .02 * pull.arm();
            sum += pay;
            pulls.add(pull);
            rewards.add(rng.nextDouble() < pay ? 1.0 : 0.0);
            if (pulls.size() > lag) {
                bandit.reward(pulls.remove(), rewards.remove());
            }
        }
        return new Life(sum / ROUNDS, policy.posterior().changes());
    }

    @Test
    @Tag("slow")
    void aMeanOfEachArmSeesNoChangeWhereTheContextsOfAnArmChange() {
        for (int lag : new int[] {0, LAG}) {
            assertThat(play(Kind.MEANS, Forgetting.DETECTED, lag, 1).changes()).isZero();
        }
    }

    /** Deterministic. Seen: 7 changes and a mean of .410; with a threshold that does not grow with alarms 43 and .279. */
    @Test
    @Tag("slow")
    void aLinearModelOfInteractionsIsNotReplacedAgainAndAgain() {
        Life life = play(Kind.LINEAR, Forgetting.DETECTED, LAG, 1);
        assertThat(life.changes()).isLessThanOrEqualTo(16);
        assertThat(life.mean()).isGreaterThan(.38);
    }
}
