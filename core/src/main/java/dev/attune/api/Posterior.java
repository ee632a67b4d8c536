package dev.attune.api;

/**
 * What a policy's model believes about its coefficients: theta ~ N(mean, noise^2 covariance). A live view, read only;
 * means, bonuses and scores are x' theta, in the units of {@link #noise}.
 */
public interface Posterior {
    /** Number of coefficients, d. */
    int dimension();

    /** Number of rewards learnt. */
    long count();

    /** The estimate. */
    double[] mean();

    /** The covariance in units of the squared noise: full symmetric rows. */
    double[][] covariance();

    /** The covariance of one coefficient with itself; does not make the whole matrix where there is none. */
    default double variance(int i) {
        return covariance()[i][i];
    }

    /** Turns standard normals into a draw from N(0, covariance), in place. */
    void shape(double[] z);

    /** Standard deviation that one unit of covariance stands for; zero as long as no scale of rewards is known. */
    double noise();

    /** What one more observation of x adds to the inverse covariance is this times x x'. */
    double weight(double[] x);
}
