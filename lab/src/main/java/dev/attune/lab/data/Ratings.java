package dev.attune.lab.data;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Ratings of movies by users, both numbered from 0 in the order of their ids. Immutable. */
public final class Ratings {
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

    /** Number of ratings. */
    public int size() {
        return value.length;
    }

    /** Number of users. */
    public int users() {
        return users;
    }

    /** Number of movies. */
    public int movies() {
        return movies;
    }

    /** Who gave a rating. */
    public int user(int rating) {
        return user[rating];
    }

    /** What was rated. */
    public int movie(int rating) {
        return movie[rating];
    }

    /** How it was rated. */
    public double value(int rating) {
        return value[rating];
    }

    /** When it was rated, in seconds of Unix time. */
    public long time(int rating) {
        return time[rating];
    }

    /** The lowest rating there is. */
    public double lowest() {
        return Arrays.stream(value).min().orElse(Double.NaN);
    }

    /** The highest rating there is. */
    public double highest() {
        return Arrays.stream(value).max().orElse(Double.NaN);
    }

    /** Some of the ratings; users and movies keep their numbers. */
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

    /** Which ratings are those of each user, or of each movie: the ones of row i stand at order[start[i]] up to start[i + 1]. */
    static Index index(int rows, int[] rowOf) {
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
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Index(int[] start, int[] order) {}
}
