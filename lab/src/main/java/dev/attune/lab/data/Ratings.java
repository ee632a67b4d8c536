package dev.attune.lab.data;

import dev.attune.math.RoundRandom;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.StringTokenizer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Ratings of movies by users, both numbered from 0 in the order of their ids. Immutable.
 *
 * <p>The format is that of MovieLens 100K's u.data: a line for each rating, with user id, movie id, rating and Unix time between tabs. Any number of
 * users and movies; ids need not be contiguous.
 */
public final class Ratings {
    private static final long PART_SEED = 1;

    private final int users;
    private final int movies;
    private final List<Rating> ratings;

    /** A rating; user and movie are ids in a file, and numbers from 0 otherwise. */
    record Rating(int user, int movie, double value, long time) {}

    Ratings(int users, int movies, List<Rating> ratings) {
        this.users = users;
        this.movies = movies;
        this.ratings = List.copyOf(ratings);
    }

    /**
     * Reads all ratings of a file.
     *
     * @throws IOException if a line is malformed; the message names file and line
     */
    public static Ratings read(Content file) throws IOException {
        List<Rating> read = new ArrayList<>();
        try (BufferedReader reader = file.reader()) {
            String line;
            while ((line = reader.readLine()) != null) {
                read.add(rating(file, read.size() + 1L, line));
            }
        }
        if (read.isEmpty()) {
            throw new IOException(file.name() + " has no ratings");
        }
        int[] user = read.stream().mapToInt(Rating::user).distinct().sorted().toArray();
        int[] movie = read.stream().mapToInt(Rating::movie).distinct().sorted().toArray();
        read.replaceAll(rating -> new Rating(
                Arrays.binarySearch(user, rating.user),
                Arrays.binarySearch(movie, rating.movie),
                rating.value,
                rating.time));
        return new Ratings(user.length, movie.length, read);
    }

    private static Rating rating(Content file, long number, String line) throws IOException {
        StringTokenizer fields = new StringTokenizer(line, "\t");
        String shown = "'" + (line.length() <= 60 ? line : line.substring(0, 60) + "...") + "'";
        if (fields.countTokens() != 4) {
            throw file.error(number, shown + " is not user, movie, rating and time with tabs between them");
        }
        Rating rating;
        try {
            rating = new Rating(
                    Integer.parseInt(fields.nextToken()),
                    Integer.parseInt(fields.nextToken()),
                    Double.parseDouble(fields.nextToken()),
                    Long.parseLong(fields.nextToken()));
        } catch (NumberFormatException e) {
            throw file.error(number, shown + " has something that is not a number");
        }
        if (!Double.isFinite(rating.value)) {
            throw file.error(number, "the rating " + rating.value + " is not a number");
        }
        return rating;
    }

    /** Returns the number of ratings. */
    public int size() {
        return ratings.size();
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
        return ratings.get(rating).user;
    }

    /** Returns the movie of a rating. */
    public int movie(int rating) {
        return ratings.get(rating).movie;
    }

    /** Returns the value of a rating. */
    public double value(int rating) {
        return ratings.get(rating).value;
    }

    /** Returns the time of a rating, in seconds of Unix time. */
    public long time(int rating) {
        return ratings.get(rating).time;
    }

    /** Returns the lowest rating. */
    public double lowest() {
        return ratings.stream().mapToDouble(Rating::value).min().orElse(Double.NaN);
    }

    /** Returns the highest rating. */
    public double highest() {
        return ratings.stream().mapToDouble(Rating::value).max().orElse(Double.NaN);
    }

    /** Returns some of the ratings; users and movies keep their numbers. */
    public Ratings where(IntPredicate wanted) {
        return new Ratings(
                users,
                movies,
                IntStream.range(0, size()).filter(wanted).mapToObj(ratings::get).toList());
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

    private Index index(int rows, IntUnaryOperator rowOf) {
        int[] start = new int[rows + 1];
        for (int e = 0; e < size(); e++) {
            start[rowOf.applyAsInt(e) + 1]++;
        }
        for (int i = 0; i < rows; i++) {
            start[i + 1] += start[i];
        }
        int[] next = start.clone();
        int[] order = new int[size()];
        for (int e = 0; e < order.length; e++) {
            order[next[rowOf.applyAsInt(e)]++] = e;
        }
        return new Index(start, order);
    }

    Index byUser() {
        return index(users, this::user);
    }

    Index byMovie() {
        return index(movies, this::movie);
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
