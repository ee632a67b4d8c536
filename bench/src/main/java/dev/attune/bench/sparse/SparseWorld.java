package dev.attune.bench.sparse;

import dev.attune.encode.Features;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A generated world of words. Each topic has {@value #TOPIC_WORDS} distinct words of all words; topics may share words. A visit has a random topic,
 * {@value #DRAWS_OF_TOPIC} draws of the topic's words and {@value #DRAWS_OF_ALL} draws of all words, with replacement; its features are the counts. An
 * arm of the visit's topic pays 1 with probability {@code high}, any other with probability {@code low}. Arms have ids and no features.
 *
 * <p>Without a lifetime there is one arm for each topic. With one, {@code arms} arms are live, of each topic the same number; the oldest is replaced
 * by a new one of its topic at equal intervals, so that each is live for {@code lifetime} rounds, except for the first ones, which are replaced earlier.
 *
 * @param name prefix of its figures
 * @param words number of words
 * @param topics number of topics
 * @param high probability that an arm of the visit's topic pays
 * @param low probability that another arm pays
 * @param values what a feature holds
 * @param pairs whether the words of a topic come in fixed pairs: a draw of the topic is then a draw of two words, of half as many draws
 * @param arms live arms, a multiple of the topics
 * @param lifetime rounds for which an arm is live, a multiple of the arms; 0 if arms stay
 */
public record SparseWorld(
        String name,
        int words,
        int topics,
        double high,
        double low,
        Values values,
        boolean pairs,
        int arms,
        int lifetime) {
    /** What the feature of a word holds. */
    public enum Values {
        /** How often the visit has the word. */
        COUNTS,
        /** 1 if the visit has the word. */
        BINARY
    }

    /** Words of a topic. */
    public static final int TOPIC_WORDS = 20;

    /** Words of a visit that come from its topic. */
    public static final int DRAWS_OF_TOPIC = 12;

    /** Words of a visit that come from all words. */
    public static final int DRAWS_OF_ALL = 20;

    private static final double STRONG = 0.75;
    private static final double WEAK = 0.20;
    private static final double LOW = 0.03;
    private static final int TOPICS = 10;

    /** All worlds, in the order in which they are measured. */
    public static final List<SparseWorld> ALL = List.of(
            counts("F100", 100),
            counts("F1000", 1_000),
            counts("F10000", 10_000),
            counts("F100000", 100_000),
            new SparseWorld("F1000.K50", 1_000, 50, STRONG, LOW, Values.COUNTS, false, 50, 0),
            new SparseWorld("F100.weak", 100, TOPICS, WEAK, LOW, Values.COUNTS, false, TOPICS, 0),
            new SparseWorld("F1000.weak", 1_000, TOPICS, WEAK, LOW, Values.COUNTS, false, TOPICS, 0),
            new SparseWorld("F10000.weak", 10_000, TOPICS, WEAK, LOW, Values.COUNTS, false, TOPICS, 0),
            new SparseWorld("F1000.binary", 1_000, TOPICS, STRONG, LOW, Values.BINARY, false, TOPICS, 0),
            new SparseWorld("F1000.correlated", 1_000, TOPICS, STRONG, LOW, Values.COUNTS, true, TOPICS, 0),
            new SparseWorld("news", 1_000, TOPICS, STRONG, LOW, Values.COUNTS, false, 20, 2_000));

    /** Checks the numbers. */
    public SparseWorld {
        if (words < TOPIC_WORDS || topics < 1 || arms < 1 || arms % topics != 0) {
            throw new IllegalArgumentException("world " + name + " is invalid: " + words + " words, " + topics
                    + " topics, " + arms + " arms; it needs at least " + TOPIC_WORDS
                    + " words and the same number of arms for each topic");
        }
        if (lifetime < 0 || lifetime % arms != 0) {
            throw new IllegalArgumentException(
                    "world " + name + " is invalid: lifetime " + lifetime + " is not a multiple of " + arms + " arms");
        }
    }

    private static SparseWorld counts(String name, int words) {
        return new SparseWorld(name, words, TOPICS, STRONG, LOW, Values.COUNTS, false, TOPICS, 0);
    }

    /**
     * Returns the world of this name, ignoring case.
     *
     * @throws IllegalArgumentException listing all names if there is none
     */
    public static SparseWorld named(String name) {
        return ALL.stream()
                .filter(world -> world.name.equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no world is named '" + name + "'; there are "
                        + String.join(", ", ALL.stream().map(SparseWorld::name).toList())));
    }

    /** Returns the mean reward of a uniformly random choice. */
    public double randomReward() {
        return low + (high - low) / topics;
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

    /** Returns the reward of an arm, by its position among the live arms. */
    public double reward(Visit visit, int arm) {
        return visit.luck < (visit.topics.get(arm) == visit.topic ? high : low) ? 1 : 0;
    }

    /** Returns the visits of a repetition: a function of the world, the seed and the number of rounds. */
    public List<Visit> visits(long seed, int rounds) {
        RoundRandom rng = new RoundRandom(seed, 0);
        int[][] topicWords = new int[topics][];
        for (int k = 0; k < topics; k++) {
            topicWords[k] = rng.ints(0, words).distinct().limit(TOPIC_WORDS).toArray();
        }
        List<Visit> visits = new ArrayList<>(rounds);
        Offer offer = new Offer(List.of(), List.of());
        int offered = -1;
        for (int t = 1; t <= rounds; t++) {
            int replacements = lifetime == 0 ? 0 : (t - 1) / (lifetime / arms);
            if (replacements != offered) {
                offered = replacements;
                offer = offer(replacements);
            }
            rng.reset(seed, t);
            int topic = rng.nextInt(topics);
            Map<Integer, Integer> counts = draw(topicWords[topic], rng);
            visits.add(new Visit(counts, features(counts), offer.arms, topic, offer.topics, rng.nextDouble()));
        }
        return visits;
    }

    /** The live arms and the topic of each. */
    private record Offer(List<String> arms, List<Integer> topics) {}

    /** Arms are numbered in order of appearance; a new one takes the position, and so the topic, of the one that it replaces. */
    private Offer offer(int replacements) {
        List<String> ids = new ArrayList<>(arms);
        List<Integer> topicOf = new ArrayList<>(arms);
        for (int position = 0; position < arms; position++) {
            int generation = (replacements - position + arms - 1) / arms; // how often this position was filled anew
            ids.add("arm" + (position + generation * arms));
            topicOf.add(position % topics);
        }
        return new Offer(List.copyOf(ids), List.copyOf(topicOf));
    }

    private Map<Integer, Integer> draw(int[] topicWords, RoundRandom rng) {
        Map<Integer, Integer> counts = new TreeMap<>();
        if (pairs) {
            for (int i = 0; i < DRAWS_OF_TOPIC / 2; i++) {
                int first = 2 * rng.nextInt(TOPIC_WORDS / 2);
                counts.merge(topicWords[first], 1, Integer::sum);
                counts.merge(topicWords[first + 1], 1, Integer::sum);
            }
        } else {
            for (int i = 0; i < DRAWS_OF_TOPIC; i++) {
                counts.merge(topicWords[rng.nextInt(TOPIC_WORDS)], 1, Integer::sum);
            }
        }
        for (int i = 0; i < DRAWS_OF_ALL; i++) {
            counts.merge(rng.nextInt(words), 1, Integer::sum);
        }
        if (values == Values.BINARY) {
            counts.replaceAll((word, count) -> 1);
        }
        return counts;
    }

    private static Features features(Map<Integer, Integer> counts) {
        Features.Builder features = Features.builder();
        counts.forEach((word, count) -> features.number(wordName(word), count));
        return features.build();
    }

    /** Returns the name of a word. */
    static String wordName(int word) {
        return "w" + word;
    }
}
