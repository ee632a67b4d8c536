package dev.attune.tuner;

import dev.attune.api.Require;

/**
 * The scale tau0 of the noise in rewards (sub-Gaussian parameter) that a zooming algorithm assumes: how wide its
 * confidence balls are.
 */
public sealed interface NoiseScale {
    /** The safe value for rewards in [0, 1]: no distribution on an interval of length one has a larger scale. */
    NoiseScale SAFE = new Known(0.5);

    /** Returns a scale that the caller knows. */
    static NoiseScale of(double tau0) {
        return new Known(tau0);
    }

    /** Returns the running standard deviation of the rewards. */
    static NoiseScale estimated() {
        return new Estimated();
    }

    /**
     * Returns the scale after some rewards.
     *
     * @param rewards their number
     * @param squares sum of their squared deviations from their mean
     */
    double tau0(long rewards, double squares);

    /**
     * A scale that the caller knows.
     *
     * @param tau0 the scale, positive
     */
    record Known(double tau0) implements NoiseScale {
        /** Checks the scale. */
        public Known {
            Require.positive("tau0", tau0);
        }

        @Override
        public double tau0(long rewards, double squares) {
            return tau0;
        }
    }

    /**
     * The standard deviation of all rewards so far, with the safe variance 1/4 counted as one reward more: tau0^2 = (1/4
     * + squares) / (1 + rewards). So it is 1/2 at first, never zero, and at most 1/2 for rewards in [0, 1]. Differences
     * between settings count as noise; the estimate errs on the wide side.
     */
    record Estimated() implements NoiseScale {
        private static final double SAFE_VARIANCE = 0.25;

        @Override
        public double tau0(long rewards, double squares) {
            return Math.sqrt((SAFE_VARIANCE + squares) / (1 + rewards));
        }
    }
}
