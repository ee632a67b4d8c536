package dev.attune.lab.log;

import dev.attune.lab.data.Visit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The result of a first pass over a Yahoo R6B log: the number of events, the articles, and the most frequent user features.
 *
 * @param articles the articles that occur, by number
 * @param userFeatures the user features that occur, the most frequent first and without the constant 1
 * @param counts what was read and skipped
 * @param fingerprint SHA-256 of the uncompressed logs
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record VisitSummary(long[] articles, int[] userFeatures, VisitReader.Counts counts, String fingerprint) {
    /** Reads the files in this order. */
    public static VisitSummary read(List<Path> files) throws IOException {
        TreeSet<Long> articles = new TreeSet<>();
        long[] users = new long[1 << 10];
        try (VisitReader reader = VisitReader.fingerprinting(files)) {
            Visit visit;
            while ((visit = reader.next()) != null) {
                for (int a = 0; a < visit.articles(); a++) {
                    articles.add(visit.article(a));
                }
                for (int i = 0; i < visit.userFeatures(); i++) {
                    int id = visit.userFeature(i);
                    if (id < users.length) { // R6B has 136
                        users[id]++;
                    }
                }
            }
            int[] frequent = IntStream.range(0, users.length)
                    .filter(id -> id != 1 && users[id] > 0)
                    .boxed()
                    .sorted(Comparator.comparing(id -> -users[id])) // stable: the smaller id first
                    .mapToInt(Integer::intValue)
                    .toArray();
            return new VisitSummary(
                    articles.stream().mapToLong(Long::longValue).toArray(),
                    frequent,
                    reader.counts(),
                    reader.fingerprint());
        }
    }

    /** Returns the place of an article among all articles. */
    public int place(long article) {
        return Arrays.binarySearch(articles, article);
    }
}
