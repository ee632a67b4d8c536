package dev.attune.api;

/**
 * What the analyses of the policies assume to be known. In practice it is unknown, which is why there are tuners.
 *
 * @param horizon number of rounds, T
 * @param delta probability with which the confidence sets may fail
 * @param sigma sub-Gaussian scale of the reward noise
 * @param norm bound on the length of the true coefficients, S
 * @param kappa smallest slope of the link over the values that occur
 */
public record TheoryConstants(long horizon, double delta, double sigma, double norm, double kappa) {
    /** Checks that every constant is in its range. */
    public TheoryConstants {
        if (horizon < 1) {
            throw new IllegalArgumentException("horizon = " + horizon + " must be at least 1");
        }
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta = " + delta + " must be between 0 and 1");
        }
        Require.positive("sigma", sigma);
        Require.positive("norm", norm);
        Require.positive("kappa", kappa);
    }

    /** The constants of the experiments of Kang, Hsieh and Lee (2024): delta 0.05, sigma 0.5, S 1, kappa 0.196. */
    public static TheoryConstants ofPaper(long horizon) {
        return new TheoryConstants(horizon, 0.05, 0.5, 1, 0.196);
    }
}
