package dev.attune.lab.data;

import dev.attune.math.RoundRandom;
import java.util.stream.IntStream;

/** Ratings of which it is known that vectors of some rank stand for them exactly. */
final class PlantedRatings {
    private PlantedRatings() {}

    /** Each user rates each movie with this probability. */
    static Ratings of(int users, int movies, int rank, double density) {
        double[][] w = uniform(users, rank, 1);
        double[][] h = uniform(movies, rank, 2);
        RoundRandom random = new RoundRandom(3, 0);
        int[] cells = IntStream.range(0, users * movies)
                .filter(cell -> random.nextDouble() < density)
                .toArray();
        return new Ratings(
                users,
                movies,
                IntStream.of(cells)
                        .mapToObj(cell -> new Ratings.Rating(
                                cell / movies, cell % movies, product(w[cell / movies], h[cell % movies]), 0))
                        .toList());
    }

    private static double[][] uniform(int rows, int rank, long seed) {
        RoundRandom random = new RoundRandom(seed, 0);
        double[][] values = new double[rows][rank];
        for (double[] row : values) {
            for (int i = 0; i < rank; i++) {
                row[i] = random.nextDouble() * 2 - 0.5;
            }
        }
        return values;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
