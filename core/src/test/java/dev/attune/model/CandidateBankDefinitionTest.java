package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.ScoredRound;
import dev.attune.api.Terms;
import dev.attune.math.RoundRandom;
import dev.attune.model.CandidateBank.Kind;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the bank with its definition, computed with maps and one model for each candidate. */
final class CandidateBankDefinitionTest {
    private static final String MEANS = "mean of each arm";
    private static final String LINEAR = "linear for each arm";
    private static final String SQUARES = "linear for each arm, with squares and pairs";
    private static final String CROSSED = "features of arms with the context";
    private static final String VECTOR = "linear";
    private static final String VECTOR_SQUARES = "linear, with squares and pairs";
    private static final String NOT_ASKED = "it is not among the candidates";
    private static final String TOO_MANY_ARMS = "there are too many arms for so many terms of the context";
    private static final int DIAGONAL = 6; // candidates of the diagonal model

    /** What an arm is made of, in a round. */
    private record Offered(Map<Long, Double> context, long id, Map<Long, Double> features) {
        Map<List<Long>, Double> pairs() {
            Map<List<Long>, Double> pairs = new LinkedHashMap<>();
            features.forEach((own, f) -> {
                pairs.put(List.of(ActionSet.CONSTANT, own), f);
                context.forEach((key, c) -> pairs.put(List.of(key, own), c * f));
            });
            return pairs;
        }
    }

    private static ActionSet round(List<Offered> arms) {
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, ActionSet.ALONE | 1);
        arms.get(0).context.forEach((key, value) -> context.add(key, value, 1));
        Terms own = new Terms();
        int[] ends = new int[arms.size()];
        for (int k = 0; k < ends.length; k++) {
            Offered arm = arms.get(k);
            arm.features.forEach((key, value) -> own.add(key, value, 1));
            own.add(arm.id, 1, arm.features.isEmpty() ? 1 : ActionSet.ALONE);
            ends[k] = own.size();
        }
        return ActionSet.crossed(context, own, ends, ends.length);
    }

    /** The definition, for named features without a change of the world. */
    private static final class Reference {
        private final List<String> names;
        private final Set<String> rejected;
        private final Map<String, GrowingModel> models = new HashMap<>();
        private final Map<String, Double> evidence = new HashMap<>();
        private final Map<String, Double> squares = new HashMap<>();
        private final SparseGaussian diagonal = new SparseGaussian(Link.IDENTITY, SparseGaussian.BUDGET);
        private final boolean withDiagonal;
        private final List<Double> rewards = new ArrayList<>();
        private final Map<Set<Long>, Integer> numbers = new HashMap<>();
        private final List<Long> columns = new ArrayList<>();
        private final List<List<Long>> pairs = new ArrayList<>();
        private double unit;
        private int recurred;
        private String leader;
        private long since;

        Reference(Set<String> rejected, boolean withDiagonal) {
            this.names = List.of(MEANS, LINEAR, SQUARES, CROSSED);
            this.rejected = new HashSet<>(rejected);
            this.withDiagonal = withDiagonal;
            for (String name : names) {
                models.put(
                        name,
                        name.equals(CROSSED)
                                ? RidgeModel.centred(1, Forgetting.NONE)
                                : BlockRidge.ofPopulation(1, Forgetting.NONE));
                evidence.put(name, 0.0);
                squares.put(name, 0.0);
            }
            lead();
        }

        int number(Offered arm) {
            return numbers.getOrDefault(key(arm), 0);
        }

        private static Set<Long> key(Offered arm) {
            Set<Long> key = new TreeSet<>(arm.features.keySet());
            key.add(arm.id);
            return key;
        }

        double[] design(String name, Offered arm) {
            List<Double> z = new ArrayList<>();
            if (!name.equals(CROSSED)) {
                z.add((double) number(arm));
            }
            z.add(1.0);
            if (name.equals(CROSSED)) {
                Map<List<Long>, Double> own = arm.pairs();
                pairs.forEach(pair -> z.add(own.getOrDefault(pair, 0.0)));
            } else if (!name.equals(MEANS)) {
                for (int i = 0; i < columns.size(); i++) {
                    double c = arm.context.getOrDefault(columns.get(i), 0.0);
                    z.add(c);
                    for (int j = 0; name.equals(SQUARES) && j <= i; j++) {
                        z.add(c * arm.context.getOrDefault(columns.get(j), 0.0));
                    }
                }
            }
            return z.stream().mapToDouble(v -> v).toArray();
        }

        void add(Offered arm, double[] features, double y) {
            diagonal.add(features, y);
            if (arm.features.isEmpty()) {
                rejected.add(CROSSED);
            }
            arm.context.keySet().stream().filter(key -> !columns.contains(key)).forEach(columns::add);
            arm.pairs().keySet().stream().filter(pair -> !pairs.contains(pair)).forEach(pairs::add);
            int n = columns.size();
            models.get(LINEAR).resize(1 + n);
            models.get(SQUARES).resize(1 + n + n * (n + 1) / 2);
            models.get(CROSSED).resize(1 + pairs.size());
            recurred += numbers.containsKey(key(arm)) ? 1 : 0;
            numbers.putIfAbsent(key(arm), numbers.size() + 1);
            if (unit == 0 && y != 0) {
                unit = Math.pow(2, Math.floor(Math.log(Math.abs(y)) / Math.log(2)));
            }
            for (String name : names) {
                if (!rejected.contains(name)) {
                    judge(name, design(name, arm), y);
                    models.get(name).add(design(name, arm), y);
                }
            }
            rewards.add(unit == 0 ? 0 : y / unit);
            lead();
        }

        private void judge(String name, double[] z, double y) {
            int n = rewards.size();
            double mean = rewards.stream().mapToDouble(r -> r).average().orElse(0);
            double spread =
                    rewards.stream().mapToDouble(r -> (r - mean) * (r - mean)).sum();
            double w = models.get(name).variance(z);
            double e = unit == 0 ? 0 : (y - models.get(name).score(z)) / unit;
            double variance = (spread / n + squares.get(name)) / (1 + n) * (1 + w);
            double likelihood = spread > 1e-12 ? -.5 * (Math.log(variance) + Math.min(36, e * e / variance)) : 0;
            evidence.merge(name, 0.0, (before, none) -> .9995 * before + likelihood);
            squares.merge(name, e * e / (1 + w), Double::sum);
        }

        private void lead() {
            boolean crossed = !rejected.contains(CROSSED);
            String best = null;
            double most = 0;
            int c = diagonal.leader();
            boolean means = !rejected.contains(MEANS) && 4 * recurred >= rewards.size();
            if (withDiagonal && (c > 0 || !means)) {
                best = diagonal.candidateName(c);
                most = diagonal.evidence(c) - 5;
            }
            for (String name : names) {
                boolean handicapped = name.equals(MEANS) || (crossed && !name.equals(CROSSED));
                double own = evidence.get(name) - (handicapped ? 5 : 0);
                if (!rejected.contains(name) && (!name.equals(MEANS) || means) && (best == null || own > most)) {
                    best = name;
                    most = own;
                }
            }
            if (!best.equals(leader)) {
                since = leader == null ? 0 : rewards.size();
                leader = best;
            }
        }
    }

    private static int first(CandidateBank bank) {
        return bank.candidates() - 4;
    }

    private static int candidate(CandidateBank bank, String name) {
        for (int c = bank.candidates() - 1; c >= 0; c--) { // the diagonal model has a mean of each arm as well
            if (bank.candidateName(c).equals(name)) {
                return c;
            }
        }
        throw new AssertionError(name);
    }

    private static final class Saved implements Checkpointed {
        private final CandidateBank bank;

        Saved(CandidateBank bank) {
            this.bank = bank;
        }

        @Override
        public String stateName() {
            return "bank";
        }

        @Override
        public void writeState(StateWriter out) {
            bank.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            bank.readState(in);
        }
    }

    private static byte[] bytes(CandidateBank bank) {
        return Checkpoint.write(new Saved(bank));
    }

    private static CandidateBank named(Kind... kinds) {
        return CandidateBank.of(0, Forgetting.NONE, kinds.length == 0 ? EnumSet.allOf(Kind.class) : Set.of(kinds));
    }

    /** What rewards depend on. */
    private enum World {
        ARMS(MEANS),
        CONTEXT("diagonal, prior variance 3.0"),
        PRODUCTS(SQUARES),
        ARM_FEATURES(CROSSED);

        final String leader; // after 300 rewards

        World(String leader) {
            this.leader = leader;
        }

        double mean(Offered arm) {
            double a = arm.context.getOrDefault(11L, 0.0);
            double b = arm.context.getOrDefault(12L, 0.0);
            return switch (this) {
                case ARMS -> arm.id % 3 == 0 ? 4 : 1;
                case CONTEXT -> 2 + a * (arm.id % 3 - 1) - .5 * b;
                case PRODUCTS -> 1 + a * b * (arm.id % 3 - 1);
                case ARM_FEATURES ->
                    1 + a * arm.features.getOrDefault(51L, 0.0) - b * arm.features.getOrDefault(52L, 0.0);
            };
        }
    }

    private static List<Offered> offered(World world, SplittableRandom random, int t) {
        Map<Long, Double> context = new LinkedHashMap<>();
        context.put(11L, random.nextDouble(-1, 1));
        if (t > 10) {
            context.put(12L, random.nextDouble(-1, 1));
        }
        if (random.nextInt(4) == 0) {
            context.put(13L, 2.0);
        }
        List<Offered> arms = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            long id = 100L + random.nextInt(6);
            Map<Long, Double> features = new LinkedHashMap<>();
            if (world == World.ARM_FEATURES) {
                features.put(51 + id % 2, .5 + id % 5);
                features.put(60L, 1.0);
            }
            arms.add(new Offered(context, id, features));
        }
        return arms;
    }

    @ParameterizedTest
    @EnumSource(World.class)
    void doesWhatTheDefinitionSays(World world) {
        SplittableRandom random = new SplittableRandom(7);
        CandidateBank bank = named();
        Reference reference = new Reference(Set.of(), true);
        ScoredRound out = new ScoredRound();
        for (int t = 0; t < 300; t++) {
            List<Offered> arms = offered(world, random, t);
            ActionSet round = round(arms);
            bank.meansAndBonuses(round, new RoundRandom(1, t), out);
            if (t > 0) {
                assertScores(bank, reference, arms, round, out);
            }
            int chosen = random.nextInt(3);
            double y = t < 2 ? 0 : world.mean(arms.get(chosen)) + .2 * random.nextGaussian();
            bank.add(round.features(chosen), y);
            reference.add(arms.get(chosen), round.features(chosen), y);
            assertBeliefs(bank, reference);
        }
        assertThat(bank.count()).isEqualTo(300);
        assertThat(reference.leader).isEqualTo(world.leader);
        assertThat(bank.leadingSince() > 0).isEqualTo(world != World.ARM_FEATURES);
    }

    private static void assertScores(
            CandidateBank bank, Reference reference, List<Offered> arms, ActionSet round, ScoredRound out) {
        if (bank.leader() < first(bank)) {
            assertThat(out.drawnForEachArm()).isTrue();
            assertThat(out.design()).isEmpty();
            assertThat(bank.score(round.features(1)))
                    .isEqualTo(reference.diagonal.score(round.features(1)))
                    .isCloseTo(out.mean()[1], Offset.offset(1e-9));
            return;
        }
        assertThat(out.candidate()).isEqualTo(bank.leader());
        GrowingModel leading = reference.models.get(reference.leader);
        for (int k = 0; k < arms.size(); k++) {
            double[] z = reference.design(reference.leader, arms.get(k));
            assertThat(out.mean()[k]).isCloseTo(leading.score(z), Offset.offset(1e-9));
            assertThat(out.bonus()[k]).isCloseTo(Math.sqrt(leading.variance(z)), Offset.offset(1e-9));
            assertThat(bank.score(round.features(k))).isCloseTo(leading.score(z), Offset.offset(1e-9));
            assertThat(out.design().orElseThrow().features(k)).isEqualTo(z);
        }
        assertThat(bank.noise()).isCloseTo(leading.noise(), Offset.offset(1e-12));
    }

    private static void assertBeliefs(CandidateBank bank, Reference reference) {
        for (String name : reference.names) {
            int c = candidate(bank, name);
            boolean out = reference.rejected.contains(name);
            assertThat(bank.rejected(c).isEmpty()).isEqualTo(!out);
            assertThat(bank.posterior(c).isPresent()).isEqualTo(!out);
            assertThat(bank.evidence(c)).as(name).isCloseTo(reference.evidence.get(name), Offset.offset(1e-6));
        }
        for (int c = 0; c < first(bank); c++) {
            assertThat(bank.evidence(c)).isEqualTo(reference.diagonal.evidence(c));
            assertThat(bank.candidateName(c)).isEqualTo(reference.diagonal.candidateName(c));
            assertThat(bank.rejected(c)).isEmpty();
            assertThat(bank.posterior(c)).isEmpty();
        }
        assertThat(bank.candidateName(bank.leader())).isEqualTo(reference.leader);
        assertThat(bank.leadingSince()).isEqualTo(reference.since);
        assertThat(bank.arms()).isEqualTo(reference.numbers.size());
        assertThat(bank.size())
                .isEqualTo(
                        bank.leader() < first(bank)
                                ? reference.diagonal.size()
                                : reference.design(reference.leader, new Offered(Map.of(), 0, Map.of())).length
                                                * (reference.leader.equals(CROSSED) ? 1 : reference.numbers.size())
                                        - (reference.leader.equals(CROSSED) ? 0 : reference.numbers.size()));
    }

    @ParameterizedTest
    @EnumSource(World.class)
    void aPulledArmHasTheDesignThatItHadInItsRound(World world) {
        SplittableRandom random = new SplittableRandom(3);
        CandidateBank bank = named();
        ScoredRound scratch = new ScoredRound();
        for (int t = 0; t < 60; t++) {
            List<Offered> arms = offered(world, random, t);
            ActionSet round = round(arms);
            for (int c = first(bank); c < bank.candidates(); c++) {
                ActionSet seen = bank.design(c, round, scratch);
                for (int k = 0; k < 3 && bank.rejected(c).isEmpty(); k++) {
                    assertThat(bank.design(c, round.features(k))).isEqualTo(seen.features(k));
                }
            }
            for (int k = 0; k < 3; k++) {
                long key = bank.armKey(round, k);
                assertThat(bank.armKey(round.features(k))).isEqualTo(key);
                int number = bank.armNumber(key);
                assertThat(number == 0 || bank.armKey(number) == key).isTrue();
                assertThat(key == arms.get(k).id).isEqualTo(world != World.ARM_FEATURES);
            }
            bank.add(round.features(t % 3), random.nextGaussian());
            assertThat(bank.armNumber(bank.armKey(round, t % 3))).isBetween(1, bank.arms());
        }
    }

    @Test
    void anArmIsKnownByItsTermsInAnyOrder() {
        CandidateBank bank = named();
        Map<Long, Double> forwards = new LinkedHashMap<>(Map.of(51L, 1.0));
        forwards.put(52L, 1.0);
        Map<Long, Double> backwards = new LinkedHashMap<>(Map.of(52L, 1.0));
        backwards.put(51L, 1.0);
        Map<Long, Double> context = Map.of(11L, 1.0);
        ActionSet round = round(List.of(
                new Offered(context, 1, forwards),
                new Offered(context, 1, backwards),
                new Offered(context, 2, forwards),
                new Offered(context, 1, Map.of(51L, 1.0))));
        assertThat(bank.armKey(round, 0)).isEqualTo(bank.armKey(round, 1));
        assertThat(Set.of(bank.armKey(round, 0), bank.armKey(round, 2), bank.armKey(round, 3)))
                .hasSize(3);
    }

    @Test
    void coefficientsAreThoseOfTheLeader() {
        for (World world : List.of(World.CONTEXT, World.PRODUCTS)) {
            SplittableRandom random = new SplittableRandom(5);
            CandidateBank bank = named(Kind.LINEAR, Kind.SQUARES);
            Reference reference = new Reference(Set.of(MEANS), false);
            for (int t = 0; t < 300; t++) {
                List<Offered> arms = offered(world, random, t);
                ActionSet round = round(arms);
                double y = world.mean(arms.get(0)) + .2 * random.nextGaussian();
                bank.add(round.features(0), y);
                reference.add(arms.get(0), round.features(0), y);
            }
            boolean squared = world == World.PRODUCTS;
            assertThat(reference.leader).isEqualTo(squared ? SQUARES : LINEAR);
            Map<List<Long>, double[]> found = new HashMap<>();
            bank.coefficients((context, own, mean, deviation) -> assertThat(
                            found.put(List.of(context, own), new double[] {mean, deviation}))
                    .isNull());
            GrowingModel model = reference.models.get(reference.leader);
            assertThat(found).hasSize((1 + reference.columns.size()) * reference.numbers.size());
            reference.numbers.forEach((key, number) -> {
                long id = key.iterator().next();
                for (int i = 0; i <= reference.columns.size(); i++) {
                    double[] unit = new double[model.block(1).dimension() + 1];
                    int at = !squared || i == 0
                            ? i
                            : 1 + (i - 1) + i * (i - 1) / 2; // before it: i - 1 terms, their products
                    unit[0] = number;
                    unit[1 + at] = 1;
                    double[] one = found.get(List.of(i == 0 ? ActionSet.CONSTANT : reference.columns.get(i - 1), id));
                    assertThat(one[0]).isCloseTo(model.score(unit), Offset.offset(1e-9));
                    assertThat(one[1]).isCloseTo(Math.sqrt(model.variance(unit)) * model.noise(), Offset.offset(1e-9));
                }
            });
        }
    }

    @Test
    void coefficientsOfADiagonalLeaderAreItsOwnAndThoseOfArmFeaturesAreNotListed() {
        SplittableRandom random = new SplittableRandom(5);
        CandidateBank diagonal = named(Kind.DIAGONAL);
        CandidateBank crossed = named(Kind.LINEAR);
        SparseGaussian alone = new SparseGaussian(Link.IDENTITY, SparseGaussian.BUDGET);
        for (int t = 0; t < 40; t++) {
            List<Offered> arms = offered(World.ARM_FEATURES, random, t);
            ActionSet round = round(arms);
            double y = World.ARM_FEATURES.mean(arms.get(0)) + .1 * random.nextGaussian();
            diagonal.add(round.features(0), y);
            crossed.add(round.features(0), y);
            alone.add(round.features(0), y);
        }
        Map<List<Long>, Double> expected = new TreeMap<>(Comparator.comparing(List::toString));
        Map<List<Long>, Double> found = new TreeMap<>(Comparator.comparing(List::toString));
        alone.coefficients((context, own, mean, deviation) -> expected.put(List.of(context, own), mean));
        diagonal.coefficients((context, own, mean, deviation) -> found.put(List.of(context, own), mean));
        assertThat(found).isEqualTo(expected).isNotEmpty();
        assertThat(diagonal.size()).isEqualTo(alone.size());
        assertThat(diagonal.noise()).isEqualTo(alone.noise());
        assertThat(diagonal.budget()).isEqualTo(SparseGaussian.BUDGET);
        assertThat(diagonal.evicted()).isZero();
        assertThat(crossed.candidateName(crossed.leader())).isEqualTo(CROSSED);
        crossed.coefficients((context, own, mean, deviation) -> {
            throw new AssertionError("products of features have no name");
        });
    }

    // --- candidates that are out ----------------------------------------------------------------------------------

    private static String reason(CandidateBank bank, String name) {
        return bank.rejected(candidate(bank, name));
    }

    private static Map<Long, Double> context(int terms) {
        Map<Long, Double> context = new LinkedHashMap<>();
        for (int i = 0; i < terms; i++) {
            context.put(1000L + i, .1 + i % 7);
        }
        return context;
    }

    private static void learn(CandidateBank bank, Map<Long, Double> context, long id, double y) {
        bank.add(round(List.of(new Offered(context, id, Map.of()))).features(0), y);
    }

    @Test
    void candidatesThatAreNotAskedForAreOut() {
        CandidateBank bank = named(Kind.LINEAR);
        assertThat(reason(bank, MEANS)).isEqualTo(NOT_ASKED);
        assertThat(reason(bank, SQUARES)).isEqualTo(NOT_ASKED);
        assertThat(reason(bank, LINEAR)).isEmpty();
        assertThat(reason(bank, CROSSED)).isEmpty();
        assertThat(bank.candidateName(bank.leader())).isEqualTo(CROSSED);
        learn(bank, Map.of(11L, 1.0), 1, 1);
        assertThat(reason(bank, CROSSED)).isEqualTo("arms have no features");
        assertThat(bank.candidateName(bank.leader())).isEqualTo(LINEAR);
        assertThat(bank.leadingSince()).isEqualTo(1);
        assertThat(bank.candidateName(named(Kind.MEANS).leader())).isEqualTo(MEANS);
        assertThat(named(Kind.DIAGONAL).leader()).isLessThan(DIAGONAL);
    }

    @Test
    void aContextOfManyTermsIsTooWide() {
        CandidateBank bank = named();
        learn(bank, context(8), 1, 1);
        assertThat(reason(bank, SQUARES)).isEmpty();
        learn(bank, context(9), 1, 2);
        assertThat(reason(bank, SQUARES)).isEqualTo("the context has more than 8 different terms");
        learn(bank, context(127), 1, 1);
        assertThat(reason(bank, LINEAR)).isEmpty();
        learn(bank, context(128), 1, 2);
        assertThat(reason(bank, LINEAR)).isEqualTo("the context has more than 127 different terms");
        assertThat(reason(bank, MEANS)).isEmpty();
        learn(bank, context(200), 1, 2);
        assertThat(bank.count()).isEqualTo(5);
    }

    @Test
    void termsThatWereNeverRewardedAreLeftOut() {
        CandidateBank bank = named(Kind.LINEAR);
        learn(bank, Map.of(11L, 1.0), 1, 3);
        ActionSet round = round(List.of(new Offered(Map.of(11L, 2.0, 12L, 5.0), 1, Map.of())));
        int c = candidate(bank, LINEAR);
        assertThat(bank.design(c, round.features(0))).containsExactly(1, 1, 2);
        assertThat(bank.design(c, round, new ScoredRound()).features(0)).containsExactly(1, 1, 2);
    }

    @Test
    void hugeFeaturesAreCutSoThatProductsStayNumbers() {
        CandidateBank bank = named(Kind.LINEAR, Kind.SQUARES);
        Map<Long, Double> huge = Map.of(11L, 1e80);
        learn(bank, huge, 1, 1);
        ActionSet round = round(
                List.of(new Offered(Map.of(11L, -1e80), 1, Map.of()), new Offered(Map.of(11L, -1e80), 1, Map.of())));
        for (String name : List.of(LINEAR, SQUARES)) {
            int c = candidate(bank, name);
            double[] expected = name.equals(LINEAR) ? new double[] {1, 1, -1e60} : new double[] {1, 1, -1e60, 1e60};
            assertThat(bank.design(c, round.features(0))).isEqualTo(expected);
            assertThat(bank.design(c, round, new ScoredRound()).features(1)).isEqualTo(expected);
        }
        CandidateBank crossed = named(Kind.LINEAR);
        ActionSet arms = round(List.of(new Offered(huge, 1, Map.of(51L, 1e90))));
        crossed.add(arms.features(0), 1);
        assertThat(crossed.design(candidate(crossed, CROSSED), arms.features(0)))
                .containsExactly(1, 1e60, 1e60);
        assertThat(crossed.design(candidate(crossed, CROSSED), arms, new ScoredRound())
                        .features(0))
                .containsExactly(1, 1e60, 1e60);
    }

    @Test
    void manyArmsGiveUpAWideContext() {
        CandidateBank bank = named(Kind.LINEAR, Kind.MEANS);
        for (int t = 0; t < 1200; t++) {
            learn(bank, context(1), t % 300, t % 5);
        }
        int terms = 1;
        while (reason(bank, LINEAR).isEmpty()) {
            learn(bank, context(++terms), 1, 1);
        }
        int width = 1;
        while (Math.max(16, (1 << 19) / (width * width)) >= 300) {
            width++;
        }
        assertThat(1 + terms).isEqualTo(width);
        assertThat(reason(bank, LINEAR)).isEqualTo(TOO_MANY_ARMS);
        assertThat(reason(bank, MEANS)).isEmpty();
    }

    @Test
    void aRoundWithAVeryWideContextMayNotCostTooMuch() {
        CandidateBank bank = named(Kind.LINEAR, Kind.MEANS);
        for (int t = 0; t < 7; t++) {
            learn(bank, context(63), t, t % 3);
        }
        assertThat(reason(bank, LINEAR)).isEmpty(); // 64 coefficients are free
        learn(bank, context(64), 1, 1);
        assertThat(reason(bank, LINEAR)).isEmpty(); // 7 x 65^2 < 2^15
        learn(bank, context(64), 8, 1);
        assertThat(reason(bank, LINEAR)).isEmpty();
        learn(bank, context(64), 1, 1);
        assertThat(reason(bank, LINEAR)).isEqualTo(TOO_MANY_ARMS); // 8 x 65^2 > 2^15
    }

    @Test
    void featuresOfArmsMakeAtMost127Pairs() {
        CandidateBank bank = named(Kind.LINEAR, Kind.DIAGONAL);
        Map<Long, Double> features = Map.of(51L, 1.0);
        bank.add(round(List.of(new Offered(context(126), 1, features))).features(0), 1);
        assertThat(reason(bank, CROSSED)).isEmpty();
        bank.add(round(List.of(new Offered(context(127), 1, features))).features(0), 1);
        assertThat(reason(bank, CROSSED)).isEqualTo("features of arms and the context make more than 127 pairs");
    }

    @Test
    void armsThatDoNotRecurHaveNoModelsUnlessThereAreNoOthers() {
        CandidateBank bank = named();
        CandidateBank alone = named(Kind.MEANS);
        for (int t = 0; t < 800; t++) {
            learn(bank, context(1), t, t % 4);
            learn(alone, context(1), t, t % 4);
        }
        for (String name : List.of(MEANS, LINEAR, SQUARES)) {
            assertThat(reason(bank, name)).isEqualTo("most arms do not recur");
        }
        assertThat(bank.leader()).isLessThan(DIAGONAL);
        assertThat(reason(alone, MEANS)).isEmpty();
        assertThat(alone.candidateName(alone.leader())).isEqualTo(MEANS);
    }

    @Test
    void aRoundOfMoreArmsThanModelsIsScoredByTheDiagonal() {
        CandidateBank bank = named(Kind.LINEAR, Kind.DIAGONAL);
        for (int t = 0; t < 60; t++) {
            learn(bank, context(60), t % 2, 3 * (t % 2));
        }
        assertThat(bank.candidateName(bank.leader())).isEqualTo(LINEAR);
        int most = (1 << 19) / (61 * 61);
        ScoredRound out = new ScoredRound();
        bank.meansAndBonuses(round(arms(most)), new RoundRandom(1, 1), out);
        assertThat(out.drawnForEachArm()).isFalse();
        assertThat(out.candidate()).isEqualTo(bank.leader());
        bank.meansAndBonuses(round(arms(most + 1)), new RoundRandom(1, 1), out);
        assertThat(out.drawnForEachArm()).isTrue();
        assertThat(out.arms()).isEqualTo(most + 1);
    }

    private static List<Offered> arms(int number) {
        Map<Long, Double> context = context(60);
        List<Offered> arms = new ArrayList<>();
        for (long id = 0; id < number; id++) {
            arms.add(new Offered(context, id, Map.of()));
        }
        return arms;
    }

    @Test
    void anArmThatTakesThePlaceOfAnotherStartsAnew() {
        CandidateBank bank = named(Kind.LINEAR);
        int most = (1 << 19) / (61 * 61);
        Map<Long, Double> context = context(60);
        for (int t = 0; t < 3 * most; t++) {
            learn(bank, context, t % most, t % most == 0 ? 50 : 1 + .01 * (t % 3));
        }
        assertThat(bank.arms()).isEqualTo(most);
        int c = candidate(bank, LINEAR);
        double[] old = round(List.of(new Offered(context, 0, Map.of()))).features(0);
        double[] fresh = round(List.of(new Offered(context, 5000, Map.of()))).features(0);
        assertThat(bank.design(c, old)[0]).isEqualTo(1);
        assertThat(bank.score(old)).isGreaterThan(20);
        bank.add(fresh, 1); // the arm 0 was rewarded the longest ago
        assertThat(bank.design(c, fresh)[0]).isEqualTo(1);
        assertThat(bank.design(c, old)[0]).isZero();
        assertThat(bank.armNumber(0)).isZero();
        assertThat(bank.score(fresh)).isLessThan(10);
    }

    // --- vectors ---------------------------------------------------------------------------------------------------

    @Test
    void vectorsAreLinearOrSquared() {
        SplittableRandom random = new SplittableRandom(11);
        CandidateBank bank = CandidateBank.of(3, Forgetting.NONE, EnumSet.allOf(Kind.class));
        assertThat(bank.candidates()).isEqualTo(3);
        assertThat(bank.candidateName(bank.leader())).isEqualTo(VECTOR);
        RidgeModel linear = RidgeModel.centred(1, Forgetting.NONE);
        linear.resize(4);
        RidgeModel squared = RidgeModel.centred(1, Forgetting.NONE);
        squared.resize(10);
        ScoredRound out = new ScoredRound();
        for (int t = 0; t < 120; t++) {
            double[][] rows = new double[4][3];
            for (double[] row : rows) {
                Arrays.setAll(row, i -> random.nextGaussian());
            }
            ActionSet round = ActionSet.ofRows(rows);
            for (double[] row : rows) {
                double[] one = {1, row[0], row[1], row[2]};
                double[] two = {
                    1,
                    row[0],
                    row[0] * row[0],
                    row[1],
                    row[1] * row[0],
                    row[1] * row[1],
                    row[2],
                    row[2] * row[0],
                    row[2] * row[1],
                    row[2] * row[2]
                };
                int k = Arrays.asList(rows).indexOf(row);
                assertThat(bank.design(1, row)).isEqualTo(one);
                assertThat(bank.design(1, round, out).features(k)).isEqualTo(one);
                assertThat(bank.design(2, row)).isEqualTo(two);
                assertThat(bank.design(2, round, out).features(k)).isEqualTo(two);
                assertThat(bank.armKey(row)).isEqualTo(bank.armKey(round, k));
                if (k == 0) {
                    double y = row[0] * row[1] + .1 * random.nextGaussian();
                    bank.add(row, y);
                    linear.add(one, y);
                    squared.add(two, y);
                    assertThat(bank.armNumber(bank.armKey(row))).isEqualTo(t + 1);
                }
            }
            bank.meansAndBonuses(round, new RoundRandom(1, t), out);
            RidgeModel leading = bank.leader() == 1 ? linear : squared;
            double[] z = bank.design(bank.leader(), rows[2]);
            assertThat(out.mean()[2]).isCloseTo(leading.score(z), Offset.offset(1e-9));
            assertThat(out.bonus()[2]).isCloseTo(Math.sqrt(leading.variance(z)), Offset.offset(1e-9));
        }
        assertThat(bank.candidateName(bank.leader())).isEqualTo(VECTOR_SQUARES);
        assertThat(bank.size()).isEqualTo(10);
        assertThat(bank.budget()).isEqualTo(10);
        assertThat(bank.evicted()).isZero();
        assertThat(bank.dimension()).isEqualTo(3);
        assertThat(bank.features()).isEqualTo(3);
        assertThat(bank.rejected(0)).isEmpty();
        bank.coefficients((context, own, mean, deviation) -> {
            throw new AssertionError("features of vectors have no names");
        });
    }

    @Test
    void vectorsOfMoreThanEightNumbersAreNotSquared() {
        CandidateBank eight = CandidateBank.of(8, Forgetting.NONE, EnumSet.allOf(Kind.class));
        CandidateBank nine = CandidateBank.of(9, Forgetting.NONE, EnumSet.allOf(Kind.class));
        assertThat(eight.rejected(2)).isEmpty();
        assertThat(nine.rejected(2)).isEqualTo("vectors have more than 8 numbers");
    }

    @Test
    void aRoundOfVeryManyVectorsIsScoredByTheLinearModelUnlessThereIsOnlyTheMean() {
        double[][] rows = new double[4097][1];
        Arrays.setAll(rows, k -> new double[] {k});
        for (Set<Kind> kinds : List.of(Set.of(Kind.MEANS), Set.of(Kind.MEANS, Kind.LINEAR))) {
            CandidateBank bank = CandidateBank.of(1, Forgetting.NONE, kinds);
            for (int t = 0; t < 60; t++) {
                bank.add(rows[t % 3], t % 3 == 1 ? 5 : 0);
            }
            assertThat(bank.leader()).isZero();
            ScoredRound out = new ScoredRound();
            bank.meansAndBonuses(ActionSet.ofRows(rows), new RoundRandom(1, 1), out);
            assertThat(out.candidate()).isEqualTo(kinds.size() - 1);
            bank.meansAndBonuses(ActionSet.ofRows(Arrays.copyOf(rows, 4096)), new RoundRandom(1, 1), out);
            assertThat(out.candidate()).isZero();
        }
    }

    @Test
    void hasNoVectorOfCoefficientsOfItsOwn() {
        CandidateBank bank = named();
        assertThat(bank.weight(new double[0])).isEqualTo(1);
        assertThat(bank.withCovariances()).isTrue();
        assertThat(bank.bank()).containsSame(bank);
        assertThatThrownBy(bank::mean).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(bank::covariance).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> bank.shape(new double[0])).isInstanceOf(UnsupportedOperationException.class);
    }

    // --- state -----------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(World.class)
    void continuesFromItsState(World world) {
        CandidateBank bank = CandidateBank.of(0, Forgetting.DETECTED, EnumSet.allOf(Kind.class));
        CandidateBank copy = CandidateBank.of(0, Forgetting.DETECTED, EnumSet.allOf(Kind.class));
        SplittableRandom random = new SplittableRandom(13);
        for (int t = 0; t < 90; t++) {
            if (t == 60) {
                Checkpoint.read(bytes(bank), new Saved(copy));
            }
            List<Offered> arms = offered(world, random, t);
            double y = world.mean(arms.get(0)) + .1 * random.nextGaussian();
            bank.add(round(arms).features(0), y);
            if (t >= 60) {
                copy.add(round(arms).features(0), y);
            }
        }
        assertThat(bytes(copy)).isEqualTo(bytes(bank));
        assertThat(copy.leader()).isEqualTo(bank.leader());
        assertThat(copy.leadingSince()).isEqualTo(bank.leadingSince());
    }

    @Test
    void scoresFromWhatIsPublished() {
        CandidateBank bank = CandidateBank.of(2, Forgetting.DETECTED, EnumSet.allOf(Kind.class));
        CandidateBank published = CandidateBank.of(2, Forgetting.DETECTED, EnumSet.allOf(Kind.class));
        SplittableRandom random = new SplittableRandom(17);
        for (int t = 0; t < 400; t++) {
            double[] x = {random.nextGaussian(), random.nextGaussian()};
            bank.add(x, (t < 200 ? x[0] : -x[0]) + .1 * random.nextGaussian());
        }
        assertThat(bank.changes()).isPositive();
        assertThat(bank.lastChange()).isBetween(200L, 400L);
        Checkpointed brief = new Checkpointed() {
            @Override
            public String stateName() {
                return "bank";
            }

            @Override
            public void writeState(StateWriter out) {
                bank.writePublished(out);
            }

            @Override
            public void readState(StateReader in) {
                published.readState(in);
            }
        };
        byte[] bytes = Checkpoint.write(brief);
        assertThat(bytes).hasSizeLessThan(bytes(bank).length);
        Checkpoint.read(bytes, brief);
        double[] x = {.3, -2};
        assertThat(published.score(x)).isEqualTo(bank.score(x));
        assertThat(published.changes()).isEqualTo(bank.changes());
        assertThat(published.lastChange()).isEqualTo(bank.lastChange());
    }

    @Test
    void rejectsAStateOfAnotherBank() {
        byte[] narrow = bytes(CandidateBank.of(1, Forgetting.NONE, EnumSet.allOf(Kind.class)));
        CandidateBank wide = CandidateBank.of(3, Forgetting.NONE, EnumSet.allOf(Kind.class));
        assertThatThrownBy(() -> Checkpoint.read(narrow, new Saved(wide)))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining("the saved candidate has 2 coefficients");
    }
}
