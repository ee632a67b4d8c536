package dev.attune.lab.reproduce;

import dev.attune.math.Exponentials;
import dev.attune.math.RoundRandom;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * A click log in the format of Yahoo R6A, for users without access to the real one: generated, so its click-through rates
 * are known. It has the real log's shape, one file for each of ten days, 2881 timestamps of five minutes, about twenty articles at
 * a time of which the oldest gives way to a new one now and then; it has no users' tastes, no trends, and none of the real
 * log's gaps.
 *
 * <pre>
 *   line:     time shown click |user 2:.. 3:.. 4:.. 5:.. 6:.. 1:1.000000 |article 2:.. ... 1:1.000000 |article ...
 *   features: constant 1, and five positive numbers with sum 1
 *   a click has probability 1 / (1 + e^-(w'x)), x being the features of the article shown
 * </pre>
 *
 * <p>Every article is shown equally often in a timestamp. Rates in a timestamp are then coarse, but right on average, which is all
 * that a bandit notices. Same parameters, same log.
 *
 * @param timestamps how many, five minutes apart
 * @param articles in every timestamp
 * @param views of an article in a timestamp
 * @param seed of everything that is random
 */
public record SyntheticClickLog(int timestamps, int articles, int views, long seed) {
    /** As many timestamps and articles as in the paper's experiment; half a gigabyte, ten megabytes compressed. */
    public static final SyntheticClickLog OF_PAPER = new SyntheticClickLog(2881, 20, 5, 1);

    private static final int DAYS = 10;
    private static final int TIMESTAMPS_A_DAY = 288;
    private static final int SECONDS = 300;
    private static final long FIRST_TIME = 1_241_160_900; // 1 May 2009
    private static final int FIRST_ARTICLE = 109_000;
    private static final int LIFE = 220; // timestamps; some 280 articles in ten days
    private static final int USERS = 1000;
    private static final double[] W = {-3, 1, -1, 0.4, 0.2, -0.6}; // rates from 2 to 12 in a hundred

    /** Checks the numbers. */
    public SyntheticClickLog {
        if (timestamps < 1 || articles < 1 || views < 1) {
            throw new IllegalArgumentException("timestamps = " + timestamps + ", articles = " + articles
                    + " and views = " + views + " must be at least 1");
        }
    }

    /** Returns the click-through rate that was put into the log for an article with these features, ids 1 to 6 in order. */
    public static double rate(double... features) {
        double score = 0;
        for (int i = 0; i < W.length; i++) {
            score += W[i] * features[i];
        }
        return Exponentials.logistic(score);
    }

    /** Writes the log into a folder, one gzipped file a day; returns the files. */
    public List<Path> write(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> users = new ArrayList<>();
        for (int u = 0; u < USERS; u++) {
            users.add("|user " + text(features(-1 - u)));
        }
        List<Path> files = new ArrayList<>();
        for (int day = 1; day <= DAYS && (day - 1) * TIMESTAMPS_A_DAY < timestamps; day++) {
            int end = day == DAYS ? timestamps : Math.min(timestamps, day * TIMESTAMPS_A_DAY);
            Path file = folder.resolve(String.format(Locale.ROOT, "ydata-fp-td-clicks-v1_0.200905%02d.gz", day));
            try (Writer out = new BufferedWriter(
                    new OutputStreamWriter(
                            new GZIPOutputStream(Files.newOutputStream(file), 1 << 16), StandardCharsets.US_ASCII),
                    1 << 16)) {
                for (int k = (day - 1) * TIMESTAMPS_A_DAY; k < end; k++) {
                    timestamp(k, users, out);
                }
            }
            files.add(file);
        }
        return files;
    }

    private void timestamp(int k, List<String> users, Writer out) throws IOException {
        RoundRandom rng = new RoundRandom(seed, k);
        String time = Long.toString(FIRST_TIME + (long) k * SECONDS);
        int[] pool = pool(k);
        double[] rates = new double[articles];
        StringBuilder listed = new StringBuilder();
        for (int a = 0; a < articles; a++) {
            double[] features = features(pool[a]);
            rates[a] = rate(features);
            listed.append(" |").append(FIRST_ARTICLE + pool[a]).append(' ').append(text(features));
        }
        for (int view = 0; view < views; view++) {
            for (int a = 0; a < articles; a++) {
                out.append(time).append(' ').append(Integer.toString(FIRST_ARTICLE + pool[a]));
                out.append(rng.nextDouble() < rates[a] ? " 1 " : " 0 ");
                out.append(users.get(rng.nextInt(USERS))).append(listed).append('\n');
            }
        }
    }

    /** Returns the articles on offer: place a has its article replaced at moments of its own, so that one goes at a time. */
    private int[] pool(int k) {
        int[] pool = new int[articles];
        for (int a = 0; a < articles; a++) {
            int generation = (k + a * LIFE / articles) / LIFE;
            pool[a] = generation * articles + a;
        }
        return pool;
    }

    /** Six features of an article or, with a negative number, of a user; at the precision at which they are written. */
    private double[] features(int number) {
        RoundRandom rng = new RoundRandom(seed ^ 0x66656174L, number);
        double[] x = new double[W.length];
        double sum = 0;
        for (int i = 1; i < x.length; i++) {
            double e = StrictMath.log(1 - rng.nextDouble());
            x[i] = e * e; // squared: one or two of them stand out, as in the real log
            sum += x[i];
        }
        x[0] = 1;
        for (int i = 1; i < x.length; i++) {
            x[i] = Math.rint(x[i] / sum * 1e6) / 1e6;
        }
        return x;
    }

    /** As the real log writes them, the constant last. */
    private static String text(double[] features) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= features.length; i++) {
            int id = i % features.length + 1;
            long millionths = Math.round(features[id - 1] * 1e6);
            String digits = Long.toString(1_000_000 + millionths % 1_000_000).substring(1);
            text.append(i == 1 ? "" : " ").append(id).append(':');
            text.append(millionths / 1_000_000).append('.').append(digits);
        }
        return text.toString();
    }
}
