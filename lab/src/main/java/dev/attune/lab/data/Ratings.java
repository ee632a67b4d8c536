package dev.attune.lab.data;

import dev.attune.math.RoundRandom;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Ratings of movies by users, both numbered from 0 in the order of their ids. Immutable.
 *
 * <p>The format is that of MovieLens 100K's u.data: a line for each rating, with user id, movie id, rating and Unix time between tabs. Any number of
 * users and movies; ids need not be contiguous.
 *
 * @param users number of users
 * @param movies number of movies
 * @param ratings the ratings, in the order of the file
 */
public record Ratings(int users, int movies, List<Rating> ratings) {
    private static final long PART_SEED = 1;

    /**
     * A rating.
     *
     * @param user number of the user; an id while a file is read
     * @param movie number of the movie; an id while a file is read
     * @param value the rating
     * @param time in seconds of Unix time
     */
    public record Rating(int user, int movie, double value, long time) {}

    /** Copies the list. */
    public Ratings {
        ratings = List.copyOf(ratings);
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

    /** Returns the lowest rating. */
    public double lowest() {
        return ratings.stream().mapToDouble(Rating::value).min().orElse(Double.NaN);
    }

    /** Returns the highest rating. */
    public double highest() {
        return ratings.stream().mapToDouble(Rating::value).max().orElse(Double.NaN);
    }

    /** Returns some of the ratings, by their number from 0; users and movies keep their numbers. */
    Ratings where(IntPredicate wanted) {
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
        byUser().forEach(ofUser -> ofUser.stream()
                .sorted(Comparator.comparingLong(e -> ratings.get(e).time)) // stable
                .skip(ofUser.size() - (int) (share * ofUser.size()))
                .forEach(e -> held[e] = true));
        return split(held);
    }

    /** Returns the ratings of each user who has any, by their numbers from 0. */
    public Collection<List<Integer>> byUser() {
        return IntStream.range(0, size())
                .boxed()
                .collect(Collectors.groupingBy(e -> ratings.get(e).user, TreeMap::new, Collectors.toList()))
                .values();
    }

    private Split split(boolean[] held) {
        return new Split(where(e -> !held[e]), where(e -> held[e]));
    }
}
