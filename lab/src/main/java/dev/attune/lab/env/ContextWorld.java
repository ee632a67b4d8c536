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
 * A context z that all arms share, fresh in every round, and arms with ids, which stay. What the arms are worth in a context may be drawn anew at
 * changes.
 *
 * <p>Vectors: the features of arm k are z, after a constant 1 if there is to be one, in the arm's own block of an otherwise empty vector, so that one
 * linear model is a separate model for each arm. Sparse arms: the context as named features, and an arm is its number as an id.
 */
final class ContextWorld implements World {
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

        /** Draws what is added to the mean reward of every arm, see {@link World#hidden}. */
        default void hidden(RoundRandom rng, double[] effects) {}
    }

    /** Draws what arms are worth. */
    @FunctionalInterface
    interface Truths {
        /** Returns what arms are worth in a segment. */
        Truth draw(RoundRandom rng);
    }

    /**
     * What a world is made of.
     *
     * @param context the context of rounds
     * @param arms number of arms
     * @param constant whether vectors have a constant
     * @param truths what arms are worth
     * @param changes how often that is drawn anew
     */
    record Definition(Context context, int arms, boolean constant, Truths truths, int changes) {
        /** Returns an environment of such worlds, in both forms. */
        Environment environment(Outcome outcome) {
            return new SimulatedEnvironment(Math.multiplyExact(block(), arms), outcome, worlds(false), worlds(true));
        }

        /** Makes such worlds in one of the forms. */
        World.Maker worlds(boolean sparse) {
            return (seed, horizon) -> new ContextWorld(this, seed, horizon, sparse);
        }

        private int block() {
            return context.size() + (constant ? 1 : 0);
        }
    }

    private final Definition definition;
    private final long[] starts; // of segments but the first
    private final Truth[] truths; // by segment
    private final long featureSeed;
    private final RoundRandom rng;
    private final double[] z;
    private final double[] scores;
    private final double[] hidden;
    private final Supplier<ActionSet> set; // of the present context

    private ContextWorld(Definition definition, long seed, long horizon, boolean sparse) {
        this.definition = definition;
        this.starts = new Segments(definition.changes).uneven(seed, horizon);
        this.truths = IntStream.rangeClosed(0, definition.changes)
                .mapToObj(s -> definition.truths.draw(new RoundRandom(seed ^ Salts.TRUTH, s)))
                .toArray(Truth[]::new);
        this.featureSeed = seed ^ Salts.FEATURES;
        this.rng = new RoundRandom(featureSeed, 0);
        this.z = new double[definition.context.size()];
        this.scores = new double[ArmForms.rowLength(definition.arms)];
        this.hidden = new double[definition.arms];
        this.set = sparse ? named() : vectors();
    }

    private Supplier<ActionSet> vectors() {
        int arms = definition.arms;
        int block = definition.block();
        int constants = block - z.length;
        double[][] x = new double[block * arms][ArmForms.rowLength(arms)];
        for (int k = 0; k < arms; k++) {
            for (int i = 0; i < constants; i++) {
                x[k * block + i][k] = 1;
            }
        }
        ActionSet wrapped = ActionSet.wrap(x, arms);
        return () -> {
            for (int k = 0; k < arms; k++) {
                for (int i = 0; i < z.length; i++) {
                    x[k * block + constants + i][k] = z[i];
                }
            }
            return wrapped;
        };
    }

    private Supplier<ActionSet> named() {
        Encoder encoder = Encoder.sparse(EncoderDefinition.builder().build());
        List<Arm> ids = IntStream.range(0, definition.arms)
                .mapToObj(k -> new Arm(Integer.toString(k), Features.NONE))
                .toList();
        return () -> encoder.encodeForNow(definition.context.named(z), ids);
    }

    @Override
    public ActionSet arms(long t) {
        rng.reset(featureSeed, t);
        definition.context.draw(rng, z);
        Truth truth = truths[Segments.of(t, starts)];
        truth.scores(z, scores);
        truth.hidden(rng, hidden);
        return set.get();
    }

    @Override
    public double[] scores() {
        return scores;
    }

    @Override
    public double hidden(int arm) {
        return hidden[arm];
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
