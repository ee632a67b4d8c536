package dev.attune.bench.soak;

import dev.attune.encode.Features;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A world in which nothing ever changes.
 *
 * <pre>
 *   pay     of an arm in a context: rate * (.3 + 1.2 u) without a context, u uniform and fixed ;  otherwise
 *           rate * (1.3 + .3 u) where the arm fits the context, rate * (.3 + .4 u) elsewhere
 *   reward  1 with that probability ;  or that, with rate 1, plus N(0, 1)
 *   context none ;  one of three likes and one of two devices: an arm fits one like ;  32 of 1,000 words: 12 of the 20 words of one of ten topics and 20
 *           of all, an arm fits the topics that are congruent to it
 * </pre>
 *
 * @param arms number of arms
 * @param rate of clicks; 0 for rewards that are real numbers
 * @param context what a decision knows
 * @param arrival when rewards are learnt
 */
public record SoakWorld(int arms, double rate, Context context, Arrival arrival) {
    private static final int LIKES = 3;
    private static final int DEVICES = 2;
    private static final int TOPICS = 10;
    private static final int WORDS = 1000;
    private static final int WORDS_OF_TOPIC = 20;
    private static final int DRAWS_OF_TOPIC = 12;
    private static final int DRAWS_OF_ALL = 20;

    /** What a decision knows. */
    public enum Context {
        /** Nothing. */
        NONE,
        /** One of six contexts. */
        SIX,
        /** 32 of 1,000 words. */
        WORDS
    }

    /** When rewards are learnt. */
    public enum Arrival {
        /** Before the next decision. */
        AT_ONCE,
        /** After 900 more decisions in the mean, in another order. */
        LATE,
        /** After 900 more decisions, in order, as at the end of a window. */
        WINDOW,
        /** All of 500 decisions at once. */
        BATCHES;

        static final int LAG = 900;
        static final int BATCH = 500;
    }

    /** Returns all worlds of the full test. */
    public static List<SoakWorld> all() {
        List<SoakWorld> worlds = new ArrayList<>();
        for (Context context : Context.values()) {
            for (int arms : new int[] {2, 6, 30}) {
                for (double rate : new double[] {.005, .05, .3, 0}) {
                    for (Arrival arrival : Arrival.values()) {
                        worlds.add(new SoakWorld(arms, rate, context, arrival));
                    }
                }
            }
        }
        return worlds;
    }

    /** Returns the worlds of the short test: each number of arms, rate, context and arrival at least once. */
    public static List<SoakWorld> few() {
        return List.of(
                new SoakWorld(6, .3, Context.SIX, Arrival.AT_ONCE),
                new SoakWorld(6, .3, Context.SIX, Arrival.LATE),
                new SoakWorld(30, .05, Context.NONE, Arrival.WINDOW),
                new SoakWorld(2, .005, Context.SIX, Arrival.AT_ONCE),
                new SoakWorld(6, .05, Context.WORDS, Arrival.BATCHES),
                new SoakWorld(30, 0, Context.SIX, Arrival.AT_ONCE));
    }

    /** Returns the title of all worlds with the same context and rewards. */
    public String group() {
        return context.name().toLowerCase(Locale.ROOT) + ", " + pays();
    }

    private String pays() {
        return rate == 0 ? "real" : Double.toString(rate).substring(1);
    }

    /** Returns a short name. */
    public String title() {
        return String.format(
                Locale.ROOT,
                "%d arms, %s, %s, %s",
                arms,
                pays(),
                context.name().toLowerCase(Locale.ROOT),
                arrival.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    /** Returns the visitors of a repetition. */
    Visitors visitors(long seed) {
        return new Visitors(seed);
    }

    /** One decision to make: the features, and what each arm pays in the mean. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Visit(Features features, double[] pay) {}

    /** The visitors of one repetition, whose contexts depend on the seed and the round alone. */
    final class Visitors {
        private final RoundRandom rng;
        private final long seed;
        private final List<Visit> visits = new ArrayList<>(); // of each context, where there are few
        private final double[][] pays; // by topic

        private Visitors(long seed) {
            this.seed = seed;
            this.rng = new RoundRandom(seed, 0);
            this.pays = new double[TOPICS][];
            switch (context) {
                case NONE -> visits.add(new Visit(Features.NONE, pays(0, -1)));
                case SIX -> {
                    for (int i = 0; i < LIKES * DEVICES; i++) {
                        Features features = Features.of("like", "l" + i / DEVICES, "device", "d" + i % DEVICES);
                        visits.add(new Visit(features, pays(i, i / DEVICES % Math.min(LIKES, arms))));
                    }
                }
                case WORDS -> Arrays.setAll(pays, topic -> pays(0, topic % Math.min(TOPICS, arms)));
            }
        }

        /** Returns what the arms pay; {@code fit} is the class of arms that fit, or negative without a context. */
        private double[] pays(int of, int fit) {
            RoundRandom fixed = new RoundRandom(~seed, of);
            double scale = rate == 0 ? 1 : rate;
            int classes = Math.min(arms, context == Context.SIX ? LIKES : TOPICS);
            double[] pay = new double[arms];
            for (int k = 0; k < arms; k++) {
                double u = fixed.nextDouble();
                pay[k] = scale * (fit < 0 ? .3 + 1.2 * u : k % classes == fit ? 1.3 + .3 * u : .3 + .4 * u);
            }
            return pay;
        }

        /** Returns the visit of a round. */
        Visit at(long round) {
            rng.reset(seed, round);
            if (context != Context.WORDS) {
                return visits.get(rng.nextInt(visits.size()));
            }
            int topic = rng.nextInt(TOPICS);
            Map<Integer, Integer> counts = new TreeMap<>();
            for (int i = 0; i < DRAWS_OF_TOPIC; i++) {
                counts.merge(topic * WORDS_OF_TOPIC + rng.nextInt(WORDS_OF_TOPIC), 1, Integer::sum);
            }
            for (int i = 0; i < DRAWS_OF_ALL; i++) {
                counts.merge(rng.nextInt(WORDS), 1, Integer::sum);
            }
            Features.Builder features = Features.builder();
            counts.forEach((word, count) -> features.number("w" + word, count));
            return new Visit(features.build(), pays[topic]);
        }
    }

    /** Returns a reward. */
    double reward(double pay, RoundRandom rng) {
        return rate == 0 ? pay + rng.nextGaussian() : rng.nextDouble() < pay ? 1 : 0;
    }
}
