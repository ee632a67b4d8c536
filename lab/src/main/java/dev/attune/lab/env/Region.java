package dev.attune.lab.env;

import dev.attune.math.RoundRandom;

/** Where vectors are drawn from, uniformly; none is longer than 1. */
enum Region {
    /** Every coordinate uniform in (-1/sqrt(d), 1/sqrt(d)), as in the paper's simulation. */
    BOX {
        /**
         * Two coordinates out of each 64 bits: a grid of 2^32 points a coordinate, centred on zero, is finer than anything a
         * bandit could notice, and it halves the cost of a round.
         */
        @Override
        void fill(double[][] x, int vectors, RoundRandom rng) {
            double step = 0x1.0p-31 / Math.sqrt(x.length);
            double half = step / 2;
            for (double[] coordinate : x) {
                for (int k = 0; k < vectors - 1; k += 2) {
                    long bits = rng.nextLong();
                    coordinate[k] = Math.fma((int) (bits >> 32), step, half);
                    coordinate[k + 1] = Math.fma((int) bits, step, half);
                }
                if ((vectors & 1) == 1) {
                    coordinate[vectors - 1] = Math.fma((int) (rng.nextLong() >> 32), step, half);
                }
            }
        }
    },
    /** The unit ball: a direction, and a length whose d-th power is uniform. */
    BALL {
        @Override
        void fill(double[][] x, int vectors, RoundRandom rng) {
            for (int k = 0; k < vectors; k++) {
                double squares = gaussians(x, k, rng);
                double length = StrictMath.pow(rng.nextDouble(), 1.0 / x.length);
                double factor = length / Math.sqrt(squares);
                for (double[] coordinate : x) {
                    coordinate[k] *= factor;
                }
            }
        }

        /** Fills one vector, which has a uniform direction, and returns its squared length, which is not zero. */
        private double gaussians(double[][] x, int k, RoundRandom rng) {
            double squares;
            do {
                squares = 0;
                for (double[] coordinate : x) {
                    double z = rng.nextGaussian();
                    coordinate[k] = z;
                    squares += z * z;
                }
            } while (squares == 0);
            return squares;
        }
    };

    /** Draws vectors into the first columns of {@code x[coordinate][vector]}. */
    abstract void fill(double[][] x, int vectors, RoundRandom rng);

    /** Draws one vector, multiplied by a factor. */
    double[] vector(int d, double factor, RoundRandom rng) {
        double[][] column = new double[d][1];
        fill(column, 1, rng);
        double[] vector = new double[d];
        for (int i = 0; i < d; i++) {
            vector[i] = factor * column[i][0];
        }
        return vector;
    }
}
