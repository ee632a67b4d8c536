package dev.attune.lab.env;

import static dev.attune.lab.env.Traces.NO_SETTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.attune.api.ActionSet;
import dev.attune.lab.env.WordWorld.Draws;
import dev.attune.lab.env.WordWorld.Values;
import dev.attune.lab.env.WordWorld.Visit;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the worlds with a context and ids of arms are by definition. */
class ContextEnvironmentsTest {
    private static final long SEED = 5;
    private static final double EXACT = 1e-6;

    private static double[] constant(double[] z) {
        return new double[] {1};
    }

    private static double[] linear(double[] z) {
        return DoubleStream.concat(DoubleStream.of(1), Arrays.stream(z)).toArray();
    }

    private static double[] quadratic(double[] z) {
        return IntStream.range(0, z.length)
                .boxed()
                .flatMapToDouble(i -> IntStream.rangeClosed(0, i).mapToDouble(j -> z[i] * z[j]))
                .toArray();
    }

    private static double[] productOfSigns(double[] z) {
        return new double[] {1, z[0] * z[1]};
    }

    private static Environment environment(String name, Map<String, String> parameters) throws Exception {
        return EnvironmentCatalog.environment(name).make(parameters);
    }

    /** The context of a round with vectors: the first arm's block without its constant. */
    private static double[] context(ActionSet arms) {
        int block = arms.dimension() / arms.arms();
        return Arrays.copyOfRange(arms.features(0), 1, block);
    }

    /** Returns the largest error of the best fit of an arm's rewards, without noise, by functions of the context. */
    private static double misfit(String name, int arm, UnaryOperator<double[]> functions) throws Exception {
        return misfit(name, Map.of("noise", "0"), arm, functions);
    }

    private static double misfit(
            String name, Map<String, String> parameters, int arm, UnaryOperator<double[]> functions) throws Exception {
        Rounds rounds = environment(name, parameters).open(SEED, 200);
        List<double[]> rows = new ArrayList<>();
        List<Double> rewards = new ArrayList<>();
        for (int t = 1; t <= 200; t++) {
            rows.add(functions.apply(context(rounds.next())));
            rewards.add(rounds.reward(arm, NO_SETTING));
        }
        double[] fit = leastSquares(rows, rewards);
        double largest = 0;
        for (int i = 0; i < rows.size(); i++) {
            largest = Math.max(largest, Math.abs(rewards.get(i) - dot(fit, rows.get(i))));
        }
        return largest;
    }

    private static double dot(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
    }

    /** Normal equations, solved by elimination. */
    private static double[] leastSquares(List<double[]> rows, List<Double> y) {
        int n = rows.get(0).length;
        double[][] a = new double[n][n + 1];
        for (int r = 0; r < rows.size(); r++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i][j] += rows.get(r)[i] * rows.get(r)[j];
                }
                a[i][n] += rows.get(r)[i] * y.get(r);
            }
        }
        for (int p = 0; p < n; p++) {
            for (int i = 0; i < n; i++) {
                double factor = i == p ? 0 : a[i][p] / a[p][p];
                for (int j = p; j <= n; j++) {
                    a[i][j] -= factor * a[p][j];
                }
            }
        }
        return IntStream.range(0, n).mapToDouble(i -> a[i][n] / a[i][i]).toArray();
    }

    @Test
    void theMeanOfAnArmIsTheFunctionOfTheContextThatTheNameSays() throws Exception {
        for (int arm = 0; arm < 4; arm++) {
            assertThat(misfit("linear-context", arm, ContextEnvironmentsTest::linear))
                    .isLessThan(EXACT);
            assertThat(misfit("quadratic", arm, ContextEnvironmentsTest::quadratic))
                    .isLessThan(EXACT);
            assertThat(misfit("xor", arm, ContextEnvironmentsTest::productOfSigns))
                    .isLessThan(EXACT);
            assertThat(misfit("context-free", arm, ContextEnvironmentsTest::constant))
                    .isLessThan(EXACT);
            assertThat(misfit("common-effect", arm, ContextEnvironmentsTest::linear))
                    .isLessThan(EXACT);
        }
    }

    @Test
    void aPoorerFunctionOfTheContextDoesNotFit() throws Exception {
        assertThat(misfit("linear-context", 1, ContextEnvironmentsTest::constant))
                .isGreaterThan(0.1);
        assertThat(misfit("quadratic", 1, ContextEnvironmentsTest::linear)).isGreaterThan(0.1);
        assertThat(misfit("xor", 1, ContextEnvironmentsTest::linear)).isGreaterThan(0.1);
        assertThat(misfit("common-effect", 1, ContextEnvironmentsTest::constant))
                .isGreaterThan(0.1);
        assertThat(misfit("hidden-effects", 1, ContextEnvironmentsTest::linear)).isGreaterThan(0.1);
    }

    @Test
    void theCommonEffectIsTheSameForAllArms() throws Exception {
        Rounds rounds = environment("common-effect", Map.of("noise", "0")).open(SEED, 100);
        rounds.next();
        double difference = rounds.reward(0, NO_SETTING) - rounds.reward(7, NO_SETTING);
        for (int t = 2; t <= 100; t++) {
            rounds.next();
            assertThat(rounds.reward(0, NO_SETTING) - rounds.reward(7, NO_SETTING))
                    .isCloseTo(difference, within(1e-9));
        }
    }

    @Test
    void theProductOfTwoSignsChangesWhichArmsAreGood() throws Exception {
        Rounds rounds = environment("xor", Map.of()).open(SEED, 400);
        Map<Double, Set<Integer>> best = new HashMap<>();
        for (int t = 1; t <= 400; t++) {
            double[] z = context(rounds.next());
            assertThat(Math.abs(z[0])).isEqualTo(1);
            assertThat(Math.abs(z[1])).isEqualTo(1);
            assertThat(z).hasSize(4);
            for (int arm = 0; arm < 4; arm++) {
                if (rounds.regret(arm, NO_SETTING) == 0) {
                    best.computeIfAbsent(z[0] * z[1], product -> new HashSet<>())
                            .add(arm);
                }
            }
        }
        assertThat(best).containsOnlyKeys(-1.0, 1.0);
        assertThat(best.get(-1.0)).hasSize(1).isNotEqualTo(best.get(1.0));
    }

    /** The hidden effect is one of four numbers for each arm, is zero on average, and is no part of regret. */
    @Test
    void aHiddenKindOfVisitorAddsToRewardsAndNotToRegret() throws Exception {
        Rounds with = environment("hidden-effects", Map.of("noise", "0")).open(SEED, 400);
        Rounds without = environment("hidden-effects", Map.of("noise", "0", "hidden", "0"))
                .open(SEED, 400);
        assertThat(misfit("hidden-effects", Map.of("noise", "0", "hidden", "0"), 1, ContextEnvironmentsTest::linear))
                .isLessThan(EXACT);
        List<Set<Double>> effects = IntStream.range(0, 5)
                .mapToObj(arm -> (Set<Double>) new TreeSet<Double>())
                .toList();
        for (int t = 1; t <= 400; t++) {
            with.next();
            without.next();
            for (int arm = 0; arm < 5; arm++) {
                assertThat(with.regret(arm, NO_SETTING)).isEqualTo(without.regret(arm, NO_SETTING));
                double effect = with.reward(arm, NO_SETTING) - without.reward(arm, NO_SETTING);
                effects.get(arm).add(Math.rint(effect * 1e9) / 1e9);
            }
        }
        assertThat(effects).allSatisfy(kinds -> {
            assertThat(kinds).hasSize(4);
            assertThat(kinds.stream().mapToDouble(kind -> kind).sum()).isCloseTo(0, within(1e-8));
        });
        assertThat(effects.get(0)).isNotEqualTo(effects.get(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear-context", "quadratic", "xor", "context-free", "common-effect", "hidden-effects"})
    void vectorsHaveTheContextAndAConstantInTheBlockOfTheArm(String name) throws Exception {
        Environment environment = environment(name, Map.of());
        ActionSet arms = environment.open(SEED, 10).next();
        int block = environment.dimension() / arms.arms();
        for (int arm = 0; arm < arms.arms(); arm++) {
            double[] expected = new double[environment.dimension()];
            expected[arm * block] = 1;
            System.arraycopy(context(arms), 0, expected, arm * block + 1, block - 1);
            assertThat(arms.features(arm)).isEqualTo(expected);
        }
        ActionSet named = environment.sparse().orElseThrow().open(SEED, 10).next();
        assertThat(named.context().size()).isEqualTo(block); // with the constant
        assertThat(named.own().size()).isEqualTo(arms.arms()); // an id each
    }

    @Test
    void aTableHasColumnsOfWordsNumbersAndAFlag() throws Exception {
        Environment environment = environment("made-up-table", Map.of());
        assertThat(environment.dimension()).isEqualTo(5 * 21);
        Rounds vectors = environment.open(SEED, 3_000);
        Rounds named = environment.sparse().orElseThrow().open(SEED, 3_000);
        double[] sums = new double[20];
        double[] squares = new double[20];
        for (int t = 1; t <= 3_000; t++) {
            double[] z = context(vectors.next());
            for (int[] column : new int[][] {{0, 6}, {6, 9}, {9, 17}}) {
                assertThat(Arrays.stream(z, column[0], column[1]).sum()).isEqualTo(1);
                assertThat(Arrays.stream(z, column[0], column[1])).containsOnly(0.0, 1.0);
            }
            for (int i = 0; i < 20; i++) {
                sums[i] += z[i] / 3_000;
                squares[i] += z[i] * z[i] / 3_000;
            }
            // Constant, three words and an age; visits unless there is none; the flag.
            assertThat(named.next().context().size()).isBetween(5, 8);
        }
        // Five standard errors of a mean of zeros and ones are below 0.046, of a standard normal 0.092.
        assertThat(sums[0]).isCloseTo(1 / (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0 + 1 / 5.0 + 1 / 6.0), within(0.046));
        assertThat(sums[8]).isCloseTo(1 / 3.0 / (1 + 1 / 2.0 + 1 / 3.0), within(0.046));
        assertThat(sums[17]).isCloseTo(0, within(0.092));
        assertThat(sums[18]).isCloseTo(0, within(0.092));
        assertThat(squares[17]).isCloseTo(1, within(0.15));
        assertThat(squares[18]).isCloseTo(1, within(0.3)); // a geometric has a kurtosis of 9
        assertThat(sums[19]).isCloseTo(0.5, within(0.046));
    }

    @Test
    void theCrossingOfArmFeaturesWithTheContextDecidesAndNothingElse() throws Exception {
        Environment environment = environment("arm-features", Map.of("noise", "0"));
        assertThat(environment.dimension()).isEqualTo(20);
        Rounds rounds = environment.open(SEED, 200);
        List<double[]> rows = new ArrayList<>();
        List<Double> rewards = new ArrayList<>();
        Set<Double> firstFeatures = new HashSet<>();
        for (int t = 1; t <= 200; t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.arms()).isEqualTo(10);
            Set<Double> ofRound = new HashSet<>();
            for (int arm = 0; arm < 10; arm++) {
                rows.add(arms.features(arm));
                rewards.add(rounds.reward(arm, NO_SETTING));
                ofRound.add(arms.features(arm)[0]);
            }
            assertThat(ofRound).hasSize(10);
            firstFeatures.addAll(ofRound);
        }
        double[] fit = leastSquares(rows, rewards);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(dot(fit, rows.get(i))).isCloseTo(rewards.get(i), within(EXACT));
        }
        assertThat(Arrays.copyOf(fit, 4)).containsOnly(new double[4], within(EXACT)); // without the context
        assertThat(Arrays.stream(fit).map(Math::abs).max().orElseThrow()).isGreaterThan(0.1);
        assertThat(firstFeatures).hasSize(50);

        ActionSet named = environment.sparse().orElseThrow().open(SEED, 200).next();
        assertThat(named.own().size()).isEqualTo(10 * 5); // an id and four numbers each
    }

    @Test
    void moreArmsOnOfferThanThereAreAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> environment("arm-features", Map.of("arms", "9")))
                .withMessage("environment arm-features: offered = 10 must be at most the number of arms, 9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"news", "news-words"})
    void twentyArmsAreLiveForTwoThousandRoundsEach(String name) throws Exception {
        Environment environment = environment(name, Map.of());
        assertThat(environment.dimension()).isZero();
        assertThat(environment.whySparse()).isNotEmpty();
        Rounds rounds = environment.open(SEED, 8_000);
        Map<Long, Integer> live = new HashMap<>();
        for (int t = 1; t <= 8_000; t++) {
            ActionSet arms = rounds.next();
            assertThat(arms.arms()).isEqualTo(20);
            for (int k = 0; k < 20; k++) {
                live.merge(arms.own().key(arms.start(k)), 1, Integer::sum);
            }
        }
        assertThat(live).hasSize(20 + 79);
        // The first 20 leave after 100, 200, ..., 2,000 rounds, the last 19 of all are cut short by the end.
        assertThat(live.values().stream().filter(count -> count == 2_000)).hasSize(61);
        assertThat(live.values().stream().mapToInt(count -> count).max().orElseThrow())
                .isEqualTo(2_000);
    }

    @Test
    void theArmsOfTheNewsAreEqualIfTheyDoNotDeviateFromTheirPopulation() throws Exception {
        Rounds equal = environment("news", Map.of("deviation", "0")).open(SEED, 300);
        Rounds different = environment("news", Map.of()).open(SEED, 300);
        double largest = 0;
        for (int t = 1; t <= 300; t++) {
            equal.next();
            different.next();
            for (int arm = 0; arm < 20; arm++) {
                assertThat(equal.regret(arm, NO_SETTING)).isZero();
                largest = Math.max(largest, different.regret(arm, NO_SETTING));
            }
        }
        assertThat(largest).isGreaterThan(0.3);
    }

    @Test
    void anArmOfTheNewsKeepsItsCoefficientsUntilItIsReplaced() {
        World news = new NewsWorld(new Lifetimes(4, 40), 1, 1, SEED);
        List<double[]> rows = new ArrayList<>();
        List<Double> scores = new ArrayList<>();
        for (int t = 1; t <= 40; t++) {
            rows.add(new double[] {1, random(t).nextGaussian()});
            scores.add(news.round(t, random(t)).scores()[3]);
        }
        double[] fit = leastSquares(rows, scores);
        for (int i = 0; i < 40; i++) {
            assertThat(dot(fit, rows.get(i))).isCloseTo(scores.get(i), within(EXACT));
        }
        assertThat(news.round(41, random(41)).scores()[3])
                .isNotCloseTo(fit[0] + fit[1] * random(41).nextGaussian(), within(EXACT));
    }

    private static RoundRandom random(long t) {
        return new RoundRandom(SEED ^ World.FEATURES, t);
    }

    /** 8,000 rounds: five standard errors of a mean of zeros and ones are below 0.028. */
    @ParameterizedTest
    @ValueSource(strings = {"words", "news-words"})
    void anOracleEarnsThePayAndOtherArmsTheBase(String name) throws Exception {
        Rounds rounds = environment(name, Map.of("changes", "2")).open(SEED, 8_000);
        double best = 0;
        double other = 0;
        for (int t = 1; t <= 8_000; t++) {
            int arms = rounds.next().arms();
            int good = -1;
            int poor = -1;
            for (int arm = 0; arm < arms; arm++) {
                if (rounds.regret(arm, NO_SETTING) == 0) {
                    good = arm;
                } else {
                    assertThat(rounds.regret(arm, NO_SETTING)).isCloseTo(0.72, within(1e-12));
                    poor = arm;
                }
            }
            best += rounds.reward(good, NO_SETTING) / 8_000;
            other += rounds.reward(poor, NO_SETTING) / 8_000;
        }
        assertThat(best).isCloseTo(0.75, within(0.028));
        assertThat(other).isCloseTo(0.03, within(0.028));
    }

    @Test
    void theTopicsOfArmsAreShuffledAtChanges() {
        WordWorld world =
                new WordWorld(new Draws(100, 12, 20, Values.COUNTS, false), 10, 0.75, 0.03, new Lifetimes(20, 0), 3);
        WordWorld.Visits visits = world.visits(SEED, 1_000);
        List<Integer> before = visits.next().topics();
        List<Long> changes = new ArrayList<>();
        for (long t = 2; t <= 1_000; t++) {
            Visit visit = visits.next();
            if (!visit.topics().equals(before)) {
                changes.add(t);
            }
            before = visit.topics();
            for (int topic = 0; topic < 10; topic++) {
                assertThat(before.stream().filter(Integer.valueOf(topic)::equals))
                        .hasSize(2);
            }
        }
        assertThat(changes)
                .isEqualTo(Arrays.stream(new Segments(3).uneven(SEED, 1_000))
                        .boxed()
                        .toList());
    }

    @Test
    void worldsOfWordsThatCannotBeAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> environment("words", Map.of("words", "19")))
                .withMessage("environment words: words = 19 must be a whole number of at least 20");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> environment("news-words", Map.of("topics", "7")))
                .withMessageContaining("the same number of arms for each topic");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> environment("news", Map.of("lifetime", "30")))
                .withMessageContaining("a lifetime of 30 rounds is invalid for 20 live arms");
    }
}
