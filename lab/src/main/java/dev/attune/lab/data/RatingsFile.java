package dev.attune.lab.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.StringTokenizer;

/**
 * Reads ratings in the form of MovieLens 100K's u.data: a line for each rating, with user id, movie id, rating and Unix
 * time between tabs. Any number of users and movies; ids need not be contiguous.
 */
public final class RatingsFile {
    private static final int EXPECTED_RATINGS = 1 << 17;

    private RatingsFile() {}

    /**
     * All ratings of a file.
     *
     * @throws IOException if a line is malformed; the message names file and line
     */
    public static Ratings read(Content file) throws IOException {
        int[] userId = new int[EXPECTED_RATINGS];
        int[] movieId = new int[EXPECTED_RATINGS];
        double[] value = new double[EXPECTED_RATINGS];
        long[] time = new long[EXPECTED_RATINGS];
        int n = 0;
        try (BufferedReader reader = file.reader()) {
            String line;
            while ((line = reader.readLine()) != null) {
                if (n == userId.length) {
                    userId = Arrays.copyOf(userId, 2 * n);
                    movieId = Arrays.copyOf(movieId, 2 * n);
                    value = Arrays.copyOf(value, 2 * n);
                    time = Arrays.copyOf(time, 2 * n);
                }
                StringTokenizer fields = new StringTokenizer(line, "\t");
                if (fields.countTokens() != 4) {
                    throw file.error(
                            n + 1L,
                            "'" + shortened(line) + "' is not user, movie, rating and time with tabs between them");
                }
                try {
                    userId[n] = Integer.parseInt(fields.nextToken());
                    movieId[n] = Integer.parseInt(fields.nextToken());
                    value[n] = Double.parseDouble(fields.nextToken());
                    time[n] = Long.parseLong(fields.nextToken());
                } catch (NumberFormatException e) {
                    throw file.error(n + 1L, "'" + shortened(line) + "' has something that is not a number");
                }
                if (!Double.isFinite(value[n])) {
                    throw file.error(n + 1L, "the rating " + value[n] + " is not a number");
                }
                n++;
            }
        }
        if (n == 0) {
            throw new IOException(file.name() + " has no ratings");
        }
        userId = Arrays.copyOf(userId, n);
        movieId = Arrays.copyOf(movieId, n);
        int users = number(userId);
        int movies = number(movieId);
        return new Ratings(users, movies, userId, movieId, Arrays.copyOf(value, n), Arrays.copyOf(time, n));
    }

    /** Replaces ids by their ranks from 0; returns how many different ones there are. */
    private static int number(int[] ids) {
        int[] distinct = Arrays.stream(ids).distinct().sorted().toArray();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Arrays.binarySearch(distinct, ids[i]);
        }
        return distinct.length;
    }

    private static String shortened(String line) {
        return line.length() <= 60 ? line : line.substring(0, 60) + "...";
    }
}
