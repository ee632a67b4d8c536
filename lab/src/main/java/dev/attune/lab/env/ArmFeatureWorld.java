package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.lab.env.ContextWorld.Numbers;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Arms with features of their own, of which some random ones are on offer in each round. The score of an arm with the features f in the context z is
 * z' W f: neither the context nor the arm is informative without the other. All numbers are standard normal, W is divided by the root of its size.
 *
 * <p>Vectors: all products of (1, z) and f. Sparse arms: the numbers z1, z2, ... of the context, and arms with an id and the numbers f1, f2, ...
 */
final class ArmFeatureWorld implements World {
    private final long featureSeed;
    private final RoundRandom rng;
    private final Numbers context;
    private final double[] z;
    private final double[][] w; // [context][arm feature]
    private final double[][] f; // [arm][arm feature]
    private final int[] order; // those on offer first
    private final double[] preferred; // z' W
    private final double[] scores;
    private final Supplier<ActionSet> set; // of the present round

    private ArmFeatureWorld(int contextFeatures, int armFeatures, int arms, int offered, long seed, boolean sparse) {
        RoundRandom truth = new RoundRandom(seed ^ Salts.TRUTH, 0);
        this.featureSeed = seed ^ Salts.FEATURES;
        this.rng = new RoundRandom(featureSeed, 0);
        this.context = new Numbers(0, contextFeatures);
        this.z = new double[contextFeatures];
        this.w = new double[contextFeatures][armFeatures];
        double scale = 1 / Math.sqrt((double) contextFeatures * armFeatures);
        for (double[] row : w) {
            for (int j = 0; j < armFeatures; j++) {
                row[j] = scale * truth.nextGaussian();
            }
        }
        this.f = new double[arms][armFeatures];
        for (double[] arm : f) {
            RoundRandom.gaussians(truth, arm);
        }
        this.order = new int[arms];
        this.preferred = new double[armFeatures];
        this.scores = new double[offered];
        this.set = sparse ? named() : vectors();
    }

    /** Returns an environment of such worlds, in both forms. */
    static Environment environment(int contextFeatures, int armFeatures, int arms, int offered, Outcome outcome) {
        return new SimulatedEnvironment(
                Math.multiplyExact(1 + contextFeatures, armFeatures),
                outcome,
                (seed, horizon) -> new ArmFeatureWorld(contextFeatures, armFeatures, arms, offered, seed, false),
                (seed, horizon) -> new ArmFeatureWorld(contextFeatures, armFeatures, arms, offered, seed, true));
    }

    private Supplier<ActionSet> vectors() {
        int own = preferred.length;
        double[][] x = new double[(1 + z.length) * own][ArmForms.rowLength(scores.length)];
        ActionSet wrapped = ActionSet.wrap(x, scores.length);
        return () -> {
            for (int k = 0; k < scores.length; k++) {
                double[] features = f[order[k]];
                for (int j = 0; j < own; j++) {
                    x[j][k] = features[j];
                    for (int i = 0; i < z.length; i++) {
                        x[(1 + i) * own + j][k] = z[i] * features[j];
                    }
                }
            }
            return wrapped;
        };
    }

    private Supplier<ActionSet> named() {
        Encoder encoder = Encoder.sparse(EncoderDefinition.builder().build());
        List<Arm> arms = IntStream.range(0, f.length)
                .mapToObj(k -> new Arm(Integer.toString(k), features(f[k])))
                .toList();
        return () -> encoder.encodeForNow(
                context.named(z),
                Arrays.stream(order, 0, scores.length).mapToObj(arms::get).toList());
    }

    private static Features features(double[] values) {
        Features.Builder features = Features.builder();
        for (int j = 0; j < values.length; j++) {
            features.number("f" + (j + 1), values[j]);
        }
        return features.build();
    }

    @Override
    public ActionSet arms(long t) {
        rng.reset(featureSeed, t);
        context.draw(rng, z);
        Shuffle.fill(order);
        Shuffle.draw(order, scores.length, rng);
        Arrays.fill(preferred, 0);
        for (int i = 0; i < z.length; i++) {
            for (int j = 0; j < preferred.length; j++) {
                preferred[j] += z[i] * w[i][j];
            }
        }
        for (int k = 0; k < scores.length; k++) {
            double score = 0;
            for (int j = 0; j < preferred.length; j++) {
                score += preferred[j] * f[order[k]][j];
            }
            scores[k] = score;
        }
        return set.get();
    }

    @Override
    public double[] scores() {
        return scores;
    }
}
