package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A context z that all arms share, fresh in every round, and arms with ids, which stay. What the arms are worth in a context may be drawn anew at
 * changes.
 *
 * <p>Vectors: z, after a constant 1 if there is to be one, in the arm's own block ({@link DisjointVectors}). Sparse arms: the context as named features, and
 * an arm is its number as an id.
 *
 * @param context the context of rounds
 * @param arms number of arms
 * @param constant whether vectors have a constant
 * @param truths draws what arms are worth
 * @param changes how often that is drawn anew
 */
record ContextWorld(
        Context context, int arms, boolean constant, Function<RoundRandom, ContextWorld.Truth> truths, int changes) {
    /** Draws contexts. */
    interface Context {
        /** Returns how many numbers it has. */
        int size();

        /** Draws the context of a round. */
        void draw(RoundRandom rng, double[] z);

        /** Returns a context as named features. */
        Features named(double[] z);
    }

    /** What arms are worth, from one change to the next. */
    @FunctionalInterface
    interface Truth {
        /** Writes the score of every arm in a context. */
        void scores(double[] z, double[] scores);

        /** Draws what is added to the mean reward of every arm, see {@link World.Round#hidden}. */
        default void hidden(RoundRandom rng, double[] effects) {}
    }

    /** Returns an environment of such worlds, in both forms. */
    Environment environment(Outcome outcome) {
        return new SimulatedEnvironment(
                Math.multiplyExact(block(), arms), outcome, worlds(this::vectors), worlds(this::named));
    }

    private int block() {
        return context.size() + (constant ? 1 : 0);
    }

    private World.Maker worlds(Supplier<Function<double[], ActionSet>> form) {
        return (seed, horizon) -> {
            LongFunction<Truth> truth = Segments.draw(new Segments(changes).uneven(seed, horizon), seed, truths);
            Function<double[], ActionSet> set = form.get();
            double[] z = new double[context.size()];
            double[] scores = new double[ArmForms.rowLength(arms)];
            double[] hidden = new double[arms];
            return (t, rng) -> {
                context.draw(rng, z);
                truth.apply(t).scores(z, scores);
                truth.apply(t).hidden(rng, hidden);
                return new World.Round(set.apply(z), scores, hidden);
            };
        };
    }

    private Function<double[], ActionSet> vectors() {
        DisjointVectors vectors = new DisjointVectors(arms, block());
        int[] all = IntStream.range(0, arms).toArray();
        double[] features = new double[block()];
        features[0] = 1;
        return z -> {
            System.arraycopy(z, 0, features, features.length - z.length, z.length);
            return vectors.of(features, all);
        };
    }

    private Function<double[], ActionSet> named() {
        Encoder encoder = World.encoder();
        List<Arm> ids = IntStream.range(0, arms)
                .mapToObj(k -> new Arm(Integer.toString(k), Features.NONE))
                .toList();
        return z -> encoder.encodeForNow(context.named(z), ids);
    }

    /** Numbers called z1, z2 and so on: some signs, 1 or -1 with the same probability, then standard normal ones. */
    static final class Numbers implements Context {
        private final int signs;
        private final String[] names;

        Numbers(int signs, int normals) {
            this.signs = signs;
            this.names = IntStream.rangeClosed(1, signs + normals)
                    .mapToObj(i -> "z" + i)
                    .toArray(String[]::new);
        }

        @Override
        public int size() {
            return names.length;
        }

        @Override
        public void draw(RoundRandom rng, double[] z) {
            for (int i = 0; i < z.length; i++) {
                z[i] = i < signs ? 2 * rng.nextInt(2) - 1 : rng.nextGaussian();
            }
        }

        @Override
        public Features named(double[] z) {
            Features.Builder context = Features.builder();
            for (int i = 0; i < z.length; i++) {
                context.number(names[i], z[i]);
            }
            return context.build();
        }
    }
}
