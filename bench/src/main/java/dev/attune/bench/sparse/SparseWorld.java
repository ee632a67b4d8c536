package dev.attune.bench.sparse;

import dev.attune.lab.env.Lifetimes;
import dev.attune.lab.env.WordWorld;
import dev.attune.lab.env.WordWorld.Draws;
import dev.attune.lab.env.WordWorld.Values;
import dev.attune.lab.env.WordWorld.Visit;
import java.util.List;
import java.util.stream.Stream;

/**
 * A world of words that is measured: a visit has {@value #DRAWS_OF_TOPIC} words of its topic and {@value #DRAWS_OF_ALL} of all words.
 *
 * @param name prefix of its figures
 * @param words what the world is
 */
public record SparseWorld(String name, WordWorld words) {
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
            counts("F100", 100, TOPICS, STRONG),
            counts("F1000", 1_000, TOPICS, STRONG),
            counts("F10000", 10_000, TOPICS, STRONG),
            counts("F100000", 100_000, TOPICS, STRONG),
            counts("F1000.K50", 1_000, 50, STRONG),
            counts("F100.weak", 100, TOPICS, WEAK),
            counts("F1000.weak", 1_000, TOPICS, WEAK),
            counts("F10000.weak", 10_000, TOPICS, WEAK),
            world("F1000.binary", 1_000, TOPICS, STRONG, Values.BINARY, false, new Lifetimes(TOPICS, 0)),
            world("F1000.correlated", 1_000, TOPICS, STRONG, Values.COUNTS, true, new Lifetimes(TOPICS, 0)),
            world("news", 1_000, TOPICS, STRONG, Values.COUNTS, false, new Lifetimes(20, 2_000)));

    private static SparseWorld counts(String name, int words, int topics, double high) {
        return world(name, words, topics, high, Values.COUNTS, false, new Lifetimes(topics, 0));
    }

    private static SparseWorld world(
            String name, int words, int topics, double high, Values values, boolean pairs, Lifetimes lifetimes) {
        return new SparseWorld(
                name,
                new WordWorld(
                        new Draws(words, DRAWS_OF_TOPIC, DRAWS_OF_ALL, values, pairs),
                        topics,
                        high,
                        LOW,
                        lifetimes,
                        0));
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

    /** Returns the visits of a repetition: a function of the world and the seed. */
    public List<Visit> visits(long seed, int rounds) {
        WordWorld.Visits visits = words.visits(seed, rounds);
        return Stream.generate(visits::next).limit(rounds).toList();
    }
}
