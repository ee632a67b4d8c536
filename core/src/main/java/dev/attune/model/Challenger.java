package dev.attune.model;

import dev.attune.math.Symmetric;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * Detects that the world has changed, and forgets: young models learn beside the main one, and one of them takes its
 * place when it has predicted the rewards better for long enough.
 *
 * <pre>
 *   challengers start anew every 300 and every 1200 rewards
 *   before a reward is learnt:  l = ln N(y; x' theta, s^2 (1 + x' V^-1 x)), of each model
 *   C = max(0, C + l_challenger - l_main), from the challenger's 2d-th reward on
 *   C above 10: the challenger becomes the main model
 * </pre>
 *
 * <p>The scores are prequential: every reward judges predictions made before it was known, so no bandit is needed to
 * compare the models. Restarting a tuner cannot do this: what is out of date is the model.
 *
 * <p>Cost: two more model updates per reward, O(d^2). Page, "Continuous inspection schemes", Biometrika 1954.
 */
final class Challenger {
    static final int[] PERIODS = {300, 1200};
    static final int[] NEVER = {}; // no challengers: nothing is ever forgotten

    private static final double THRESHOLD = 10;

    private final int d;
    private final int[] periods;
    private final RidgeModel[] young;
    private final double[] cusum;
    private final double[] product;
    private long changes;

    /** Watches a model of this many coefficients, with one challenger for each period. */
    Challenger(int dimension, double lambda, int[] periods) {
        this.d = dimension;
        this.periods = periods;
        this.young = new RidgeModel[periods.length];
        this.cusum = new double[periods.length];
        this.product = new double[d];
        for (int i = 0; i < young.length; i++) {
            young[i] = new RidgeModel(d, lambda);
        }
    }

    /** Teaches a reward to the main model and its challengers; replaces the main model if it has fallen behind. */
    void teach(RidgeModel main, double[] x, double y) {
        if (young.length == 0) {
            main.absorb(x, y);
            return;
        }
        double standing = logLikelihood(main, x, y);
        int winner = -1;
        for (int i = 0; i < young.length; i++) {
            if (young[i].count() >= 2L * d) {
                cusum[i] = Math.max(0, cusum[i] + logLikelihood(young[i], x, y) - standing);
                winner = cusum[i] > THRESHOLD && winner < 0 ? i : winner;
            }
            young[i].absorb(x, y);
        }
        main.absorb(x, y);
        if (winner >= 0) {
            main.copyFrom(young[winner]);
            changes++;
        }
        for (int i = 0; i < young.length; i++) {
            if (winner >= 0 || young[i].count() >= periods[i]) {
                young[i] = new RidgeModel(d, main.lambda());
                cusum[i] = 0;
            }
        }
    }

    private double logLikelihood(RidgeModel model, double[] x, double y) {
        double s = model.noise();
        if (s == 0) {
            return 0;
        }
        Symmetric.multiply(model.covariance(), x, product);
        double variance = s * s * (1 + Math.max(0, Symmetric.dot(x, product, d)));
        double error = y - Symmetric.dot(x, model.mean(), d);
        return -0.5 * (StrictMath.log(variance) + error * error / variance);
    }

    int[] periods() {
        return periods;
    }

    /** Returns how often the main model was replaced. */
    long changes() {
        return changes;
    }

    void writeState(StateWriter out) {
        for (RidgeModel model : young) {
            model.writeState(out);
        }
        out.writeDoubles(cusum);
        out.writeLong(changes);
    }

    void readState(StateReader in) {
        for (RidgeModel model : young) {
            model.readState(in);
        }
        in.readDoubles(cusum);
        changes = in.readLong();
    }
}
