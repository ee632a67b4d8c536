package dev.attune.policy;

import dev.attune.api.Hyperparameter;
import dev.attune.api.Require;
import dev.attune.api.Scale;

/** The hyperparameters that several policies share; the search boxes are those of Kang, Hsieh and Lee (2024). */
final class Hyperparameters {
    private Hyperparameters() {}

    /** How much the bonus counts; zero is greedy. */
    static Hyperparameter explore(double preset) {
        return new Hyperparameter("explore", "alpha", 0, Require.LIMIT, 0.1, 5, Scale.LINEAR, preset);
    }

    /** Step size of a gradient method. */
    static Hyperparameter step(double preset) {
        return new Hyperparameter("step", "eta", 1e-6, 1e6, 0.1, 5, Scale.LOG, preset);
    }
}
