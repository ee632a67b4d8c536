package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.api.Decision;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathScorer;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.policy.LinUcb;
import dev.attune.policy.UniformRandom;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.ValueOfInformation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ConcurrentBanditTest {
    static Iterable<String> policies() {
        return PathPolicies.names();
    }

    /** Late rewards, expiry, warm-up and floor: call for call the same as the bandit inside. */
    @ParameterizedTest
    @MethodSource("policies")
    void oneThreadGetsTheDecisionsOfTheBanditInside(String policy) {
        sameDecisions(policy, false);
        sameDecisions(policy, true); // for some rounds only the arms on offer say anything about the prior
    }

    private static void sameDecisions(String policy, boolean late) {
        for (String tuner : SelfTuningBanditTest.TUNERS) {
            Options options = Options.DEFAULT.seed(6).warmup(late ? 0 : 4).floor(0.05);
            SelfTuningBandit plain = SelfTuningBanditTest.bandit(policy, tuner, 3, options);
            SelfTuningBandit inside = SelfTuningBanditTest.bandit(policy, tuner, 3, options);
            ConcurrentBandit shared = new ConcurrentBandit(inside);
            Scene scene = Scene.freshArms(3, 6, 0.5, 31);
            Deque<Decision> open = new ArrayDeque<>();
            for (int t = 1; t <= 150; t++) {
                ActionSet arms = scene.arms(t);
                Decision a = plain.decide(arms);
                Decision b = shared.decide(arms);
                assertThat(b.t()).isEqualTo(t);
                assertThat(b.arm())
                        .as("%s tuned by %s, round %d", policy, tuner, t)
                        .isEqualTo(a.arm());
                assertThat(b.propensity()).isEqualTo(Double.valueOf(a.propensity()));
                assertThat(b.suggestion().setting()).isEqualTo(a.suggestion().setting());
                open.add(a);
                if (open.size() > (late ? 12 : 3)) {
                    Decision oldest = open.remove();
                    if (t % 11 == 0) {
                        plain.expire(oldest);
                        shared.expire(oldest);
                    } else {
                        plain.reward(oldest, scene.reward(oldest, plain.policy()));
                        shared.reward(oldest, scene.reward(oldest, plain.policy()));
                    }
                }
            }
            assertThat(shared.checkpoint()).isEqualTo(Checkpoint.write(plain));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "GLM-TSL", "SGD-TS"})
    void manyThreadsLoseNothing(String policy) throws Exception {
        int threads = 4;
        int each = 2000;
        SelfTuningBandit inside = SelfTuningBanditTest.bandit(policy, "VOI", 5, Options.DEFAULT.warmup(20));
        ConcurrentBandit shared = new ConcurrentBandit(inside);
        Scene scene = Scene.fixedArms(5, 8, 0.5, 32);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<List<Decision>>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int mine = i;
            Callable<List<Decision>> work = () -> {
                List<Decision> decisions = new ArrayList<>();
                for (int n = 0; n < each; n++) {
                    Decision decision = shared.decide(scene.arms(1));
                    decisions.add(decision);
                    if (n % 7 != mine) {
                        shared.reward(decision, scene.reward(decision, inside.policy()));
                    } else {
                        shared.expire(decision);
                    }
                }
                return decisions;
            };
            results.add(pool.submit(work));
        }
        boolean[] seen = new boolean[threads * each + 1];
        int rewarded = 0;
        for (int i = 0; i < threads; i++) {
            List<Decision> decisions = results.get(i).get(50, TimeUnit.SECONDS);
            long last = 0;
            for (int n = 0; n < each; n++) {
                Decision decision = decisions.get(n);
                assertThat(decision.t()).isBetween(1L, (long) threads * each).isGreaterThan(last);
                last = decision.t();
                assertThat(seen[(int) decision.t()])
                        .as("round %d twice", decision.t())
                        .isFalse();
                seen[(int) decision.t()] = true;
                assertThat(decision.arm()).isBetween(0, 7);
                rewarded += n % 7 != i ? 1 : 0;
            }
        }
        pool.shutdown();
        assertThat(inside.rounds()).isEqualTo((long) threads * each);
        assertThat(((ExplorationPath) inside.policy()).posterior().count()).isEqualTo(rewarded);
        SelfTuningBandit restored = SelfTuningBanditTest.bandit(policy, "VOI", 5, Options.DEFAULT.warmup(20));
        Checkpoint.read(shared.checkpoint(), restored);
        assertThat(restored.rounds()).isEqualTo((long) threads * each);
    }

    /** A policy whose frozen scorer waits until two threads are inside at once: behind a lock they never would be. */
    private static final class TwoAtOnce implements ExplorationPath {
        private final LinUcb inner = new LinUcb(2);
        private final CyclicBarrier barrier = new CyclicBarrier(2);

        @Override
        public PathScorer frozen() {
            PathScorer scorer = inner.frozen();
            return (arms, rng, round) -> {
                try {
                    barrier.await(20, TimeUnit.SECONDS);
                } catch (Exception e) {
                    throw new IllegalStateException("nobody else is scoring", e);
                }
                scorer.score(arms, rng, round);
            };
        }

        @Override
        public Posterior posterior() {
            return inner.posterior();
        }

        @Override
        public ScoredRound round() {
            return inner.round();
        }

        @Override
        public void score(ActionSet arms, RandomGenerator rng, ScoredRound round) {
            inner.score(arms, rng, round);
        }

        @Override
        public int dimension() {
            return inner.dimension();
        }

        @Override
        public SettingSpace space() {
            return inner.space();
        }

        @Override
        public void update(double[] x, double y, Setting setting) {
            inner.update(x, y, setting);
        }

        @Override
        public String stateName() {
            return "two at once";
        }

        @Override
        public void writeState(StateWriter out) {
            inner.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            inner.readState(in);
        }
    }

    @Test
    void twoThreadsScoreAtTheSameTime() throws Exception {
        ConcurrentBandit shared =
                new ConcurrentBandit(SelfTuningBandit.of(new TwoAtOnce(), new ValueOfInformation(2), Options.DEFAULT));
        ActionSet arms = ActionSet.ofRows(new double[] {1, 0}, new double[] {0, 1});
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Long>> rounds = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            rounds.add(pool.submit(() -> {
                long last = 0;
                for (int n = 0; n < 50; n++) {
                    Decision decision = shared.decide(arms);
                    shared.reward(decision, decision.arm());
                    last = decision.t();
                }
                return last;
            }));
        }
        long latest =
                Math.max(rounds.get(0).get(40, TimeUnit.SECONDS), rounds.get(1).get(40, TimeUnit.SECONDS));
        assertThat(latest).isEqualTo(100);
        pool.shutdown();
    }

    @Test
    void aDecisionSeesEveryRewardThatWasGivenBefore() {
        LinUcb policy = new LinUcb(1);
        ConcurrentBandit shared =
                new ConcurrentBandit(SelfTuningBandit.of(policy, new Fixed(LinUcb.SPACE.setting(0)), Options.DEFAULT));
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-1});
        Decision first = shared.decide(arms);
        assertThat(first.arm()).isZero();
        shared.reward(first, -1); // now the other arm looks better
        assertThat(shared.decide(arms).arm()).isEqualTo(1);
        shared.reward(first, 10);
        assertThat(shared.decide(arms).arm()).isZero();
    }

    @Test
    void badInputIsRefusedAndCountsNoRound() {
        SelfTuningBandit inside = Attune.linUcb(2).rewards(0, 1).build();
        ConcurrentBandit shared = new ConcurrentBandit(inside);
        Decision decision = shared.decide(ActionSet.ofRows(new double[] {1, 0}));
        byte[] before = shared.checkpoint();
        assertThatThrownBy(() -> shared.decide(ActionSet.ofRows(new double[3])))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> shared.reward(decision, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThat(shared.checkpoint()).isEqualTo(before);
    }

    @Test
    void aPolicyWithoutAnExplorationPathIsServedToo() {
        ConcurrentBandit shared = new ConcurrentBandit(
                SelfTuningBandit.of(new UniformRandom(2), new Fixed(SettingSpace.EMPTY.preset()), Options.DEFAULT));
        for (int t = 1; t <= 20; t++) {
            assertThat(shared.decide(ActionSet.ofRows(new double[2], new double[2]))
                            .t())
                    .isEqualTo(t);
        }
    }
}
