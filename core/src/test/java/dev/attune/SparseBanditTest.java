package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.api.ActionSet;
import dev.attune.api.ModelExplanation;
import dev.attune.encode.Arm;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.engine.DefinedBandit;
import dev.attune.engine.NamedCoefficient;
import dev.attune.engine.Pull;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SparseBanditTest {
    private static Attune.Builder sparse() {
        return Attune.bandit().policy("Sparse-TS");
    }

    private static final String[] ARMS =
            IntStream.range(0, 10).mapToObj(k -> "arm" + k).toArray(String[]::new);

    /** Ten topics of twenty words; twelve words of a visit are of its topic and twenty of all. */
    private static final class World {
        private final Random random;
        private final int words;
        private final int[][] topics = new int[10][20];
        private int topic;

        World(long seed, int words) {
            this.random = new Random(seed);
            this.words = words;
            for (int[] of : topics) {
                Arrays.setAll(of, i -> random.nextInt(words));
            }
        }

        Features visit() {
            topic = random.nextInt(10);
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                seen.add("w" + (i < 12 ? topics[topic][random.nextInt(20)] : random.nextInt(words)));
            }
            return Features.builder().tags("words", seen).build();
        }

        double reward(Decision decision) {
            return random.nextDouble() < (decision.index() == topic ? .75 : .03) ? 1 : 0;
        }
    }

    @Test
    void findsTheTopicAmongAThousandWords() {
        World world = new World(1, 1000);
        Bandit bandit = sparse().seed(1).build();
        double sum = 0;
        for (int t = 0; t < 4000; t++) {
            Decision decision = bandit.decide(world.visit(), ARMS);
            double y = world.reward(decision);
            bandit.reward(decision, y);
            sum += t < 2000 ? 0 : y;
        }
        assertThat(sum / 2000).isGreaterThan(.68);
    }

    @Test
    void isMadeByNameForNamedFeaturesAndTunersThatNeedNoMatrix() {
        assertThat(sparse().definition().tuner()).isEqualTo("RandTS");
        assertThatThrownBy(
                        () -> Attune.bandit().policy("Sparse-TS").tuner("VOI").definition())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("VOI");
        assertThatThrownBy(() -> Attune.bandit().policy("Sparse-TS").vectors(3).definition())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sparse().build().decide(ActionSet.ofRows(new double[] {1})))
                .isInstanceOf(IllegalArgumentException.class);
        DefinedBandit defined = new DefinedBandit(sparse().seed(1).definition());
        defined.reward(defined.decide(Features.NONE, List.of(new Arm("a", Features.NONE))), 1);
        assertThat(defined.beliefs("a")).isEmpty();
    }

    @Test
    void everyTunerThatNeedsNoMatrixRuns() {
        for (String tuner :
                List.of("RandTS", "RandUCB", "CDT", "OP", "TL", "Syndicated", "ED2RB", "Fixed", "Zooming")) {
            World world = new World(2, 100);
            Bandit bandit = sparse().tuner(tuner).horizon(300).seed(1).build();
            for (int t = 0; t < 200; t++) {
                Decision decision = bandit.decide(world.visit(), ARMS);
                bandit.reward(decision, world.reward(decision));
            }
            assertThat(bandit.rounds()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Auto", "Sparse-TS", "Sparse-TS-logistic", "Sparse-TS-Poisson"})
    void lateLostAndShuffledRewardsAndCheckpointsInTheMiddle(String policy) {
        assertThat(run(policy, 500, false)).isEqualTo(run(policy, 500, true));
        assertThat(run(policy, 20, false)).isEqualTo(run(policy, 20, true)); // so few that Auto uses full covariance
    }

    /** The arms of a run whose rewards are late, shuffled or lost; its bandit and decisions go through bytes on the way, if wanted. */
    private static List<String> run(String policy, int words, boolean throughBytes) {
        World world = new World(3, words);
        Random random = new Random(4);
        Bandit bandit = Attune.bandit().policy(policy).seed(5).uniformShare(.1).build();
        List<String> arms = new ArrayList<>();
        ArrayDeque<Decision> open = new ArrayDeque<>();
        for (int t = 0; t < 1500; t++) {
            Decision decision = bandit.decide(world.visit(), ARMS);
            arms.add(decision.arm());
            open.add(throughBytes ? Decision.fromBytes(decision.toBytes()) : decision);
            if (open.size() > 40) {
                List<Decision> due = new ArrayList<>(open);
                open.clear();
                Collections.shuffle(due, random);
                for (Decision one : due) {
                    if (random.nextInt(5) == 0) {
                        bandit.expire(one);
                    } else {
                        bandit.reward(one, one.index() % 3 == 0 ? 1 : 0);
                    }
                }
            }
            if (throughBytes && t % 100 == 37) {
                byte[] saved = bandit.save();
                bandit = Bandit.load(saved);
                assertThat(bandit.save()).isEqualTo(saved);
            }
        }
        return arms;
    }

    @Test
    void eightThreads() throws Exception {
        Bandit bandit = sparse().seed(6).build();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Integer>> parts = new ArrayList<>();
        for (int n = 0; n < 8; n++) {
            int number = n;
            parts.add(threads.submit(() -> {
                World world = new World(7, 300);
                int paid = 0;
                for (int t = 0; t < 400; t++) {
                    boolean large = number == 0 && t % 20 == 0; // is scored outside the lock
                    Decision decision = bandit.decide(large ? large(t) : world.visit(), ARMS);
                    double y = world.reward(decision);
                    bandit.reward(decision, y);
                    paid += (int) y;
                }
                return paid;
            }));
        }
        int paid = 0;
        for (Future<Integer> part : parts) {
            paid += part.get();
        }
        threads.shutdown();
        assertThat(bandit.rounds()).isEqualTo(3200);
        assertThat(paid).isGreaterThan(1400);
        byte[] saved = bandit.save();
        assertThat(Bandit.load(saved).save()).isEqualTo(saved);
    }

    private static Features large(int t) {
        return Features.builder()
                .tags(
                        "many",
                        IntStream.range(t, t + 3000).mapToObj(i -> "m" + i).toList())
                .build();
    }

    @Test
    void fuzzedRequestsGetAnAnswerOrAReason() {
        Random random = new Random(8);
        Bandit bandit = sparse().encoder(EncoderDefinition.builder()
                        .interactions("context x arm", "context x id", "arm x id")
                        .build())
                .seed(9)
                .build();
        int rejected = 0;
        for (int t = 0; t < 3000; t++) {
            byte[] before = t % 100 == 0 ? bandit.save() : new byte[0];
            try {
                List<Arm> arms = new ArrayList<>();
                for (int k = random.nextInt(5); k >= 0; k--) {
                    arms.add(new Arm(text(random), features(random)));
                }
                Decision decision = bandit.decide(features(random), arms);
                bandit.reward(decision, random.nextGaussian());
            } catch (IllegalArgumentException e) {
                rejected++;
                if (before.length > 0) {
                    assertThat(bandit.save()).isEqualTo(before);
                }
            }
        }
        assertThat(rejected).isBetween(100, 2900);
    }

    private static String text(Random random) {
        char[] chars = new char[random.nextInt(4)];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (random.nextBoolean() ? random.nextInt(1 << 16) : 'a' + random.nextInt(3));
        }
        return new String(chars);
    }

    private static Features features(Random random) {
        Features.Builder builder = Features.builder();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = "f" + text(random);
            switch (random.nextInt(4)) {
                case 0 -> builder.number(name, Math.scalb(random.nextGaussian(), random.nextInt(280) - 140));
                case 1 -> builder.category(name, text(random));
                case 2 -> builder.flag(name, random.nextBoolean());
                default -> builder.tags(name, List.of(text(random), text(random)));
            }
        }
        return builder.build();
    }

    /** The mean of 1/p over decisions is the number of arms, if p are their probabilities. Five standard errors: one false alarm in a million. */
    @Test
    void probabilitiesAreThoseOfTheChoices() {
        World world = new World(10, 200);
        Bandit bandit = Attune.bandit().seed(11).uniformShare(.3).build();
        int rounds = 6000;
        double sum = 0;
        double squares = 0;
        for (int t = 0; t < rounds; t++) {
            Decision decision = bandit.decide(world.visit(), ARMS);
            bandit.reward(decision, world.reward(decision));
            double inverse = 1 / decision.probability().orElseThrow();
            sum += inverse;
            squares += inverse * inverse;
        }
        double mean = sum / rounds;
        double error = Math.sqrt((squares / rounds - mean * mean) / rounds);
        assertThat(mean).isBetween(10 - 5 * error, 10 + 5 * error);
        assertThat(error).isLessThan(.5);
    }

    /** A world in which the reward of arm k is a function of the context, and which model leads in the end. */
    private static ModelExplanation leader(int terms, double common, double effect) {
        Random random = new Random(12);
        DefinedBandit bandit = new DefinedBandit(Attune.bandit().seed(13).definition());
        List<Arm> arms = IntStream.range(0, 4)
                .mapToObj(k -> new Arm("arm" + k, Features.NONE))
                .toList();
        double[][] theta = new double[4][terms];
        for (double[] of : theta) {
            Arrays.setAll(of, i -> effect * random.nextGaussian());
        }
        for (int t = 0; t < 3000; t++) {
            Features.Builder features = Features.builder();
            double[] x = new double[terms];
            double shared = common * random.nextGaussian();
            for (int i = 0; i < terms; i++) {
                x[i] = shared + random.nextGaussian();
                features.number("x" + i, x[i]);
            }
            Pull pull = bandit.decide(features.build(), arms);
            double y = .3 * pull.arm() + .5 * random.nextGaussian();
            for (int i = 0; i < terms; i++) {
                y += theta[pull.arm()][i] * x[i];
            }
            bandit.reward(pull, y);
        }
        return bandit.explain();
    }

    @Test
    void predictionChoosesTheModel() {
        assertThat(leader(10, 3, 1).leader()).isEqualTo("linear for each arm");
        assertThat(leader(20, 0, 0).leader()).isEqualTo("mean of each arm");
        assertThat(leader(80, 0, .3).leader()).isEqualTo("linear for each arm"); // four arms only
        ModelExplanation wide = leader(140, 0, .3);
        assertThat(wide.leader()).startsWith("diagonal");
        assertThat(wide.candidates()).noneMatch(candidate -> candidate.name().startsWith("full"));
        assertThat(wide.coefficients()).isEqualTo(4 * 141);
    }

    @Test
    void coefficientsAreFoundByNameAndThoseThatAreClearestComeFirst() {
        World world = new World(14, 1000);
        DefinedBandit bandit = new DefinedBandit(Attune.bandit().seed(15).definition());
        List<Arm> arms =
                Arrays.stream(ARMS).map(id -> new Arm(id, Features.NONE)).toList();
        for (int t = 0; t < 3000; t++) {
            Pull pull = bandit.decide(world.visit(), arms);
            bandit.reward(pull, pull.arm() == world.topic ? 1 : 0);
        }
        List<NamedCoefficient> top = bandit.coefficients("", 50);
        assertThat(top).hasSize(50);
        double before = Double.POSITIVE_INFINITY;
        for (NamedCoefficient one : top) {
            double clarity = Math.abs(one.mean()) / one.deviation();
            assertThat(clarity).isLessThanOrEqualTo(before);
            before = clarity;
        }
        assertThat(bandit.coefficients("ID=ARM3", 1000))
                .isNotEmpty()
                .allMatch(one -> one.name().endsWith("id=arm3"));
        assertThat(bandit.coefficients("no such feature", 10)).isEmpty();
        assertThat(new DefinedBandit(Attune.bandit().vectors(3).definition()).coefficients("", 5))
                .isEmpty();
    }

    @Test
    void aSmallBanditTakesKilobytes() {
        Bandit bandit = Attune.bandit().seed(16).build();
        Random random = new Random(17);
        for (int t = 0; t < 500; t++) {
            Features.Builder ten = Features.builder();
            for (int i = 0; i < 10; i++) {
                ten.number("x" + i, random.nextInt(5));
            }
            bandit.reward(bandit.decide(ten.build(), "a", "b", "c"), random.nextInt(2));
        }
        assertThat(bandit.save().length).isLessThan(120_000);
    }
}
