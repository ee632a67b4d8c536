package dev.attune.model;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * What the {@link Challenger} needs of a model.
 *
 * @param <M> the model itself
 */
interface Challenged<M> {
    /** Returns the number of coefficients that a prediction rests on. */
    int width();

    /** Returns the number of rewards learnt. */
    long count();

    /** Returns the number of rewards that the prediction for these features rests on. */
    long known(double[] x);

    /** Returns the estimated standard deviation of the noise; zero as long as no scale of rewards is known. */
    double noise();

    /**
     * Returns the logarithm of the predictive density of a reward that is not learnt yet, up to a constant that is the same for all models of a kind.
     *
     * @param noise standard deviation of the noise that the prediction assumes; ignored where the likelihood has no scale of its own
     */
    double logLikelihood(double[] x, double y, double noise);

    /** Learns one reward, unchallenged. */
    void absorb(double[] x, double y);

    /** Returns a model of the same kind and the same prior precision that has learnt nothing and has no challengers. */
    M young();

    /** Takes over what a {@linkplain #young young} model has learnt, and its prior precision; that model is not used afterwards. */
    void become(M young);

    /** Writes all state. */
    void writeState(StateWriter out);

    /** Reads what {@link #writeState} wrote. */
    void readState(StateReader in);
}
