package dev.attune.lab.log;

import dev.attune.math.RoundRandom;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Generates a log of contexts of words in Decision Service JSON, whose reward probabilities are known. The same parameters give the same bytes.
 *
 * <pre>
 *   topics    {@value #TOPICS}; each has {@value #TOPIC_WORDS} of all words, and one arm without features
 *   context   counts of {@value #DRAWS_OF_TOPIC} draws of the words of a random topic and {@value #DRAWS_OF_ALL} draws of all words
 *   reward    1 with probability high for the arm of the topic, with probability low for any other; else 0
 *   logging   uniform
 * </pre>
 *
 * @param events how many
 * @param words how many different words there are
 * @param high probability of a reward of the arm of the topic
 * @param low probability of a reward of any other arm
 * @param seed of everything that is random
 */
public record GeneratedWordLog(long events, int words, double high, double low, long seed) {
    /** Topics, and arms. */
    public static final int TOPICS = 10;

    private static final int TOPIC_WORDS = 20;
    private static final int DRAWS_OF_TOPIC = 12;
    private static final int DRAWS_OF_ALL = 20;

    /** Checks the numbers. */
    public GeneratedWordLog {
        if (events < 1 || words < TOPIC_WORDS) {
            throw new IllegalArgumentException(
                    "events = " + events + " must be at least 1, words = " + words + " at least " + TOPIC_WORDS);
        }
    }

    /** Writes the log. */
    public void write(Path file) throws IOException {
        RoundRandom rng = new RoundRandom(seed, 0);
        int[][] topics = IntStream.range(0, TOPICS)
                .mapToObj(topic ->
                        rng.ints(0, words).distinct().limit(TOPIC_WORDS).toArray())
                .toArray(int[][]::new);
        String arms = IntStream.range(0, TOPICS)
                .mapToObj(arm -> "{\"_tag\":\"arm" + arm + "\"}")
                .collect(Collectors.joining(","));
        try (Writer out = Files.newBufferedWriter(file)) {
            for (long event = 1; event <= events; event++) {
                rng.reset(seed, event);
                out.write(line(event, topics, arms, rng));
                out.write('\n');
            }
        }
    }

    private String line(long event, int[][] topics, String arms, RoundRandom rng) {
        int topic = rng.nextInt(TOPICS);
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int i = 0; i < DRAWS_OF_TOPIC; i++) {
            counts.merge(topics[topic][rng.nextInt(TOPIC_WORDS)], 1, Integer::sum);
        }
        for (int i = 0; i < DRAWS_OF_ALL; i++) {
            counts.merge(rng.nextInt(words), 1, Integer::sum);
        }
        int arm = rng.nextInt(TOPICS);
        boolean paid = rng.nextDouble() < (arm == topic ? high : low);
        String context = counts.entrySet().stream()
                .map(word -> "\"w" + word.getKey() + "\":" + word.getValue())
                .collect(Collectors.joining(","));
        return "{\"_label_cost\":" + (paid ? "-1" : "0") + ",\"_label_probability\":" + 1.0 / TOPICS
                + ",\"_labelIndex\":" + arm + ",\"EventId\":\"e" + event + "\",\"c\":{\"words\":{" + context
                + "},\"_multi\":[" + arms + "]}}";
    }
}
