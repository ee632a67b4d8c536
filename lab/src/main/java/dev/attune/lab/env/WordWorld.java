package dev.attune.lab.env;

import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A generated world of words. Each topic has {@value #TOPIC_WORDS} distinct words of all words; topics may share words. A visit has a random topic,
 * some draws of the topic's words and some of all words, with replacement; its features are the counts. An arm of the visit's topic pays 1 with
 * probability {@code high}, any other with probability {@code low}. Arms have ids and no features.
 *
 * <p>Of each topic the same number of arms is live. An arm that is replaced has the topic of the one before it. At a change the topics of the positions
 * of arms are shuffled; changes come at {@linkplain Segments#uneven unequal times}.
 *
 * @param draws which words there are, and those of a visit
 * @param topics number of topics
 * @param high probability that an arm of the visit's topic pays
 * @param low probability that another arm pays
 * @param lifetimes how many arms are live, a multiple of the topics, and for how long
 * @param changes how often the topics of arms change
 */
public record WordWorld(Draws draws, int topics, double high, double low, Lifetimes lifetimes, int changes) {
    /** Words of a topic. */
    public static final int TOPIC_WORDS = 20;

    /** What the feature of a word holds. */
    public enum Values {
        /** How often the visit has the word. */
        COUNTS,
        /** 1 if the visit has the word. */
        BINARY
    }

    /**
     * Draws words.
     *
     * @param words number of words
     * @param topical words of a visit that come from its topic
     * @param common words of a visit that come from all words
     * @param values what a feature holds
     * @param pairs whether the words of a topic come in fixed pairs: a draw of the topic is then a draw of two words, of half as many draws
     */
    public record Draws(int words, int topical, int common, Values values, boolean pairs) {
        private int[] topic(RoundRandom rng) {
            return rng.ints(0, words).distinct().limit(TOPIC_WORDS).toArray();
        }

        /** Draws the words of a visit, by number, with the value of the feature. */
        private Map<Integer, Integer> visit(int[] ofTopic, RoundRandom rng) {
            Map<Integer, Integer> counts = new TreeMap<>();
            if (pairs) {
                for (int i = 0; i < topical / 2; i++) {
                    int first = 2 * rng.nextInt(TOPIC_WORDS / 2);
                    counts.merge(ofTopic[first], 1, Integer::sum);
                    counts.merge(ofTopic[first + 1], 1, Integer::sum);
                }
            } else {
                for (int i = 0; i < topical; i++) {
                    counts.merge(ofTopic[rng.nextInt(TOPIC_WORDS)], 1, Integer::sum);
                }
            }
            for (int i = 0; i < common; i++) {
                counts.merge(rng.nextInt(words), 1, Integer::sum);
            }
            if (values == Values.BINARY) {
                counts.replaceAll((word, count) -> 1);
            }
            return counts;
        }
    }

    /** Checks the numbers. */
    public WordWorld {
        if (draws.words < TOPIC_WORDS || topics < 1 || lifetimes.arms() % topics != 0) {
            throw new IllegalArgumentException("a world of " + draws.words + " words, " + topics + " topics and "
                    + lifetimes.arms() + " arms is invalid: it needs at least " + TOPIC_WORDS
                    + " words and the same number of arms for each topic");
        }
    }

    /**
     * One visit, the same for every learner.
     *
     * @param words the words by number, with the value of the feature
     * @param context the same as named features
     * @param arms ids of the live arms
     * @param topic topic of the visit
     * @param topics topic of each arm
     * @param luck uniform in [0, 1): an arm pays if its probability is above, so that all learners have the same luck
     */
    public record Visit(
            Map<Integer, Integer> words,
            Features context,
            List<String> arms,
            int topic,
            List<Integer> topics,
            double luck) {}

    /** Returns the mean reward of an arm, by its position among the live arms. */
    public double mean(Visit visit, int arm) {
        return visit.topics.get(arm) == visit.topic ? high : low;
    }

    /** Returns the reward of an arm, by its position among the live arms. */
    public double reward(Visit visit, int arm) {
        return visit.luck < mean(visit, arm) ? 1 : 0;
    }

    /** Returns the name of a word. */
    public static String wordName(int word) {
        return "w" + word;
    }

    /** Returns the visits of a repetition: a function of the world, the seed and, if there are changes, the number of rounds. */
    public Visits visits(long seed, long rounds) {
        return new Visits(seed, rounds);
    }

    /** Makes visits, one after another. */
    public final class Visits {
        private final long seed;
        private final long[] starts; // of segments but the first
        private final RoundRandom rng;
        private final int[][] topicWords = new int[topics][];
        private List<String> ids = List.of();
        private List<Integer> topicOf = List.of();
        private long replaced = -1;
        private int segment = -1;
        private long t;

        private Visits(long seed, long rounds) {
            this.seed = seed;
            this.starts = new Segments(changes).uneven(seed, rounds);
            this.rng = new RoundRandom(seed, 0);
            Arrays.setAll(topicWords, topic -> draws.topic(rng));
        }

        /** Returns the next visit. */
        public Visit next() {
            t++;
            if (lifetimes.replacements(t) != replaced) {
                replaced = lifetimes.replacements(t);
                ids = positions()
                        .mapToObj(position -> "arm" + lifetimes.number(position, replaced))
                        .toList();
            }
            if (Segments.of(t, starts) != segment) {
                segment = Segments.of(t, starts);
                topicOf = topicsOfArms();
            }
            rng.reset(seed, t);
            int topic = rng.nextInt(topics);
            Map<Integer, Integer> counts = draws.visit(topicWords[topic], rng);
            return new Visit(counts, features(counts), ids, topic, topicOf, rng.nextDouble());
        }

        private IntStream positions() {
            return IntStream.range(0, lifetimes.arms());
        }

        /** Returns the topic of each position in the present segment: in order in the first one, shuffled in the others. */
        private List<Integer> topicsOfArms() {
            int[] order = segment == 0
                    ? IntStream.range(0, topics).toArray()
                    : Shuffle.shuffled(topics, new RoundRandom(seed, -segment));
            return positions().map(position -> order[position % topics]).boxed().toList();
        }
    }

    private static Features features(Map<Integer, Integer> counts) {
        Features.Builder features = Features.builder();
        counts.forEach((word, count) -> features.number(wordName(word), count));
        return features.build();
    }

    /** Makes the arms and means of visits, for rewards of 0 and 1. */
    World.Maker worlds() {
        return (seed, horizon) -> {
            Visits visits = visits(seed ^ World.FEATURES, horizon);
            Encoder encoder = World.encoder();
            return (t, rng) -> {
                Visit visit = visits.next();
                List<Arm> live = visit.arms.stream()
                        .map(id -> new Arm(id, Features.NONE))
                        .toList();
                return new World.Round(
                        encoder.encodeForNow(visit.context, live),
                        IntStream.range(0, live.size())
                                .mapToDouble(arm -> mean(visit, arm))
                                .toArray());
            };
        };
    }
}
