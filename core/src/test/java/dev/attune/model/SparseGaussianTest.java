package dev.attune.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.api.Options;
import dev.attune.api.ScoredRound;
import dev.attune.api.Terms;
import dev.attune.engine.Pull;
import dev.attune.engine.SelfTuningBandit;
import dev.attune.math.RoundRandom;
import dev.attune.policy.SparseTs;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.RandomScale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SparseGaussianTest {
    /** The definition with maps, one candidate at a time; floats where the model has floats. */
    private static final class Reference {
        private static final int CANDIDATES = 6;
        private static final float[] PRIOR = {0, .03f, .3f, 3, 30, 300};
        private final Link link;
        private final List<Map<List<Long>, float[]>> coefficients = new ArrayList<>();
        private final double[] squares = new double[CANDIDATES];
        private final double[] evidence = new double[CANDIDATES];
        private final List<Double> rewards = new ArrayList<>();
        private final Set<Long> terms = new HashSet<>();
        private double norm;
        private double unit;

        Reference(Link link) {
            this.link = link;
            for (int c = 0; c < CANDIDATES; c++) {
                coefficients.add(new HashMap<>());
            }
        }

        private double centre() {
            int n = rewards.size();
            double mean = rewards.stream().mapToDouble(y -> y).average().orElse(0);
            if (n == 0 || link == Link.LOGISTIC) {
                return 0;
            }
            if (link == Link.POISSON) {
                return mean == 0 ? Math.log(1e-4) : Math.log(mean);
            }
            double variance =
                    rewards.stream().mapToDouble(y -> (y - mean) * (y - mean)).sum() / n;
            double early = 25.0 * terms.size() / (25.0 * terms.size() + n);
            return mean + .3 * early * Math.sqrt(variance);
        }

        private float prior(int c, List<Long> pair) {
            return c > 0 ? PRIOR[c] : pair.get(0) == ActionSet.CONSTANT ? (float) (3 * norm * norm) : 0;
        }

        void add(Map<List<Long>, Double> pairs, double y) {
            if (norm == 0) {
                norm = Math.sqrt(pairs.values().stream().mapToDouble(v -> v * v).sum());
            }
            if (unit == 0 && y != 0) {
                unit = link == Link.IDENTITY ? Math.scalb(1.0, Math.getExponent(y)) : 1;
            }
            double target = unit == 0 ? 0 : y / unit;
            double centre = centre();
            for (int c = 0; c < CANDIDATES; c++) {
                int candidate = c;
                pairs.keySet()
                        .forEach(pair -> coefficients.get(candidate).computeIfAbsent(pair, missing ->
                                new float[] {0, prior(candidate, missing)}));
                double eta = centre;
                double w = 0;
                for (Map.Entry<List<Long>, Double> pair : pairs.entrySet()) {
                    float[] one = coefficients.get(c).get(pair.getKey());
                    double x = pair.getValue() / norm;
                    eta += one[0] * x;
                    w += one[1] * x * x;
                }
                double p = link.mean(eta);
                double v = link == Link.IDENTITY ? 1 : Math.max(1e-3, link.slopeAt(p));
                double e = target - p;
                double k = 1 / (1 + v * w);
                evidence[c] = likelihood(c, eta, p, w, e, target).isPresent()
                        ? .9995 * evidence[c]
                                + likelihood(c, eta, p, w, e, target).getAsDouble()
                        : evidence[c];
                squares[c] += e * e * k;
                for (Map.Entry<List<Long>, Double> pair : pairs.entrySet()) {
                    float[] one = coefficients.get(c).get(pair.getKey());
                    double x = pair.getValue() / norm;
                    double s = one[1];
                    one[0] = (float) (one[0] + s * x * e * k);
                    one[1] = (float) (s - v * s * x * s * x * k);
                }
            }
            rewards.add(target);
            pairs.keySet().forEach(pair -> terms.add(pair.get(1)));
        }

        private OptionalDouble likelihood(int c, double eta, double p, double w, double e, double y) {
            if (link == Link.IDENTITY) {
                int n = rewards.size();
                double mean = rewards.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0);
                double spread = rewards.stream()
                        .mapToDouble(one -> (one - mean) * (one - mean))
                        .sum();
                double variance = (spread / n + squares[c]) / (1 + n) * (1 + w);
                return spread > 0
                        ? OptionalDouble.of(-.5 * (Math.log(variance) + Math.min(36, e * e / variance)))
                        : OptionalDouble.of(0);
            }
            if (link == Link.POISSON) {
                return OptionalDouble.of(y * eta - p);
            }
            double paid = 1 / (1 + Math.exp(-eta / Math.sqrt(1 + Math.PI * w / 8)));
            return OptionalDouble.of(y * Math.log(paid) + (1 - y) * Math.log(1 - paid));
        }

        int leader() {
            int leader = 0;
            for (int c = 1; c < CANDIDATES; c++) {
                leader = evidence[c] > evidence[leader] ? c : leader;
            }
            return leader;
        }

        double mean(Map<List<Long>, Double> pairs) {
            double eta = centre();
            for (Map.Entry<List<Long>, Double> pair : pairs.entrySet()) {
                float[] one = coefficients.get(leader()).get(pair.getKey());
                eta += one == null ? 0 : one[0] * pair.getValue() / norm;
            }
            return eta * (link == Link.IDENTITY ? unit : 1);
        }

        double width(Map<List<Long>, Double> pairs) {
            double w = 0;
            for (Map.Entry<List<Long>, Double> pair : pairs.entrySet()) {
                float[] one = coefficients.get(leader()).get(pair.getKey());
                double x = pair.getValue() / norm;
                w += (one == null ? prior(leader(), pair.getKey()) : one[1]) * x * x;
            }
            return Math.sqrt(w / pairs.size());
        }

        double noise() {
            return link == Link.IDENTITY ? unit * Math.sqrt(squares[leader()] / rewards.size()) : 1;
        }
    }

    private static final class Saved implements Checkpointed {
        private final SparseGaussian model;

        Saved(SparseGaussian model) {
            this.model = model;
        }

        @Override
        public String stateName() {
            return "model";
        }

        @Override
        public void writeState(StateWriter out) {
            model.writeState(out);
        }

        @Override
        public void readState(StateReader in) {
            model.readState(in);
        }
    }

    private static byte[] bytes(SparseGaussian model) {
        return Checkpoint.write(new Saved(model));
    }

    private static SparseGaussian copy(SparseGaussian model) {
        SparseGaussian copy = new SparseGaussian(model.link(), model.budget());
        Checkpoint.read(bytes(model), new Saved(copy));
        return copy;
    }

    /** A round of arms that have an id, and two features that other arms share; the context has terms for either or for both. */
    private static ActionSet round(SplittableRandom random, int arms, int terms, int keys) {
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, ActionSet.ALONE);
        Set<Integer> different = new HashSet<>();
        while (different.size() < terms) {
            int key = 1 + random.nextInt(keys);
            if (different.add(key)) {
                context.add(key * 0x9E3779B97F4A7C15L, random.nextDouble(.5, 3), 1 + key % 3);
            }
        }
        Terms own = new Terms();
        int[] ends = new int[arms];
        for (int k = 0; k < arms; k++) {
            own.add(1000 + k, 1, ActionSet.ALONE | 1);
            own.add(2000 + random.nextInt(3), random.nextDouble(.5, 2), 2);
            own.add(3000 + random.nextInt(3), random.nextDouble(-2, -.5), 2);
            ends[k] = own.size();
        }
        return ActionSet.crossed(context, own, ends, arms);
    }

    private static Map<List<Long>, Double> pairs(ActionSet arms, int arm) {
        Map<List<Long>, Double> pairs = new LinkedHashMap<>();
        for (int a = arms.start(arm); a < arms.end(arm); a++) {
            for (int c = 0; c < arms.context().size(); c++) {
                if ((arms.context().mask(c) & arms.own().mask(a)) != 0) {
                    pairs.put(
                            List.of(arms.context().key(c), arms.own().key(a)),
                            arms.context().value(c) * arms.own().value(a));
                }
            }
        }
        return pairs;
    }

    private static double[] scores(SparseGaussian model, ActionSet arms) {
        ScoredRound out = new ScoredRound();
        model.meansAndOptimism(arms, new RoundRandom(1, 1), out);
        double[] both = Arrays.copyOf(out.mean(), 2 * arms.arms());
        System.arraycopy(out.bonus(), 0, both, arms.arms(), arms.arms());
        return both;
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "logistic", "poisson"})
    void doesWhatTheDefinitionSays(String name) {
        Link link = name.equals("identity") ? Link.IDENTITY : name.equals("logistic") ? Link.LOGISTIC : Link.POISSON;
        SplittableRandom random = new SplittableRandom(1);
        SparseGaussian model = new SparseGaussian(link, SparseGaussian.BUDGET);
        Reference reference = new Reference(link);
        for (int t = 0; t < 600; t++) {
            ActionSet arms = round(random, 3, 8, 40);
            ScoredRound out = new ScoredRound();
            model.meansAndOptimism(arms, new RoundRandom(1, t), out);
            int chosen = random.nextInt(3);
            if (t > 0) {
                for (int k = 0; k < 3; k++) {
                    Offset<Double> close = Offset.offset(1e-3 * (1 + Math.abs(out.mean()[k])));
                    assertThat(out.mean()[k]).isCloseTo(reference.mean(pairs(arms, k)), close);
                    assertThat(out.width()[k]).isCloseTo(reference.width(pairs(arms, k)), Offset.offset(1e-3));
                    assertThat(model.score(arms.features(k))).isCloseTo(out.mean()[k], Offset.offset(1e-9));
                }
                assertThat(model.noise()).isCloseTo(reference.noise(), Offset.offset(1e-4));
            }
            double y = 3
                    + Math.sin(arms.own().key(arms.start(chosen)))
                    + arms.context().value(1) * chosen;
            double reward =
                    t < 5 ? 0 : link == Link.LOGISTIC ? (y > 5 ? 1 : 0) : link == Link.POISSON ? Math.rint(y) : y;
            model.add(arms.features(chosen), reward);
            reference.add(pairs(arms, chosen), reward);
        }
        assertThat(model.count()).isEqualTo(600);
        assertThat(model.size()).isEqualTo(reference.coefficients.get(0).size());
        assertThat(model.leader()).isEqualTo(reference.leader());
        assertThat(model.candidates()).isEqualTo(Reference.CANDIDATES);
        for (int c = 0; c < Reference.CANDIDATES; c++) {
            if (link != Link.IDENTITY && c != model.leader()) {
                continue; // likelihoods of a candidate that fails are bounded
            }
            Offset<Double> close = Offset.offset(1e-3 * (1 + Math.abs(reference.evidence[c])));
            assertThat(model.evidence(c)).isCloseTo(reference.evidence[c], close);
        }
        assertCoefficients(model, reference);
    }

    private static void assertCoefficients(SparseGaussian model, Reference reference) {
        Map<List<Long>, double[]> found = new HashMap<>();
        model.coefficients((context, own, mean, deviation) -> assertThat(
                        found.put(List.of(context, own), new double[] {mean, deviation}))
                .isNull());
        Map<List<Long>, float[]> expected = new HashMap<>(reference.coefficients.get(reference.leader()));
        expected.values().removeIf(one -> one[1] == 0);
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        double unit = reference.link == Link.IDENTITY ? reference.unit : 1;
        expected.forEach((pair, one) -> {
            double[] actual = found.get(pair);
            assertThat(actual[0]).isCloseTo(one[0] * unit / reference.norm, Offset.offset(1e-3));
            assertThat(actual[1])
                    .isCloseTo(Math.sqrt(one[1]) * reference.noise() / reference.norm, Offset.offset(1e-3));
        });
    }

    @Test
    void bonusesAreIndependentDrawsWithTheWidths() {
        SplittableRandom random = new SplittableRandom(4);
        SparseGaussian model = new SparseGaussian();
        ActionSet arms = round(random, 5, 8, 40);
        model.add(arms.features(0), 1);
        model.add(arms.features(1), 3);
        ScoredRound out = new ScoredRound();
        model.meansAndOptimism(arms, new RoundRandom(9, 9), out);
        assertThat(out.drawnForEachArm()).isTrue();
        RoundRandom draws = new RoundRandom(9, 9);
        for (int k = 0; k < 5; k++) {
            assertThat(out.bonus()[k]).isEqualTo(out.width()[k] * Math.max(0, draws.nextGaussian()));
        }
        assertThat(model.bank()).containsSame(model);
        assertThat(model.weight(arms.features(0))).isEqualTo(1);
        assertThat(model.candidateName(0)).isEqualTo("mean of each arm");
        assertThat(model.candidateName(3)).isEqualTo("diagonal, prior variance 3.0");
        ActionSet vectors = ActionSet.ofRows(new double[] {1});
        assertThatThrownBy(() -> model.meansAndOptimism(vectors, new RoundRandom(1, 1), out))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fewArmsOfManyAreScoredAsTheDefinitionSays() {
        SplittableRandom random = new SplittableRandom(5);
        SparseGaussian model = new SparseGaussian();
        Reference reference = new Reference(Link.IDENTITY);
        for (int t = 0; t < 600; t++) {
            ActionSet one = ofIds(random, t % 150);
            double y = 1 + t % 150 % 7 + one.context().value(1) * (t % 2);
            model.add(one.features(0), y);
            reference.add(pairs(one, 0), y);
        }
        ScoredRound out = new ScoredRound();
        for (int t = 0; t < 20; t++) {
            ActionSet few = ofIds(random, 3 + t, 70, 3 + t, 999); // one of them twice, and one that is unknown
            model.meansAndOptimism(few, new RoundRandom(1, t), out);
            for (int k = 0; k < 4; k++) {
                assertThat(out.mean()[k]).isCloseTo(reference.mean(pairs(few, k)), Offset.offset(1e-2));
                assertThat(out.width()[k]).isCloseTo(reference.width(pairs(few, k)), Offset.offset(1e-3));
            }
        }
    }

    /** Arms with an id each, in a context of a constant and three numbers. */
    private static ActionSet ofIds(SplittableRandom random, int... ids) {
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, 1);
        for (int c = 1; c <= 3; c++) {
            context.add(c, random.nextDouble(.5, 3), 1);
        }
        Terms own = new Terms();
        int[] ends = new int[ids.length];
        for (int k = 0; k < ids.length; k++) {
            own.add(1000 + ids[k], 1, 1);
            ends[k] = own.size();
        }
        return ActionSet.crossed(context, own, ends, ids.length);
    }

    @Test
    void theUnitOfFeaturesIsTheLengthOfTheFirstArm() {
        double[][] firstArms = {
            {1, 1, 0, 5, 4, 0, 7, 1, 1, 1, 0, 6, 1, 0, 8, 2}, // groups of length 4 and 2
            {1, 1, 0, 6, 1, 0, 8, 2, 1, 1, 0, 5, 4, 0, 7, 1}, // the other way round
        };
        for (double[] x : firstArms) {
            SparseGaussian model = new SparseGaussian();
            Reference reference = new Reference(Link.IDENTITY);
            Map<List<Long>, Double> pairs = Map.of(List.of(5L, 7L), 4.0, List.of(6L, 8L), 2.0);
            for (double y : new double[] {1, 2, 4, 3}) {
                model.add(x, y);
                reference.add(pairs, y);
            }
            assertThat(model.score(x)).isCloseTo(reference.mean(pairs), Offset.offset(1e-4));
            assertCoefficients(model, reference);
        }
    }

    @Test
    void theBudgetIsBounded() {
        assertThatThrownBy(() -> new SparseGaussian(Link.IDENTITY, 0))
                .hasMessageContaining("budget = 0 must be from 1");
        assertThat(new SparseGaussian(Link.IDENTITY, 1).budget()).isEqualTo(1);
    }

    @Test
    void rowsWithManyMoreCellsThanTheRoundHasTermsAreScoredAlike() {
        SparseGaussian model = new SparseGaussian();
        for (int k = 0; k < 500; k++) {
            model.add(arm(k, ActionSet.CONSTANT, 1), k % 5);
        }
        Terms context = new Terms();
        context.add(ActionSet.CONSTANT, 1, 1);
        Terms own = new Terms();
        own.add(400, 1, 1);
        own.add(12345, 1, 1);
        double[] few = scores(model, ActionSet.crossed(context, own, new int[] {1, 2}, 2));
        Terms all = new Terms();
        int[] ends = new int[500];
        for (int k = 0; k < 500; k++) {
            all.add(k, 1, 1);
            ends[k] = k + 1;
        }
        double[] many = scores(model, ActionSet.crossed(context, all, ends, 500));
        assertThat(few[0]).isEqualTo(many[400]);
        assertThat(few[1]).isNotEqualTo(few[0]);
    }

    /** One pair. */
    private static double[] arm(long own, long context, double value) {
        return new double[] {1, 1, 0, context, value, 0, own, 1};
    }

    @Test
    void scoringReadsOnly() {
        SplittableRandom random = new SplittableRandom(2);
        SparseGaussian model = new SparseGaussian();
        ActionSet arms = round(random, 3, 8, 300);
        model.add(arms.features(0), 1);
        byte[] before = bytes(model);
        scores(model, round(random, 5, 20, 10_000));
        model.score(arms.features(1));
        assertThat(bytes(model)).isEqualTo(before);
    }

    @Test
    void hasNoNoiseAsLongAsRewardsAreZero() {
        SplittableRandom random = new SplittableRandom(3);
        SparseGaussian model = new SparseGaussian();
        assertThat(model.noise()).isZero();
        for (int t = 0; t < 10; t++) {
            model.add(round(random, 1, 5, 10).features(0), 0);
        }
        assertThat(model.noise()).isZero();
        model.add(round(random, 1, 5, 10).features(0), 1e-9);
        assertThat(model.noise()).isPositive();
    }

    @Test
    void theUnitOfRewardsDoesNotMatter() {
        SplittableRandom random = new SplittableRandom(4);
        SparseGaussian plain = new SparseGaussian();
        SparseGaussian scaled = new SparseGaussian();
        double b = 0x1p-90;
        for (int t = 0; t < 300; t++) {
            double[] x = round(random, 1, 5, 50).features(0);
            double y = random.nextDouble();
            plain.add(x, y);
            scaled.add(x, b * y);
            assertThat(scaled.score(x)).isEqualTo(b * plain.score(x));
        }
        assertThat(scaled.noise()).isEqualTo(b * plain.noise());
    }

    /** The same arm with all terms of the context multiplied. */
    private static double[] larger(double[] x, double by) {
        double[] larger = x.clone();
        for (int at = 0; at < x.length; ) {
            for (int c = 0; c < x[at]; c++) {
                larger[at + 4 + 3 * c] *= by;
            }
            at += 2 + 3 * (int) (x[at] + x[at + 1]);
        }
        return larger;
    }

    @Test
    void staysFiniteWhateverComes() {
        SplittableRandom random = new SplittableRandom(5);
        double[] sizes = {0, 1e-100, 1e-30, 1, 1e30, 1e40};
        for (int world = 0; world < 60; world++) {
            Link link = List.of(Link.IDENTITY, Link.LOGISTIC, Link.POISSON).get(world % 3);
            SparseGaussian model = new SparseGaussian(link, 20);
            for (int t = 0; t < 200; t++) {
                ActionSet arms = round(random, 2, 4, 30);
                double[] x = larger(arms.features(0), sizes[random.nextInt(sizes.length)]);
                double y = sizes[random.nextInt(sizes.length)];
                model.add(x, link == Link.LOGISTIC ? Math.min(1, y) : y);
                for (double score : scores(model, arms)) {
                    assertThat(score).isFinite();
                }
                assertThat(model.noise()).isFinite();
            }
            assertThat(bytes(copy(model))).isEqualTo(bytes(model));
        }
    }

    @Test
    void keepsToItsBudgetAndWhatItKnows() {
        SplittableRandom random = new SplittableRandom(6);
        SparseGaussian model = new SparseGaussian(Link.IDENTITY, 200);
        double right = 0;
        for (int t = 0; t < 20_000; t++) {
            long key = random.nextInt(20) + 1L; // twenty keys that matter among ever new ones
            double[] x = new double[2 + 3 * 7];
            x[0] = 6;
            x[1] = 1;
            for (int i = 0; i < 7; i++) {
                x[2 + 3 * i] = i == 0 || i == 6 ? 0 : 1 + random.nextInt(1 << 30);
                x[3 + 3 * i] = i == 0 ? key : i == 6 ? 1 : random.nextInt(1 << 30);
                x[4 + 3 * i] = 1;
            }
            if (t > 10_000 && Math.abs(model.score(x) - key) < 4) {
                right++;
            }
            model.add(x, key);
            assertThat(model.size()).isLessThanOrEqualTo(200);
        }
        assertThat(model.size()).isEqualTo(200);
        assertThat(model.evicted()).isGreaterThan(10_000);
        assertThat(right / 10_000).isGreaterThan(.9);
    }

    @Test
    @Tag("slow")
    void tenMillionRandomFeaturesStayWithinTheBudget() {
        SplittableRandom random = new SplittableRandom(11);
        SparseGaussian model = new SparseGaussian(Link.IDENTITY, 50_000);
        double[] x = new double[2 + 3 * 1001];
        x[0] = 1000;
        x[1] = 1;
        x[2 + 3 * 1000 + 2] = 1;
        for (int t = 0; t < 10_000; t++) {
            for (int c = 0; c < 1000; c++) {
                x[2 + 3 * c] = random.nextInt(1 << 30);
                x[3 + 3 * c] = random.nextInt(1 << 30);
                x[4 + 3 * c] = 1;
            }
            x[2 + 3 * 1000 + 1] = t % 7;
            model.add(x, t % 2);
        }
        assertThat(model.size()).isEqualTo(50_000);
        assertThat(model.evicted()).isGreaterThan(9_900_000);
    }

    @Test
    void armsThatComeAndGoLeaveNoTermsBehind() {
        SparseGaussian model = new SparseGaussian(Link.IDENTITY, 100);
        for (int t = 0; t < 5000; t++) {
            model.add(arm(t, 1 + t % 5, 1), t % 3);
            model.add(arm(t, ActionSet.CONSTANT, 1), t % 3);
        }
        assertThat(model.size()).isEqualTo(100);
        assertThat(bytes(model).length).isLessThan(20_000);
        assertThat(bytes(copy(model))).isEqualTo(bytes(model));
    }

    @Test
    void aBudgetSmallerThanAnArmIsEnoughToGoOn() {
        SplittableRandom random = new SplittableRandom(7);
        SparseGaussian model = new SparseGaussian(Link.IDENTITY, 3);
        for (int t = 0; t < 500; t++) {
            ActionSet arms = round(random, 2, 10, 1000);
            model.add(arms.features(1), random.nextDouble());
            for (double score : scores(model, arms)) {
                assertThat(score).isFinite();
            }
        }
        assertThat(model.size()).isEqualTo(3);
    }

    @Test
    void aCheckpointInTheMiddleChangesNothing() {
        SplittableRandom random = new SplittableRandom(8);
        SparseGaussian model = new SparseGaussian(Link.IDENTITY, 500);
        for (int t = 0; t < 3000; t++) {
            ActionSet arms = round(random, 2, 10, 2000);
            if (t % 100 == 50) {
                SparseGaussian copy = copy(model);
                assertThat(scores(copy, arms)).isEqualTo(scores(model, arms));
                assertThat(bytes(copy)).isEqualTo(bytes(model));
                model = copy;
            }
            model.add(arms.features(t % 2), random.nextInt(2));
        }
        SparseGaussian straight = new SparseGaussian(Link.IDENTITY, 500);
        SplittableRandom again = new SplittableRandom(8);
        for (int t = 0; t < 3000; t++) {
            ActionSet arms = round(again, 2, 10, 2000);
            straight.add(arms.features(t % 2), again.nextInt(2));
        }
        assertThat(model.evicted()).isPositive().isEqualTo(straight.evicted());
        assertThat(bytes(model)).isEqualTo(bytes(straight));
    }

    @Test
    void damagedStateIsRejectedAndChangesNothing() {
        SplittableRandom random = new SplittableRandom(9);
        SparseGaussian model = new SparseGaussian(Link.IDENTITY, 50);
        for (int t = 0; t < 30; t++) {
            model.add(round(random, 1, 5, 100).features(0), random.nextDouble());
        }
        byte[] good = bytes(model);
        for (int i = 12; i < good.length - 4; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> Checkpoint.read(bad, new Saved(model))).isInstanceOf(StateFormatException.class);
        }
        // valid checksums around invalid contents: rejected, or a model that works
        int body = 12;
        for (int i = body; i < good.length - 4; i++) {
            byte[] content = Arrays.copyOfRange(good, body, good.length - 4);
            content[i - body] ^= (byte) (1 << random.nextInt(8));
            byte[] sealed = seal(content);
            SparseGaussian target = new SparseGaussian(Link.IDENTITY, 50);
            try {
                Checkpoint.read(sealed, new Saved(target));
            } catch (StateFormatException e) {
                assertThat(target.size()).isZero();
                continue;
            }
            target.add(round(random, 1, 5, 100).features(0), 1);
        }
        assertThat(bytes(model)).isEqualTo(good);
        assertThatThrownBy(() -> Checkpoint.read(good, new Saved(new SparseGaussian(Link.IDENTITY, 51))))
                .isInstanceOf(StateFormatException.class)
                .hasMessageContaining("budget");
    }

    private static byte[] seal(byte[] content) {
        java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(content.length + 16);
        out.putInt(0x4154544E).putInt(1).putInt(content.length).put(content);
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(out.array(), 0, out.position());
        return out.putInt((int) crc.getValue()).array();
    }

    @Test
    void rejectsInvalidBudgets() {
        assertThatThrownBy(() -> new SparseGaussian(Link.IDENTITY, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SparseGaussian(Link.IDENTITY, SparseGaussian.LARGEST_BUDGET + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void decisionsAreAFunctionOfSeedAndCalls() {
        assertThat(decisions(1)).isEqualTo(decisions(1)).isNotEqualTo(decisions(2));
    }

    private static int[] decisions(long seed) {
        SplittableRandom random = new SplittableRandom(10);
        SelfTuningBandit bandit = SelfTuningBandit.of(
                new SparseTs(Link.IDENTITY, 300), new RandomScale(), Options.DEFAULT.withSeed(seed));
        int[] arms = new int[2000];
        for (int t = 0; t < arms.length; t++) {
            Pull pull = bandit.decide(round(random, 4, 6, 1000));
            arms[t] = pull.arm();
            bandit.reward(pull, random.nextInt(2));
        }
        return arms;
    }

    @Test
    void rejectsWhatIsNotSparse() {
        SparseTs policy = new SparseTs();
        assertThatThrownBy(() -> policy.check(ActionSet.ofRows(new double[] {1, 2})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sparse");
        double[][] invalid = {
            {1},
            {1, 1, 0, 5, 1, 0, 1},
            {-1, 1, 0, 5, 1},
            {1, .5, 0, 5, 1, 0, 1, 1},
            {1, 1, -1, 5, 1, 0, 1, 1},
            {1, 1, 0, 0x1p32, 1, 0, 1, 1},
            {1, 1, .5, 5, 1, 0, 1, 1},
            {1, 1, 0, 5, Double.NaN, 0, 1, 1},
            {1, 1, 0, 5, 1, 0, 1, 1e101},
            {Double.NaN, 1, 0, 5, 1, 0, 1, 1},
            {1, 1e9, 0, 5, 1, 0, 1, 1}
        };
        for (double[] x : invalid) {
            assertThatThrownBy(() -> policy.update(x, 1, policy.space().preset()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(policy.model().count()).isZero();
        policy.update(new double[0], 1, policy.space().preset());
        assertThat(policy.model().count()).isEqualTo(1);
    }
}
