package dev.attune.bench.sparse;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.api.ActionSet;
import dev.attune.api.Terms;
import dev.attune.bench.CpuTime;
import dev.attune.lab.env.WordWorld;
import dev.attune.math.RoundRandom;
import dev.attune.policy.Automatic;
import dev.attune.tuner.RandomScale;

/**
 * Speed and memory of the default model on features that are already keyed: 10 arms, 10 topics of 20 words, 12 draws of the topic and 20 of all words
 * in a visit, as in {@link SparseWorld}.
 *
 * <p>Visits are made before the clock starts. The bandit plays as many rounds unmeasured as measured, so that the model has its final size.
 */
final class KeyedSpeed {
    private static final int ARMS = 10;
    private static final int TOPIC_WORDS = WordWorld.TOPIC_WORDS;
    private static final int WORDS = SparseWorld.DRAWS_OF_TOPIC + SparseWorld.DRAWS_OF_ALL;
    private static final double HIGH = .75;
    private static final double LOW = .03;
    private static final long ARM_KEYS = 1L << 40;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int[][] words;
    private final int[] topic;
    private final double[] luck;

    private KeyedSpeed(int features, int rounds) {
        words = new int[rounds][WORDS];
        topic = new int[rounds];
        luck = new double[rounds];
        RoundRandom rng = new RoundRandom(1, 0);
        int[][] topics = new int[ARMS][];
        for (int k = 0; k < ARMS; k++) {
            topics[k] = rng.ints(0, features).distinct().limit(TOPIC_WORDS).toArray();
        }
        for (int t = 0; t < rounds; t++) {
            topic[t] = rng.nextInt(ARMS);
            luck[t] = rng.nextDouble();
            for (int i = 0; i < WORDS; i++) {
                words[t][i] = i < SparseWorld.DRAWS_OF_TOPIC
                        ? topics[topic[t]][rng.nextInt(TOPIC_WORDS)]
                        : rng.nextInt(features);
            }
        }
    }

    /** Returns rounds in a second of CPU time with this many different features. */
    static double roundsPerSecond(int features, int rounds) {
        KeyedSpeed world = new KeyedSpeed(features, 2 * rounds);
        Bandit bandit = Attune.bandit()
                .policy(new Automatic())
                .tuner(new RandomScale())
                .seed(1)
                .build();
        world.play(bandit, 0, rounds);
        long start = CpuTime.nanos();
        world.play(bandit, rounds, 2 * rounds);
        return rounds * 1e9 / (CpuTime.nanos() - start);
    }

    private void play(Bandit bandit, int from, int to) {
        Terms context = new Terms();
        Terms own = new Terms();
        int[] ends = new int[ARMS];
        for (int k = 0; k < ARMS; k++) {
            own.add(GOLDEN * (ARM_KEYS + k), 1, ActionSet.ALONE | 1);
            ends[k] = k + 1;
        }
        for (int t = from; t < to; t++) {
            context.clear();
            context.add(ActionSet.CONSTANT, 1, ActionSet.ALONE);
            for (int word : words[t]) {
                context.add(GOLDEN * (word + 1), 1, 1);
            }
            context.merge(1);
            Decision decision = bandit.decide(ActionSet.crossed(context, own, ends, ARMS));
            bandit.reward(decision, luck[t] < (decision.index() == topic[t] ? HIGH : LOW) ? 1 : 0);
        }
    }

    /** Returns the bytes of heap that a bandit takes once it has as many coefficients as its budget allows. */
    static long bytesOfFullModel() {
        Automatic policy = new Automatic();
        long before = used();
        double[] x = new double[2 + 3 * 101];
        x[0] = 100;
        x[1] = 1;
        long key = 1;
        while (policy.model().size() < policy.model().budget()) {
            for (int i = 0; i <= 100; i++) {
                long hash = i < 100 ? GOLDEN * key++ : ARM_KEYS + key % ARMS;
                x[2 + 3 * i] = hash >>> 32;
                x[3 + 3 * i] = hash & 0xFFFFFFFFL;
                x[4 + 3 * i] = 1;
            }
            policy.update(x, key % 2, policy.space().preset());
        }
        long after = used();
        return policy.model().size() > 0 ? after - before : 0; // so that it is alive until here
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}
