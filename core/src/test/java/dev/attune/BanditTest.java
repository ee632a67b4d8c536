package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.Posterior;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Tuning;
import dev.attune.encode.Arm;
import dev.attune.encode.ArmIdentity;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.PreparedRound;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.engine.SettledRounds;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.Fixed;
import dev.attune.tuner.RandUcb;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class BanditTest {
    private static final int THREADS = 8;
    private static final int LARGE_D = 40; // with 320 arms, 512,000 multiplications: scored outside the lock
    private static final int LARGE_K = 320;

    static Iterable<String> policies() {
        return PathPolicies.names();
    }

    private static Bandit named() {
        return Attune.bandit().seed(1).rewards(0, 1).build();
    }

    private static Decision drink(Bandit bandit) {
        return bandit.decide(Features.of("country", "DE"), "tea", "coffee", "juice");
    }

    // ---- the same as the engine

    private static Tuning tuning(String tuner, Policy policy) {
        return switch (tuner) {
            case "Fixed" -> Tuning.of(new Fixed(policy.space().preset()));
            case "RandUCB" -> Tuning.of(new RandUcb());
            default -> Tuning.of(new ValueOfInformation(policy.dimension()));
        };
    }

    @ParameterizedTest
    @MethodSource("policies")
    void oneThreadGetsTheDecisionsOfTheEngine(String policy) {
        for (String tuner : List.of("VOI", "RandUCB", "Fixed")) {
            sameDecisions(policy, tuner, Scene.freshArms(3, 6, 0.5, 31), 3, 150, 4, 3);
            sameDecisions(policy, tuner, Scene.freshArms(3, 6, 0.5, 31), 3, 150, 0, 12); // the first reward comes late
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "LinUCB forgetting", "UCB-GLM", "GLM-TSL", "Laplace-TS", "SGD-TS"})
    void oneThreadGetsTheDecisionsOfTheEngineInLargeRoundsToo(String policy) {
        Scene scene = Scene.freshArms(LARGE_D, LARGE_K, 0.5, 32);
        assertThat(PreparedRound.cost(scene.arms(1))).isGreaterThan(500_000);
        for (String tuner : List.of("VOI", "RandUCB")) {
            sameDecisions(policy, tuner, scene, LARGE_D, 40, 4, 3);
            sameDecisions(policy, tuner, scene, LARGE_D, 25, 0, 12);
        }
    }

    /** Late rewards, expiry, warm-up and uniform share: call for call the same as the engine inside. */
    private static void sameDecisions(
            String policy, String tuner, Scene scene, int d, int rounds, int warmup, int delay) {
        Options options = Options.DEFAULT.withSeed(6).withWarmup(warmup).withUniformShare(0.05);
        ExplorationPath bottom = PathPolicies.make(policy, d);
        SelfTuningBandit plain = SelfTuningBandit.of(bottom, tuning(tuner, bottom), options);
        ExplorationPath own = PathPolicies.make(policy, d);
        Bandit bandit = Attune.bandit()
                .policy(own)
                .tuner(tuning(tuner, own))
                .seed(6)
                .warmup(warmup)
                .uniformShare(0.05)
                .build();
        Deque<Pull> pulls = new ArrayDeque<>();
        Deque<Decision> decisions = new ArrayDeque<>();
        for (int t = 1; t <= rounds; t++) {
            ActionSet arms = scene.arms(t);
            Pull pull = plain.decide(arms);
            Decision decision = bandit.decide(arms);
            assertSame(decision, pull, policy + " tuned by " + tuner + ", round " + t);
            pulls.add(pull);
            decisions.add(decision);
            if (pulls.size() > delay) {
                Pull oldest = pulls.remove();
                if (t % 11 == 0) {
                    plain.expire(oldest);
                    bandit.expire(decisions.remove());
                } else {
                    double y = scene.reward(oldest, plain.policy());
                    plain.reward(oldest, y);
                    bandit.reward(decisions.remove(), y);
                }
            }
        }
        ExplorationPath another = PathPolicies.make(policy, d);
        SelfTuningBandit inside = SelfTuningBandit.of(another, tuning(tuner, another), options);
        assertThat(Checkpoint.write(engineOfObjects(bandit, inside)))
                .as("%s tuned by %s", policy, tuner)
                .isEqualTo(Checkpoint.write(plain));
    }

    private static void assertSame(Decision decision, Pull expected, String what) {
        Pull pull = decision.pull(expected.suggestion().setting().space());
        assertThat(decision.round()).as(what).isEqualTo(expected.t());
        assertThat(decision.index()).as(what).isEqualTo(expected.arm());
        assertThat(pull.propensity()).as(what).isEqualTo(Double.valueOf(expected.propensity())); // NaN equals NaN
        assertThat(pull.x()).as(what).containsExactly(expected.x());
        assertThat(pull.suggestion().setting())
                .as(what)
                .isEqualTo(expected.suggestion().setting());
        assertThat(pull.suggestion().memo())
                .as(what)
                .containsExactly(expected.suggestion().memo());
        assertThat(pull.tuned()).as(what).isEqualTo(expected.tuned());
    }

    /** Reads the engine that a bandit of objects has saved. */
    private static SelfTuningBandit engineOfObjects(Bandit bandit, SelfTuningBandit into) {
        return Checkpoint.open(bandit.save(), "bandit of objects/1", in -> {
            SettledRounds.read(in);
            assertThat(in.readLong()).isEqualTo(bandit.seed());
            in.expect("state of", into.stateName());
            into.readState(in);
            return into;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "LinUCB-disjoint", "SGD-TS", "Random"})
    void oneThreadGetsTheDecisionsOfTheEngineOnNamedFeatures(String policy) {
        Attune.Builder builder = Attune.bandit().policy(policy).rewards(0, 1).seed(8);
        Bandit bandit = builder.build();
        DefinedBandit plain = new DefinedBandit(builder.definition());
        for (int t = 0; t < 150; t++) {
            Features context = Features.of("country", "c" + t % 3, "age", 20 + t % 7);
            List<Arm> arms = List.of(
                    new Arm("tea", Features.of("price", t % 5)),
                    new Arm("coffee", Features.NONE),
                    new Arm("new" + t / 50, Features.of("topics", List.of("a", "b"))));
            Decision decision = bandit.decide(context, arms);
            Pull pull = plain.decide(context, arms);
            assertSame(decision, pull, policy + ", round " + t);
            assertThat(decision.arm()).isEqualTo(arms.get(pull.arm()).id());
            if (t % 5 == 0) {
                bandit.expire(decision);
                plain.expire(pull);
            } else {
                bandit.reward(decision, t % 2);
                plain.reward(pull, t % 2);
            }
        }
        DefinedBandit.Loaded loaded = DefinedBandit.load(bandit.save());
        assertThat(bandit.save()).isEqualTo(plain.save(loaded.settled()));
    }

    // ---- several threads

    /** Runs the same work in many threads and returns what each returned. */
    private static <T> List<T> inThreads(int threads, Callable<T> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(pool.submit(work));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(100, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    /** What one thread did: the rounds that it was given, in its order, and how many of them it rewarded. */
    private record Done(List<Long> rounds, int rewarded) {}

    /** Decides and settles with up to five decisions open, so that rewards are late and of rounds before others. */
    private static Done work(Bandit bandit, Callable<Decision> decide, int rounds) throws Exception {
        List<Long> seen = new ArrayList<>();
        Deque<Decision> open = new ArrayDeque<>();
        int rewarded = 0;
        for (int n = 0; n < rounds; n++) {
            Decision decision = decide.call();
            seen.add(decision.round());
            open.add(decision);
            if (open.size() > n % 5) {
                Decision oldest = open.remove();
                if (oldest.round() % 7 == 0) {
                    bandit.expire(oldest);
                } else {
                    bandit.reward(oldest, (oldest.round() + oldest.index()) % 2);
                    rewarded++;
                }
            }
            if (n % 100 == 50) {
                assertThat(Bandit.load(bandit.save()).rounds()).isBetween(decision.round(), bandit.rounds());
            }
        }
        return new Done(seen, rewarded);
    }

    private static void assertNothingIsLost(Bandit bandit, List<Done> done, boolean counts) {
        List<Long> all = new ArrayList<>();
        int rewarded = 0;
        for (Done each : done) {
            assertThat(each.rounds()).isSorted().doesNotHaveDuplicates();
            all.addAll(each.rounds());
            rewarded += each.rewarded();
        }
        assertThat(bandit.rounds()).isEqualTo(all.size());
        all.sort(Long::compare);
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i)).isEqualTo(i + 1L);
        }
        if (counts) {
            ExplorationPath path = DefinedBandit.load(bandit.save())
                    .bandit()
                    .bandit()
                    .policy()
                    .path()
                    .orElseThrow();
            assertThat(path.posterior().count()).isEqualTo(rewarded);
        }
    }

    @ParameterizedTest
    @CsvSource({"LinUCB, VOI", "LinTS, VOI", "GLM-TSL, CDT", "SGD-TS, VOI", "LinUCB, TL", "Random, Fixed"})
    void eightThreadsLoseNothingOnVectors(String policy, String tuner) throws Exception {
        Bandit bandit = Attune.bandit()
                .policy(policy)
                .tuner(tuner)
                .vectors(5)
                .rewards(0, 1)
                .warmup(20)
                .seed(3)
                .build();
        ActionSet arms = Scene.fixedArms(5, 8, 0.5, 32).arms(1);
        List<Done> done = inThreads(THREADS, () -> work(bandit, () -> bandit.decide(arms), 500));
        assertNothingIsLost(bandit, done, !policy.equals("Random"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "LinUCB-disjoint"})
    void eightThreadsLoseNothingOnNamedFeatures(String policy) throws Exception {
        Bandit bandit = Attune.bandit()
                .policy(policy)
                .rewards(0, 1)
                .seed(3)
                .encoder(EncoderDefinition.builder().dimension(16).build())
                .build();
        List<Done> done = inThreads(
                THREADS,
                () -> work(
                        bandit,
                        () -> bandit.decide(
                                Features.of("hour", bandit.rounds() % 24, "who", "w" + bandit.rounds() % 3),
                                "tea",
                                "coffee",
                                "juice"),
                        200));
        assertNothingIsLost(bandit, done, true);
    }

    /** Rounds that are scored outside the lock, while others learn and small rounds are decided under it. */
    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS", "UCB-GLM", "LinTS-disjoint"})
    void eightThreadsLoseNothingInLargeRounds(String policy) throws Exception {
        boolean blocks = policy.endsWith("-disjoint");
        Bandit bandit = Attune.bandit()
                .policy(policy)
                .vectors(LARGE_D)
                .rewards(0, 1)
                .seed(3)
                .build();
        ActionSet large = arms(LARGE_K, blocks);
        ActionSet small = arms(3, blocks);
        List<Done> done = inThreads(
                THREADS, () -> work(bandit, () -> bandit.decide(bandit.rounds() % 4 == 0 ? small : large), 40));
        assertNothingIsLost(bandit, done, true);
    }

    private static ActionSet arms(int K, boolean blocks) {
        ActionSet arms = Scene.fixedArms(LARGE_D, K, 0.5, 33).arms(1);
        double[][] rows = new double[K][];
        for (int k = 0; k < K; k++) {
            rows[k] = arms.features(k);
            rows[k][0] = blocks ? k % 4 : rows[k][0];
        }
        return ActionSet.ofRows(rows);
    }

    /** A policy that, once enabled, scores only while two threads score: behind a lock they would wait forever. */
    private static final class TwoAtOnce implements ExplorationPath {
        private final LinUcb inner = new LinUcb(LARGE_D);
        private final CyclicBarrier barrier = new CyclicBarrier(2);
        private volatile boolean together;

        @Override
        public void score(ActionSet arms, RandomGenerator rng, ScoredRound round) {
            if (together) {
                try {
                    barrier.await(20, TimeUnit.SECONDS);
                } catch (Exception e) {
                    throw new IllegalStateException("no other thread is scoring", e);
                }
            }
            inner.score(arms, rng, round);
        }

        @Override
        public Posterior posterior() {
            return inner.posterior();
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
    void twoThreadsScoreALargeRoundAtTheSameTime() throws Exception {
        TwoAtOnce policy = new TwoAtOnce();
        Bandit bandit = Attune.bandit().policy(policy).seed(1).build();
        ActionSet arms = arms(LARGE_K, false);
        bandit.reward(bandit.decide(arms), 1); // until the first reward rounds are scored under the lock
        policy.together = true;
        List<List<Decision>> made = inThreads(2, () -> {
            List<Decision> decisions = new ArrayList<>();
            for (int n = 0; n < 50; n++) {
                decisions.add(bandit.decide(arms));
            }
            return decisions;
        });
        assertThat(bandit.rounds()).isEqualTo(101);
        for (Decision decision : made.get(0)) {
            bandit.reward(decision, 0);
        }
        assertThat(policy.posterior().count()).isEqualTo(51);
    }

    @Test
    void aDecisionReflectsEveryRewardThatWasGivenBefore() {
        Bandit bandit = Attune.bandit()
                .policy(new LinUcb(1))
                .tuner(new Fixed(LinUcb.SPACE.setting(0)))
                .uniformShare(0)
                .build();
        ActionSet arms = ActionSet.ofRows(new double[] {1}, new double[] {-1});
        Decision first = bandit.decide(arms);
        assertThat(first.index()).isZero();
        Decision second = bandit.decide(arms);
        bandit.reward(first, -1); // now the other arm has the larger mean
        assertThat(bandit.decide(arms).index()).isEqualTo(1);
        bandit.reward(second, 10);
        assertThat(bandit.decide(arms).index()).isZero();
    }

    // ---- what is rejected

    private static void rejected(Bandit bandit, Runnable call, String... message) {
        byte[] before = bandit.save();
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContainingAll(message);
        assertThat(bandit.save()).isEqualTo(before);
    }

    @Test
    void aRewardOfAnotherBanditsDecisionIsRejected() {
        Bandit bandit = named();
        Bandit other = named(); // equal in everything, but another
        drink(bandit);
        Decision foreign = drink(other);
        rejected(bandit, () -> bandit.reward(foreign, 1), "another bandit made the decision", foreign.toString());
        rejected(bandit, () -> bandit.expire(foreign), "another bandit made the decision");
        other.reward(foreign, 1);
    }

    @Test
    void aSecondRewardIsRejectedAlsoAfterSavingAndLoading() {
        Bandit bandit = named();
        Decision decision = drink(bandit);
        Decision open = drink(bandit);
        bandit.reward(decision, 1);
        rejected(bandit, () -> bandit.reward(decision, 1), "is rewarded or expired already", decision.toString());
        rejected(bandit, () -> bandit.expire(decision), "already");

        Bandit loaded = Bandit.load(bandit.save());
        Decision asBytes = Decision.fromBytes(decision.toBytes());
        rejected(loaded, () -> loaded.reward(asBytes, 1), "already");
        loaded.reward(open, 0);
        rejected(loaded, () -> loaded.reward(open, 0), "already");
        bandit.reward(open, 0); // the original does not know what its copy has learnt
    }

    @Test
    void aRewardAfterExpiryIsRejected() {
        Bandit bandit = named();
        Decision decision = drink(bandit);
        bandit.expire(decision);
        rejected(bandit, () -> bandit.reward(decision, 1), "already");
        rejected(bandit, () -> bandit.expire(decision), "already");
    }

    @Test
    void aRejectedRewardLeavesTheDecisionOpen() {
        Bandit bandit = named();
        Decision decision = drink(bandit);
        for (double y : new double[] {Double.NaN, 2, -0.1, Double.POSITIVE_INFINITY}) {
            rejected(bandit, () -> bandit.reward(decision, y), "reward = " + y);
        }
        bandit.reward(decision, 1);
    }

    @Test
    void aDecisionOfALaterStateIsRejectedByAnOlderCopy() {
        Bandit bandit = named();
        drink(bandit);
        byte[] old = bandit.save();
        Decision later = drink(bandit);
        Bandit copy = Bandit.load(old);
        rejected(copy, () -> copy.reward(later, 1), "of a round to come", "has made 1 decisions", "older state");
        bandit.reward(later, 1);
    }

    @Test
    void invalidRoundsAreRejectedAndChangeNothing() {
        Bandit bandit = named();
        drink(bandit);
        rejected(bandit, () -> bandit.decide(Features.NONE), "a round needs at least one arm");
        rejected(bandit, () -> bandit.decide(Features.NONE, "tea", "tea"), "arm id tea is given twice");
        rejected(bandit, () -> bandit.decide(ActionSet.ofRows(new double[64])), "named features", "vectors(length)");
        Bandit vectors = Attune.bandit().vectors(3).seed(1).build();
        vectors.decide(ActionSet.ofRows(new double[3]));
        rejected(vectors, () -> vectors.decide(ActionSet.ofRows(new double[2])), "2 features", "3");
        rejected(vectors, () -> vectors.decide(Features.NONE, "tea"), "vectors of 3 numbers");
        assertThat(vectors.rounds()).isEqualTo(1);
        Bandit objects = Attune.bandit().policy(new LinTs(3)).seed(1).build();
        rejected(objects, () -> objects.decide(Features.NONE, "tea"), "vectors of 3 numbers");
        rejected(objects, () -> objects.retire("tea"), "no named arms");
    }

    @Test
    void onVectorsTheArmIsItsPosition() {
        Bandit bandit = Attune.bandit().vectors(2).seed(1).build();
        Decision decision = bandit.decide(ActionSet.ofRows(new double[] {1, 0}, new double[] {0, 1}));
        assertThat(decision.arm()).isEqualTo(Integer.toString(decision.index()));
    }

    // ---- arms come and go

    private static Bandit disjoint() {
        return Attune.bandit()
                .policy("LinUCB-disjoint")
                .rewards(0, 1)
                .seed(2)
                .encoder(EncoderDefinition.builder()
                        .dimension(4)
                        .armIdentity(ArmIdentity.NEVER)
                        .build())
                .build();
    }

    @Test
    void aRetiredArmIsForgotten() {
        Bandit bandit = disjoint();
        for (int t = 0; t < 40; t++) {
            Decision decision = bandit.decide(Features.NONE, "tea", "coffee");
            bandit.reward(decision, decision.arm().equals("tea") ? 1 : 0);
        }
        assertThat(DefinedBandit.load(bandit.save()).bandit().hasModelOf("tea")).isTrue();
        bandit.retire("tea");
        assertThat(DefinedBandit.load(bandit.save()).bandit().hasModelOf("tea")).isFalse();
        rejected(bandit, () -> bandit.retire("tea"), "tea");
        bandit.decide(Features.NONE, "juice", "coffee");

        Bandit shared = named();
        drink(shared);
        rejected(shared, () -> shared.retire("tea"), "Auto has one model for all arms");
    }

    // ---- state

    @ParameterizedTest
    @ValueSource(strings = {"LinUCB", "LinTS-disjoint", "SGD-TS", "UCB-GLM"})
    void aLoadedBanditContinuesBitForBit(String policy) {
        Bandit bandit = Attune.bandit()
                .policy(policy)
                .rewards(0, 1)
                .uniformShare(0.1)
                .warmup(5)
                .build();
        List<Decision> open = new ArrayList<>();
        for (int t = 0; t < 60; t++) {
            open.add(drink(bandit));
            if (open.size() > 4) {
                bandit.reward(open.remove(0), t % 2);
            }
        }
        byte[] saved = bandit.save();
        Bandit loaded = Bandit.load(saved);
        assertThat(loaded.save()).isEqualTo(saved);
        assertThat(loaded.seed()).isEqualTo(bandit.seed());
        assertThat(loaded.definition()).isEqualTo(bandit.definition());
        for (int t = 60; t < 160; t++) {
            Decision decision = drink(bandit);
            assertThat(drink(loaded).toBytes()).isEqualTo(decision.toBytes());
            open.add(decision);
            Decision oldest = open.remove(0);
            bandit.reward(oldest, t % 2);
            loaded.reward(oldest, t % 2);
        }
        assertThat(loaded.save()).isEqualTo(bandit.save());
    }

    @Test
    void otherBytesAreNotABandit() {
        byte[] sound = named().save();
        for (int i = 0; i < sound.length; i += 7) {
            byte[] damaged = sound.clone();
            damaged[i] ^= 0x20;
            assertThatExceptionOfType(StateFormatException.class).isThrownBy(() -> Bandit.load(damaged));
        }
        Decision decision = drink(named());
        assertThatExceptionOfType(StateFormatException.class)
                .isThrownBy(() -> Bandit.load(decision.toBytes()))
                .withMessageContaining("decision/1");
    }

    @Test
    void isDescribedForLogs() {
        Bandit bandit = named();
        drink(bandit);
        assertThat(bandit).hasToString("Bandit[Auto tuned by Auto, named features, seed 1, 1 rounds]");
        assertThat(Attune.bandit().policy(new LinUcb(2)).seed(4).build().toString())
                .contains("LinUCB/1", "vectors of 2 numbers", "seed 4", "0 rounds");
    }

    @Test
    void declaredRewardsAreInTheDefinition() {
        assertThat(named().definition().orElseThrow().options().rewards()).isEqualTo(RewardRange.UNIT);
    }
}
