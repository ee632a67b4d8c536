package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.lab.data.CcdPlusPlus;
import dev.attune.lab.data.Factors;
import dev.attune.lab.data.Ratings;
import dev.attune.lab.data.Ratings.Rating;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;

/**
 * Recommends movies to users who really rated them. Vectors are fitted on the earlier ratings of every user; the bandit plays
 * the later ones, which the fit has not seen.
 *
 * <p>Each round is a user, and the arms are some of the user's later movies. Every later rating is on offer in one round of a
 * repetition and never again. A user with n of them has ceil(n / arms) rounds of about equal size; one with a single later
 * rating has none. The reward is the rating that the user gave, moved from the scale of the file to [0, 1]; there is no noise.
 *
 * <p>The features of user u and movie m with vectors w and h, 2 rank + 1 in number:
 *
 * <pre>
 *   x = (w_1 h_1 / a, ..., w_k h_k / a,  h_1 / b, ..., h_k / b,  1) / sqrt(3)
 * </pre>
 *
 * <p>a and b are the largest lengths of the two blocks over all later ratings, so that |x| &lt;= 1. The first block alone, added
 * up, is what the factorisation predicts; the second is what is known of the movie for any user.
 */
final class RatingsEnvironment extends DataEnvironment {
    private final double[][] x; // [feature][later rating]
    private final double[] reward; // of each later rating
    private final int[][] ofUser; // later ratings of each user with at least two
    private final int arms;

    private RatingsEnvironment(
            double[][] x, double[] reward, int[][] ofUser, int arms, long rounds, String fingerprint) {
        super("movielens-ratings", x.length, Outcome.EXACT, rounds, fingerprint);
        this.x = x;
        this.reward = reward;
        this.ofUser = ofUser;
        this.arms = arms;
    }

    /** Splits, fits, and makes the features; {@code share} of each user's ratings are played. */
    static RatingsEnvironment of(Ratings all, double share, CcdPlusPlus method, int arms, String fingerprint) {
        double lowest = all.lowest();
        double range = all.highest() - lowest;
        if (!(range > 0)) {
            throw new IllegalArgumentException("all ratings are " + lowest + ", so there is nothing to choose");
        }
        Ratings.Split split = all.splitByTime(share);
        Ratings later = split.heldOut();
        int[][] ofUser = usersWithChoice(later);
        long rounds = Arrays.stream(ofUser)
                .mapToLong(ratings -> groups(ratings.length, arms))
                .sum();
        if (rounds == 0) {
            throw new IllegalArgumentException(
                    "no user has two ratings among the share of " + share + " that is played; give a larger share");
        }
        double[] reward = new double[later.size()];
        Arrays.setAll(reward, e -> (later.ratings().get(e).value() - lowest) / range);
        return new RatingsEnvironment(
                features(later, method.fit(split.fitted())), reward, ofUser, arms, rounds, fingerprint);
    }

    private static int[][] usersWithChoice(Ratings later) {
        return later.byUser().stream()
                .filter(ratings -> ratings.size() >= 2)
                .map(ratings -> ratings.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private static int groups(int ratings, int arms) {
        return (ratings + arms - 1) / arms;
    }

    private static double[][] features(Ratings later, Factors factors) {
        int k = factors.rank();
        double[][] features = new double[2 * k + 1][later.size()];
        for (int i = 0; i < k; i++) {
            for (int e = 0; e < later.size(); e++) {
                Rating rating = later.ratings().get(e);
                double h = factors.movies()[i][rating.movie()];
                features[i][e] = factors.users()[i][rating.user()] * h;
                features[k + i][e] = h;
            }
        }
        double block = Math.sqrt(1.0 / 3); // the square of each block is at most a third
        scale(features, 0, k, block);
        scale(features, k, 2 * k, block);
        Arrays.fill(features[2 * k], block);
        return features;
    }

    /** Scales some of the features so that the longest of their vectors has this length. */
    private static void scale(double[][] features, int from, int to, double length) {
        double longest = 0;
        for (int e = 0; e < features[from].length; e++) {
            double squares = 0;
            for (int i = from; i < to; i++) {
                squares += features[i][e] * features[i][e];
            }
            longest = Math.max(longest, squares);
        }
        double factor = longest > 0 ? length / Math.sqrt(longest) : 0;
        for (int i = from; i < to; i++) {
            for (int e = 0; e < features[i].length; e++) {
                features[i][e] *= factor;
            }
        }
    }

    /** Deals each user's ratings into rounds, and shuffles the rounds. */
    private int[][] deal(RoundRandom random) {
        int[][] dealt = new int[(int) mostRounds()][];
        int n = 0;
        for (int[] ratings : ofUser) {
            int[] order = ratings.clone();
            Shuffle.draw(order, order.length, random);
            int groups = groups(order.length, arms);
            for (int g = 0; g < groups; g++) {
                dealt[n++] = Arrays.copyOfRange(order, order.length * g / groups, order.length * (g + 1) / groups);
            }
        }
        return Arrays.stream(Shuffle.shuffled(dealt.length, random))
                .mapToObj(i -> dealt[i])
                .toArray(int[][]::new);
    }

    @Override
    World world(long seed, long horizon) {
        int[][] dealt = deal(new RoundRandom(seed, 0));
        double[][] offered = new double[x.length][ArmForms.rowLength(arms)];
        return (t, rng) -> {
            int[] now = dealt[(int) t - 1];
            for (int i = 0; i < x.length; i++) {
                for (int k = 0; k < now.length; k++) {
                    offered[i][k] = x[i][now[k]];
                }
            }
            return new World.Round(
                    ActionSet.wrap(offered, now.length),
                    Arrays.stream(now).mapToDouble(e -> reward[e]).toArray());
        };
    }
}
