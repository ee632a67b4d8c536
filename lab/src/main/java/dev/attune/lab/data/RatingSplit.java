package dev.attune.lab.data;

import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Ratings in two parts: one to fit on, and one that the fit has not seen.
 *
 * @param fitted the ones to fit on
 * @param heldOut the others
 */
public record RatingSplit(Ratings fitted, Ratings heldOut) {
    private static final long SEED = 1;

    /**
     * Holds out one of several parts of about equal size. The part of a rating is drawn from its place in the file alone.
     *
     * @param part from 0
     */
    public static RatingSplit part(Ratings ratings, int part, int parts) {
        boolean[] held = new boolean[ratings.size()];
        RoundRandom random = new RoundRandom(SEED, 0);
        for (int e = 0; e < held.length; e++) {
            random.reset(SEED, e);
            held[e] = random.nextInt(parts) == part;
        }
        return of(ratings, held);
    }

    /**
     * Holds out the latest share of each user's ratings, rounded down: what the user has rated before is known, what comes
     * is not. (One point in time for all would leave users who came later without any history.) Ratings of the same
     * second count in the order of the file.
     */
    public static RatingSplit byTime(Ratings ratings, double share) {
        boolean[] held = new boolean[ratings.size()];
        Ratings.Index byUser = ratings.byUser();
        for (int user = 0; user < ratings.users(); user++) {
            Integer[] his = Arrays.stream(byUser.order(), byUser.start()[user], byUser.start()[user + 1])
                    .boxed()
                    .toArray(Integer[]::new);
            Arrays.sort(his, Comparator.comparingLong(ratings::time)); // stable
            int kept = his.length - (int) (share * his.length);
            for (int i = kept; i < his.length; i++) {
                held[his[i]] = true;
            }
        }
        return of(ratings, held);
    }

    private static RatingSplit of(Ratings ratings, boolean[] held) {
        return new RatingSplit(ratings.where(e -> !held[e]), ratings.where(e -> held[e]));
    }
}
