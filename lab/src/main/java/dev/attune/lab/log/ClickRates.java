package dev.attune.lab.log;

import dev.attune.lab.data.Visit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Click-through rates of articles in each timestamp of a Yahoo R6A log, gathered in one pass; memory grows with the numbers
 * of timestamps and articles, not with the number of lines. Immutable.
 *
 * <p>The features of an article are those of its first mention in the timestamp that has all of the features 1 to 6. Articles
 * without such a mention, and articles that were never shown in the timestamp, are left out and counted.
 *
 * @param timestamps the timestamps with at least one usable article, in the order of time
 * @param counts what was read and skipped
 * @param fingerprint SHA-256 of the uncompressed logs
 */
public record ClickRates(List<Timestamp> timestamps, VisitReader.Counts counts, String fingerprint) {
    /**
     * The usable articles of one timestamp, in the order in which they were first listed.
     *
     * @param time Unix time
     * @param features {@code [article][feature id - 1]}
     * @param rate clicks over times shown
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Timestamp(long time, double[][] features, double[] rate) {}

    /** Reads the files in this order. */
    public static ClickRates read(List<Path> files) throws IOException {
        Map<Long, Map<Long, Article>> byTime = new TreeMap<>();
        try (VisitReader reader = VisitReader.fingerprinting(files)) {
            Visit visit;
            while ((visit = reader.next()) != null) {
                Map<Long, Article> pool = byTime.computeIfAbsent(visit.time(), time -> new LinkedHashMap<>());
                for (int a = 0; a < visit.articles(); a++) {
                    Article article = pool.computeIfAbsent(visit.article(a), id -> new Article());
                    switch (visit.kind(a)) {
                        case COMPLETE -> article.know(visit.features(a));
                        case NONE -> reader.skip("mentions of an article without features", false);
                        case OTHER -> reader.skip("mentions of an article with other features than 1 to 6", false);
                    }
                }
                pool.computeIfAbsent(visit.shown(), id -> new Article()).show(visit.clicked());
            }
            List<Timestamp> timestamps = new ArrayList<>();
            byTime.forEach((time, pool) -> finish(time, pool, reader, timestamps));
            return new ClickRates(List.copyOf(timestamps), reader.counts(), reader.fingerprint());
        }
    }

    private static void finish(long time, Map<Long, Article> pool, VisitReader counts, List<Timestamp> timestamps) {
        List<Article> usable = new ArrayList<>();
        for (Article article : pool.values()) {
            if (article.features.length == 0) {
                counts.skip("lines whose shown article has no features 1 to 6 in its timestamp", article.shown, true);
            } else if (article.shown == 0) {
                counts.skip("articles with features, listed in a timestamp but never shown in it", 1, false);
            } else {
                usable.add(article);
            }
        }
        if (usable.isEmpty()) {
            counts.skip("timestamps without any usable article", 1, false);
            return;
        }
        timestamps.add(new Timestamp(
                time,
                usable.stream().map(article -> article.features).toArray(double[][]::new),
                usable.stream()
                        .mapToDouble(article -> (double) article.clicks / article.shown)
                        .toArray()));
    }

    private static final class Article {
        double[] features = {};
        long shown;
        long clicks;

        void know(double[] values) {
            if (features.length == 0) {
                features = values.clone();
            }
        }

        void show(boolean clicked) {
            shown++;
            clicks += clicked ? 1 : 0;
        }
    }
}
