package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.lab.data.Factors;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.stream.IntStream;

/**
 * Movies whose vectors are the arms, and a user who is the mean of many: the paper's MovieLens setting (Section 5).
 *
 * <p>Each round offers some movies, drawn without replacement; their vectors are divided by the length of the longest among
 * them. theta* is the mean of the vectors of 300 users, drawn once for the repetition, at length 1. The score of a movie is
 * x'theta*. The number of rounds is unlimited.
 */
final class FactorEnvironment extends DataEnvironment {
    private static final int USERS = 300; // as in the paper

    private final Factors factors;
    private final int arms;
    private final double[] squaredLength;

    /**
     * An environment of these vectors.
     *
     * @param arms movies a round
     */
    FactorEnvironment(Factors factors, int arms, Outcome outcome, String fingerprint) {
        super("movielens", factors.rank(), outcome, Long.MAX_VALUE, fingerprint);
        int movies = factors.movies()[0].length;
        if (arms > movies) {
            throw new IllegalArgumentException("arms = " + arms + " is more than the " + movies + " movies there are");
        }
        this.factors = factors;
        this.arms = arms;
        this.squaredLength = new double[movies];
        for (double[] feature : factors.movies()) {
            for (int m = 0; m < movies; m++) {
                squaredLength[m] += feature[m] * feature[m];
            }
        }
    }

    private double[] meanUser(RoundRandom random) {
        double[][] users = factors.users();
        int[] order = IntStream.range(0, users[0].length).toArray();
        int drawn = Math.min(USERS, order.length);
        Shuffle.draw(order, drawn, random);
        double[] theta = new double[users.length];
        double squares = 0;
        for (int i = 0; i < theta.length; i++) {
            for (int k = 0; k < drawn; k++) {
                theta[i] += users[i][order[k]];
            }
            squares += theta[i] * theta[i];
        }
        if (squares == 0) {
            throw new IllegalStateException("the vectors of " + drawn + " users add up to zero");
        }
        double length = Math.sqrt(squares);
        for (int i = 0; i < theta.length; i++) {
            theta[i] /= length;
        }
        return theta;
    }

    @Override
    World world(long seed, long horizon) {
        double[] theta = meanUser(new RoundRandom(seed, 0));
        int[] order = IntStream.range(0, squaredLength.length).toArray(); // each round shuffles the order of the last
        double[][] x = new double[factors.rank()][ArmForms.rowLength(arms)];
        double[] scores = new double[ArmForms.rowLength(arms)];
        return (t, rng) -> {
            Shuffle.draw(order, arms, rng);
            double longest = 0;
            for (int k = 0; k < arms; k++) {
                longest = Math.max(longest, squaredLength[order[k]]);
            }
            double scale = longest > 0 ? 1 / Math.sqrt(longest) : 0;
            for (int i = 0; i < x.length; i++) {
                for (int k = 0; k < arms; k++) {
                    x[i][k] = factors.movies()[i][order[k]] * scale;
                }
            }
            ArmForms.linear(theta, x, arms, scores);
            return new World.Round(ActionSet.wrap(x, arms), scores);
        };
    }
}
