package dev.attune.lab.data;

import dev.attune.math.RoundRandom;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.StringTokenizer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Ratings of movies by users, both numbered from 0 in the order of their ids. Immutable.
 *
 * <p>The format is that of MovieLens 100K's u.data: a line for each rating, with user id, movie id, rating and Unix time between tabs. Any number of
 * users and movies; ids need not be contiguous.
 */
public final class Ratings {
    private static final int EXPECTED_RATINGS = 1 << 17;
    private static final long PART_SEED = 1;

    private final int users;
    private final int movies;
    private final int[] user;
    private final int[] movie;
    private final double[] value;
    private final long[] time;

    Ratings(int users, int movies, int[] user, int[] movie, double[] value, long[] time) {
        this.users = users;
        this.movies = movies;
        this.user = user;
        this.movie = movie;
        this.value = value;
        this.time = time;
    }

    /**
     * Reads all ratings of a file.
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
        int users = rank(userId);
        int movies = rank(movieId);
        return new Ratings(users, movies, userId, movieId, Arrays.copyOf(value, n), Arrays.copyOf(time, n));
    }

    /** Replaces ids by their ranks from 0, and returns how many different ones there are. */
    private static int rank(int[] ids) {
        int[] distinct = Arrays.stream(ids).distinct().sorted().toArray();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Arrays.binarySearch(distinct, ids[i]);
        }
        return distinct.length;
    }

    private static String shortened(String line) {
        return line.length() <= 60 ? line : line.substring(0, 60) + "...";
    }

    /** Returns the number of ratings. */
    public int size() {
        return value.length;
    }

    /** Returns the number of users. */
    public int users() {
        return users;
    }

    /** Returns the number of movies. */
    public int movies() {
        return movies;
    }

    /** Returns the user of a rating. */
    public int user(int rating) {
        return user[rating];
    }

    /** Returns the movie of a rating. */
    public int movie(int rating) {
        return movie[rating];
    }

    /** Returns the value of a rating. */
    public double value(int rating) {
        return value[rating];
    }

    /** Returns the time of a rating, in seconds of Unix time. */
    public long time(int rating) {
        return time[rating];
    }

    /** Returns the lowest rating. */
    public double lowest() {
        return Arrays.stream(value).min().orElse(Double.NaN);
    }

    /** Returns the highest rating. */
    public double highest() {
        return Arrays.stream(value).max().orElse(Double.NaN);
    }

    /** Returns some of the ratings; users and movies keep their numbers. */
    public Ratings where(IntPredicate wanted) {
        int[] kept = IntStream.range(0, size()).filter(wanted).toArray();
        return new Ratings(
                users,
                movies,
                Arrays.stream(kept).map(i -> user[i]).toArray(),
                Arrays.stream(kept).map(i -> movie[i]).toArray(),
                Arrays.stream(kept).mapToDouble(i -> value[i]).toArray(),
                Arrays.stream(kept).mapToLong(i -> time[i]).toArray());
    }

    /**
     * Ratings in two parts.
     *
     * @param fitted the ratings to fit on
     * @param heldOut the others
     */
    public record Split(Ratings fitted, Ratings heldOut) {}

    /**
     * Holds out one of several parts of about equal size. The part of a rating is drawn from its place in the file alone.
     *
     * @param part from 0
     */
    public Split split(int part, int parts) {
        boolean[] held = new boolean[size()];
        RoundRandom random = new RoundRandom(PART_SEED, 0);
        for (int e = 0; e < held.length; e++) {
            random.reset(PART_SEED, e);
            held[e] = random.nextInt(parts) == part;
        }
        return split(held);
    }

    /**
     * Holds out the latest share of each user's ratings, rounded down: what the user has rated before is known, what comes
     * is not. (One point in time for all would leave users who came later without any history.) Ratings of the same
     * second count in the order of the file.
     */
    public Split splitByTime(double share) {
        boolean[] held = new boolean[size()];
        Index byUser = byUser();
        for (int i = 0; i < users; i++) {
            Integer[] ratings = Arrays.stream(byUser.order(), byUser.start()[i], byUser.start()[i + 1])
                    .boxed()
                    .toArray(Integer[]::new);
            Arrays.sort(ratings, Comparator.comparingLong(this::time)); // stable
            int kept = ratings.length - (int) (share * ratings.length);
            for (int r = kept; r < ratings.length; r++) {
                held[ratings[r]] = true;
            }
        }
        return split(held);
    }

    private Split split(boolean[] held) {
        return new Split(where(e -> !held[e]), where(e -> held[e]));
    }

    private static Index index(int rows, int[] rowOf) {
        int[] start = new int[rows + 1];
        for (int row : rowOf) {
            start[row + 1]++;
        }
        for (int i = 0; i < rows; i++) {
            start[i + 1] += start[i];
        }
        int[] next = start.clone();
        int[] order = new int[rowOf.length];
        for (int e = 0; e < rowOf.length; e++) {
            order[next[rowOf[e]]++] = e;
        }
        return new Index(start, order);
    }

    Index byUser() {
        return index(users, user);
    }

    Index byMovie() {
        return index(movies, movie);
    }

    /**
     * Ratings sorted by row, in the order of the file within a row.
     *
     * @param start where each row begins, and the end
     * @param order the ratings
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Index(int[] start, int[] order) {}
}
