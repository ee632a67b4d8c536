package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.lab.env.ContextWorld.Numbers;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Arms with features of their own, of which some random ones are on offer in each round. The score of an arm with the features f in the context z is
 * z' W f: neither the context nor the arm is informative without the other. All numbers are standard normal, W is divided by the root of its size.
 *
 * <p>Vectors: all products of (1, z) and f. Sparse arms: the numbers z1, z2, ... of the context, and arms with an id and the numbers f1, f2, ...
 *
 * @param contextFeatures numbers of the context
 * @param armFeatures numbers of an arm
 * @param arms number of arms
 * @param offered how many of them are on offer in a round
 */
record ArmFeatureWorld(int contextFeatures, int armFeatures, int arms, int offered) {
    /** Makes the arms of a round. */
    private interface Form {
        /** Returns those that come first in the order. */
        ActionSet arms(double[] z, int[] order);
    }

    /** Returns an environment of such worlds, in both forms. */
    Environment environment(Outcome outcome) {
        return new SimulatedEnvironment(
                Math.multiplyExact(1 + contextFeatures, armFeatures),
                outcome,
                (seed, horizon) -> world(seed, false),
                (seed, horizon) -> world(seed, true));
    }

    private World world(long seed, boolean sparse) {
        RoundRandom truth = new RoundRandom(seed ^ World.TRUTH, 0);
        double[][] w = new double[contextFeatures][armFeatures];
        double scale = 1 / Math.sqrt((double) contextFeatures * armFeatures);
        for (double[] row : w) {
            Arrays.setAll(row, j -> scale * truth.nextGaussian());
        }
        double[][] f = new double[arms][armFeatures];
        for (double[] arm : f) {
            RoundRandom.gaussians(truth, arm);
        }
        Numbers context = new Numbers(0, contextFeatures);
        Form form = sparse ? named(context, f) : vectors(f);
        double[] z = new double[contextFeatures];
        double[] scores = new double[offered];
        return (t, rng) -> {
            context.draw(rng, z);
            int[] order = IntStream.range(0, arms).toArray();
            Shuffle.draw(order, offered, rng);
            double[] preferred = new double[armFeatures]; // z' W
            for (int i = 0; i < contextFeatures; i++) {
                for (int j = 0; j < armFeatures; j++) {
                    preferred[j] += z[i] * w[i][j];
                }
            }
            for (int k = 0; k < offered; k++) {
                scores[k] = 0;
                for (int j = 0; j < armFeatures; j++) {
                    scores[k] += preferred[j] * f[order[k]][j];
                }
            }
            return new World.Round(form.arms(z, order), scores);
        };
    }

    private Form vectors(double[][] f) {
        double[][] x = new double[(1 + contextFeatures) * armFeatures][ArmForms.rowLength(offered)];
        ActionSet wrapped = ActionSet.wrap(x, offered);
        return (z, order) -> {
            for (int k = 0; k < offered; k++) {
                for (int j = 0; j < armFeatures; j++) {
                    double feature = f[order[k]][j];
                    x[j][k] = feature;
                    for (int i = 0; i < contextFeatures; i++) {
                        x[(1 + i) * armFeatures + j][k] = z[i] * feature;
                    }
                }
            }
            return wrapped;
        };
    }

    private Form named(Numbers context, double[][] f) {
        Encoder encoder = World.encoder();
        List<Arm> all = IntStream.range(0, arms)
                .mapToObj(k -> new Arm(Integer.toString(k), features(f[k])))
                .toList();
        return (z, order) -> encoder.encodeForNow(
                context.named(z),
                Arrays.stream(order, 0, offered).mapToObj(all::get).toList());
    }

    private static Features features(double[] values) {
        Features.Builder features = Features.builder();
        for (int j = 0; j < values.length; j++) {
            features.number("f" + (j + 1), values[j]);
        }
        return features.build();
    }
}
