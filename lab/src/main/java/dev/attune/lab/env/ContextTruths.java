package dev.attune.lab.env;

import dev.attune.lab.env.ContextWorld.Truth;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.function.Function;

/** What arms are worth in a context: functions that are drawn for each repetition, and anew at each change. */
final class ContextTruths {
    private static final double LEVEL = -1.5; // of the table: mean rewards around 0.2

    private ContextTruths() {}

    /** Draws a standard normal theta_k for each arm; no constant. */
    static Function<RoundRandom, Truth> separate(int features, int arms) {
        return rng -> {
            double[][] theta = coefficients(features, arms, 1, rng);
            return (z, scores) -> ArmForms.linear(z, theta, arms, scores);
        };
    }

    /** Draws Gaussian coefficients of this deviation, {@code [feature][arm]}. */
    private static double[][] coefficients(int features, int arms, double deviation, RoundRandom rng) {
        double[][] theta = new double[features][ArmForms.rowLength(arms)];
        for (double[] coordinate : theta) {
            Arrays.setAll(coordinate, k -> deviation * rng.nextGaussian());
        }
        return theta;
    }

    /** Gives each arm a Gaussian mean of deviation 0.5, and a part of variance 1 that is linear in the context. */
    static Function<RoundRandom, Truth> linear(int features, int arms) {
        return rng -> {
            double[][] theta = coefficients(features, arms, 1 / Math.sqrt(features), rng);
            double[] means = coefficients(1, arms, 0.5, rng)[0];
            return (z, scores) -> {
                ArmForms.linear(z, theta, arms, scores);
                add(means, arms, scores);
            };
        };
    }

    private static void add(double[] means, int arms, double[] scores) {
        for (int k = 0; k < arms; k++) {
            scores[k] += means[k];
        }
    }

    /** Draws Gaussian coefficients for all squares and products of the context, divided by its size: the variance is 1/2 + 5/(2 features). */
    static Function<RoundRandom, Truth> quadratic(int features, int arms) {
        int products = features * (features + 1) / 2;
        return rng -> {
            double[][] theta = coefficients(products, arms, 1.0 / features, rng);
            return (z, scores) -> {
                double[] product = new double[products];
                int at = 0;
                for (int i = 0; i < features; i++) {
                    for (int j = 0; j <= i; j++) {
                        product[at++] = z[i] * z[j];
                    }
                }
                ArmForms.linear(product, theta, arms, scores);
            };
        };
    }

    /**
     * Gives each arm a mean uniform in [0, 0.2), plus an effect uniform in [0.2, 0.4) times the product of the signs: of every other arm, in a random order, it is
     * positive, of the others negative.
     */
    static Function<RoundRandom, Truth> xor(int arms) {
        return rng -> {
            int[] order = Shuffle.shuffled(arms, rng);
            double[] means = new double[arms];
            double[] effects = new double[arms];
            for (int k = 0; k < arms; k++) {
                means[k] = 0.2 * rng.nextDouble();
                effects[k] = (order[k] % 2 == 0 ? 1 : -1) * (0.2 + 0.2 * rng.nextDouble());
            }
            return (z, scores) -> {
                for (int k = 0; k < arms; k++) {
                    scores[k] = means[k] + effects[k] * z[0] * z[1];
                }
            };
        };
    }

    /** Draws means uniform in [0, 1), and an effect of the context that is the same for all arms. */
    static Function<RoundRandom, Truth> commonEffect(int features, int arms, double deviation) {
        return rng -> {
            double[] means = new double[arms];
            Arrays.setAll(means, k -> rng.nextDouble());
            double[] theta = new double[features];
            Arrays.setAll(theta, i -> deviation / Math.sqrt(features) * rng.nextGaussian());
            return (z, scores) -> {
                double effect = 0;
                for (int i = 0; i < features; i++) {
                    effect += theta[i] * z[i];
                }
                for (int k = 0; k < arms; k++) {
                    scores[k] = means[k] + effect;
                }
            };
        };
    }

    /** Adds a Gaussian to the mean of each arm for a hidden kind of visitor, which is drawn in each round; over all kinds they sum to zero. */
    static Function<RoundRandom, Truth> hidden(
            Function<RoundRandom, Truth> seen, int arms, int kinds, double deviation) {
        return rng -> {
            Truth known = seen.apply(rng);
            double[][] effects = coefficients(kinds, arms, deviation, rng);
            for (int k = 0; k < arms; k++) {
                double sum = 0;
                for (double[] kind : effects) {
                    sum += kind[k];
                }
                for (double[] kind : effects) {
                    kind[k] -= sum / kinds;
                }
            }
            return new Truth() {
                @Override
                public void scores(double[] z, double[] scores) {
                    known.scores(z, scores);
                }

                @Override
                public void hidden(RoundRandom round, double[] added) {
                    System.arraycopy(effects[round.nextInt(kinds)], 0, added, 0, arms);
                }
            };
        };
    }

    /** Draws Gaussian coefficients for the columns of the table. */
    static Function<RoundRandom, Truth> table(int arms) {
        double[] deviations = VisitorTable.deviations();
        return rng -> {
            double[] means = coefficients(1, arms, 0.3, rng)[0];
            double[][] theta = coefficients(deviations.length, arms, 1, rng);
            for (int i = 0; i < theta.length; i++) {
                for (int k = 0; k < arms; k++) {
                    theta[i][k] *= deviations[i];
                }
            }
            return (z, scores) -> {
                ArmForms.linear(z, theta, arms, scores);
                add(means, arms, scores);
                for (int k = 0; k < arms; k++) {
                    scores[k] += LEVEL;
                }
            };
        };
    }
}
