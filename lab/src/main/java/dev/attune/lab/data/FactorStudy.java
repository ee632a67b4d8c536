package dev.attune.lab.data;

/**
 * How well vectors reproduce ratings: root mean squared errors of fits that leave out a tenth of the ratings, each another
 * one, and of the fit on all of them that environments use.
 *
 * @param fittedRmse on the ratings that were fitted
 * @param heldOutRmse on the ratings that were left out
 * @param allRmse of the fit on all ratings, on all ratings
 * @param seconds that the fit on all ratings took
 */
public record FactorStudy(double fittedRmse, double heldOutRmse, double allRmse, double seconds) {
    /** Number of fits, each of which leaves out another part. */
    public static final int PARTS = 10;

    /** Fits {@link #PARTS} + 1 times. */
    public static FactorStudy of(Ratings ratings, CcdPlusPlus method) {
        double fitted = 0;
        double heldOut = 0;
        for (int part = 0; part < PARTS; part++) {
            Ratings.Split split = ratings.split(part, PARTS);
            Factors factors = method.fit(split.fitted());
            fitted += square(factors.rmse(split.fitted())) * split.fitted().size();
            heldOut += square(factors.rmse(split.heldOut())) * split.heldOut().size();
        }
        long began = System.nanoTime();
        Factors all = method.fit(ratings);
        double seconds = (System.nanoTime() - began) / 1e9;
        double n = ratings.size();
        return new FactorStudy(
                Math.sqrt(fitted / (n * (PARTS - 1))), Math.sqrt(heldOut / n), all.rmse(ratings), seconds);
    }

    private static double square(double x) {
        return x * x;
    }
}
