package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A context z that all arms share, and a theta_k for each arm k: worth z' theta_k. Arm k's features are z in its own block of
 * an otherwise empty vector, so that one linear model of arms x context coefficients is a separate model for each arm.
 *
 * <p>With sparse arms, the context is the numbers z1, z2, ... and an arm is its number as an id.
 *
 * <p>All coordinates are standard normal; the context is fresh in every round, the theta_k stay.
 */
final class SeparateModels implements World {
    private final int arms;
    private final double[][] theta; // [coordinate][arm]
    private final long featureSeed;
    private final RoundRandom rng;
    private final double[] z;
    private final double[] scores;
    private final Supplier<ActionSet> set; // of the present context

    private SeparateModels(int context, int arms, long seed, boolean sparse) {
        this.arms = arms;
        this.z = new double[context];
        this.theta = new double[context][ArmForms.rowLength(arms)];
        RoundRandom truth = new RoundRandom(seed ^ Keys.TRUTH, 0);
        for (double[] coordinate : theta) {
            RoundRandom.gaussians(truth, coordinate);
        }
        this.featureSeed = seed ^ Keys.FEATURES;
        this.rng = new RoundRandom(featureSeed, 0);
        this.scores = new double[ArmForms.rowLength(arms)];
        this.set = sparse ? named() : vectors();
    }

    static World.Maker of(int context, int arms) {
        return (seed, horizon) -> new SeparateModels(context, arms, seed, false);
    }

    /** Makes the same worlds with sparse arms. */
    static World.Maker sparse(int context, int arms) {
        return (seed, horizon) -> new SeparateModels(context, arms, seed, true);
    }

    private Supplier<ActionSet> vectors() {
        double[][] x = new double[Math.multiplyExact(z.length, arms)][ArmForms.rowLength(arms)];
        ActionSet wrapped = ActionSet.wrap(x, arms);
        return () -> {
            for (int k = 0; k < arms; k++) {
                for (int i = 0; i < z.length; i++) {
                    x[k * z.length + i][k] = z[i];
                }
            }
            return wrapped;
        };
    }

    private Supplier<ActionSet> named() {
        Encoder encoder = Encoder.sparse(EncoderDefinition.builder().build());
        List<Arm> ids = IntStream.range(0, arms)
                .mapToObj(k -> new Arm(Integer.toString(k), Features.NONE))
                .toList();
        return () -> {
            Features.Builder context = Features.builder();
            for (int i = 0; i < z.length; i++) {
                context.number("z" + (i + 1), z[i]);
            }
            return encoder.encodeForNow(context.build(), ids);
        };
    }

    @Override
    public ActionSet arms(long t) {
        rng.reset(featureSeed, t);
        RoundRandom.gaussians(rng, z);
        ArmForms.linear(z, theta, arms, scores);
        return set.get();
    }

    @Override
    public double[] scores() {
        return scores;
    }
}
