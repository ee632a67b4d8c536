package dev.attune.lab.data;

import dev.attune.lab.data.Ratings.Rating;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Factorises a rating matrix by cyclic coordinate descent, one rank at a time (CCD++).
 *
 * <pre>
 *   minimise  sum over ratings (A_ij - w_i' h_j)^2 + lambda (sum_i n_i |w_i|^2 + sum_j m_j |h_j|^2)
 *   R = A - W H';  for each rank t, with u = t-th column of W and v = t-th column of H:
 *     R += u v'
 *     repeat:  u_i = sum_j R_ij v_j / (lambda n_i + sum_j v_j^2),   then v_j likewise
 *     R -= u v'
 * </pre>
 *
 * <p>n_i and m_j are the numbers of ratings of user i and of movie j. The publication's penalty has no such weights; with them
 * (Zhou et al., "Large-scale parallel collaborative filtering for the Netflix Prize", 2008) one lambda suits both the users
 * with 20 ratings and those with 700.
 * Neither the mean rating nor user and movie biases are taken out: the vectors alone stand for the ratings.
 *
 * <p>The publication leaves the start open: W = 0, and H uniform in [0, 1) from a fixed seed. Cost: O(rank * ratings) for an
 * iteration. The rows of a sweep do not depend on each other, so a parallel sweep gives the same result bit for bit.
 *
 * <p>Yu, Hsieh, Si and Dhillon, "Scalable coordinate descent approaches to parallel matrix factorization for recommender
 * systems", ICDM 2012, Algorithm 2.
 *
 * @param rank number of features, k
 * @param lambda penalty of long vectors
 * @param outerIterations how often all ranks are gone through
 * @param innerIterations how often u and v of one rank are updated in turn
 * @param parallel whether all processors share the rows of a sweep
 */
public record CcdPlusPlus(int rank, double lambda, int outerIterations, int innerIterations, boolean parallel) {
    /** The penalty that does best on ratings of MovieLens 100K that were left out. */
    public static final double LAMBDA = 0.12;

    private static final int OUTER_ITERATIONS = 10;
    private static final int INNER_ITERATIONS = 3;
    private static final long START_SEED = 1;
    private static final int PARTS = 10;

    /** Checks the values. */
    public CcdPlusPlus {
        if (rank < 1 || outerIterations < 1 || innerIterations < 1) {
            throw new IllegalArgumentException("rank = " + rank + ", outer iterations = " + outerIterations
                    + " and inner iterations = " + innerIterations + " must all be at least 1");
        }
        if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda = " + lambda + " must be a positive number");
        }
    }

    /** Returns the method with preset numbers of iterations, on all processors. */
    public static CcdPlusPlus of(int rank, double lambda) {
        return new CcdPlusPlus(rank, lambda, OUTER_ITERATIONS, INNER_ITERATIONS, true);
    }

    /** Returns the vectors of users and movies. */
    public Factors fit(Ratings ratings) {
        Side users = new Side(ratings.users(), ratings.ratings(), Rating::user, Rating::movie, rank);
        Side movies = new Side(ratings.movies(), ratings.ratings(), Rating::movie, Rating::user, rank);
        for (int t = 0; t < rank; t++) {
            RoundRandom random = new RoundRandom(START_SEED, t);
            Arrays.setAll(movies.columns[t], j -> random.nextDouble());
        }
        for (int outer = 0; outer < outerIterations; outer++) {
            for (int t = 0; t < rank; t++) {
                fitRank(users, movies, t);
            }
        }
        return new Factors(users.columns, movies.columns);
    }

    /**
     * How well vectors reproduce ratings, as root mean squared errors.
     *
     * @param fitted of fits that each leave out another tenth of the ratings, on the ratings that were fitted
     * @param heldOut of the same fits, on the ratings that were left out
     * @param all of the fit on all ratings, which environments use
     * @param seconds that the fit on all ratings took
     */
    public record Errors(double fitted, double heldOut, double all, double seconds) {}

    /** Measures the errors of {@value #PARTS} + 1 fits. */
    public Errors errors(Ratings ratings) {
        double fitted = 0;
        double heldOut = 0;
        for (int part = 0; part < PARTS; part++) {
            Ratings.Split split = ratings.split(part, PARTS);
            Factors factors = fit(split.fitted());
            fitted += factors.squaredError(split.fitted());
            heldOut += factors.squaredError(split.heldOut());
        }
        long began = System.nanoTime();
        Factors all = fit(ratings);
        double seconds = (System.nanoTime() - began) / 1e9;
        double n = ratings.size();
        return new Errors(Math.sqrt(fitted / (n * (PARTS - 1))), Math.sqrt(heldOut / n), all.rmse(ratings), seconds);
    }

    private void fitRank(Side users, Side movies, int t) {
        double[] u = users.columns[t];
        double[] v = movies.columns[t];
        // Each side keeps its own copy of R, sorted its own way, so that a row never reads what another row writes.
        addToResiduals(users, movies, 1, u, v);
        for (int inner = 0; inner < innerIterations; inner++) {
            rows(users).forEach(i -> users.update(i, lambda, u, v));
            rows(movies).forEach(j -> movies.update(j, lambda, v, u));
        }
        addToResiduals(users, movies, -1, u, v);
    }

    private void addToResiduals(Side users, Side movies, double sign, double[] u, double[] v) {
        rows(users).forEach(i -> users.addToResidual(i, sign * u[i], v));
        rows(movies).forEach(j -> movies.addToResidual(j, sign * v[j], u));
    }

    private IntStream rows(Side side) {
        IntStream rows = IntStream.range(0, side.start.length - 1);
        return parallel ? rows.parallel() : rows;
    }

    /** The users or the movies: their ratings sorted by row, with the residuals and the vectors. */
    private static final class Side {
        final int[] start;
        final int[] other; // the movie of a user's rating, or the user of a movie's
        final double[] residual;
        final double[][] columns;

        Side(int rows, List<Rating> ratings, ToIntFunction<Rating> rowOf, ToIntFunction<Rating> otherOf, int rank) {
            start = new int[rows + 1];
            ratings.forEach(rating -> start[rowOf.applyAsInt(rating) + 1]++);
            Arrays.parallelPrefix(start, Integer::sum);
            List<Rating> sorted = ratings.stream()
                    .sorted(Comparator.comparingInt(rowOf)) // stable
                    .toList();
            other = sorted.stream().mapToInt(otherOf).toArray();
            residual = sorted.stream().mapToDouble(Rating::value).toArray();
            columns = new double[rank][rows];
        }

        void addToResidual(int i, double w, double[] theirs) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                residual[e] += w * theirs[other[e]];
            }
        }

        void update(int i, double lambda, double[] mine, double[] theirs) {
            double top = 0;
            double bottom = lambda * (start[i + 1] - start[i]);
            for (int e = start[i]; e < start[i + 1]; e++) {
                double v = theirs[other[e]];
                top += residual[e] * v;
                bottom += v * v;
            }
            mine[i] = bottom == 0 ? 0 : top / bottom; // a row without ratings has no features
        }
    }
}
