package dev.attune.tuner;

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
import dev.attune.policy.Automatic;
import dev.attune.state.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeaderExplorationTest {
    private static final int ARMS = 12;

    private final Encoder encoder = Encoder.sparse(EncoderDefinition.builder().build());
    private final RoundRandom rng = new RoundRandom(3, 0);

    private static SelfTuningBandit bandit() {
        Automatic policy = new Automatic(0, Forgetting.DETECTED);
        return SelfTuningBandit.of(policy, LeaderExploration.of(policy.posterior()), Options.DEFAULT.withSeed(5));
    }

    private ActionSet round(int from, int to) {
        return round(from, to, rng.nextGaussian(), rng.nextGaussian());
    }

    private ActionSet round(int from, int to, double a, double b) {
        List<Arm> arms = IntStream.range(from, to)
                .mapToObj(k -> new Arm(Integer.toString(k), Features.NONE))
                .toList();
        return encoder.encode(Features.of("a", a, "b", b), arms);
    }

    private double reward(int arm) {
        return .1 * arm + .5 * rng.nextGaussian();
    }

    @Test
    void whatIsPendingOnOneUnknownArmDoesNotMakeOthersKnown() {
        SelfTuningBandit bandit = bandit();
        for (int t = 0; t < 60; t++) { // two arms become known, as linear in the context
            double a = rng.nextGaussian();
            double b = rng.nextGaussian();
            Pull pull = bandit.decide(round(0, 2, a, b));
            bandit.reward(pull, (pull.arm() == 0 ? 2 * a - b : b - a) + .3 * rng.nextGaussian());
        }
        Set<Integer> tried = new HashSet<>();
        for (int t = 0; t < 60; t++) { // no reward arrives
            tried.add(bandit.decide(round(0, ARMS)).arm());
        }
        assertThat(tried).hasSize(ARMS);
    }

    @Test
    void decisionsThatAreRewardedLateExpireOrTakePlaceWithoutOneLeaveNothingPending() {
        SelfTuningBandit bandit = bandit();
        Deque<Pull> waiting = new ArrayDeque<>();
        for (int t = 0; t < 400; t++) {
            waiting.add(bandit.decide(round(t / 20, t / 20 + 6)));
            if (t % 3 == 0) {
                Pull observed = bandit.observe(round(t / 20, t / 20 + 6), 5);
                bandit.learn(observed, reward(5));
            }
            if (waiting.size() > 30) {
                settle(bandit, waiting.removeFirst(), t);
            }
        }
        while (!waiting.isEmpty()) {
            settle(bandit, waiting.removeLast(), waiting.size());
        }
        SelfTuningBandit copy = bandit();
        Snapshot.of(bandit).restore(copy);
        List<Integer> chosen = new ArrayList<>();
        for (int t = 0; t < 100; t++) {
            ActionSet arms = round(20, 26);
            Pull pull = bandit.decide(arms);
            Pull same = copy.decide(arms);
            assertThat(same.arm()).isEqualTo(pull.arm());
            assertThat(same.propensity()).isEqualTo(pull.propensity());
            chosen.add(pull.arm());
            double y = reward(pull.arm());
            bandit.reward(pull, y);
            copy.reward(same, y);
        }
        assertThat(chosen.subList(50, 100)).contains(5);
    }

    private void settle(SelfTuningBandit bandit, Pull pull, int t) {
        if (t % 5 == 0) {
            bandit.expire(pull);
        } else {
            bandit.reward(pull, reward(pull.arm()));
        }
    }
}
