package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.Features;
import dev.attune.lab.data.LabelledContexts;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table as a bandit: a round is a row, and only the reward of the chosen arm is revealed. An arm is a class, with rewards for each right class; or it is a
 * column of rewards, and an arm whose reward is missing in a row is not on offer.
 *
 * <p>Each arm has coefficients of its own: its features are the context in the arm's block and zero elsewhere, d = arms *
 * (context + constant). Rows come in an order drawn from the seed, each once.
 *
 * <p>With sparse arms, the context is the row as named features, and an arm is its class as an id. For policies with a model for each arm, the features of an
 * arm are its number and the context. A table with too many words for vectors has sparse arms only.
 */
final class ClassificationEnvironment extends DataEnvironment {
    private static final int MOST_FEATURES = 5000;

    private final LabelledContexts data;
    private final double[][] reward; // [label of the row][arm]; NaN if the arm is not on offer
    private final Form form;
    private final List<String> notes;

    /** The forms of an arm's features. */
    private enum Form {
        VECTORS,
        NAMED,
        BLOCKS
    }

    /**
     * Creates an environment with rewards {@code [label of the row][arm]}.
     *
     * @param notes how the table was read, beside what the contexts say
     */
    ClassificationEnvironment(
            String name, LabelledContexts data, double[][] reward, String fingerprint, List<String> notes) {
        this(
                name,
                data,
                reward,
                fingerprint,
                whySparse(data).isEmpty() ? Form.VECTORS : Form.NAMED,
                Stream.concat(data.notes().stream(), notes.stream()).toList());
    }

    private ClassificationEnvironment(
            String name, LabelledContexts data, double[][] reward, String fingerprint, Form form, List<String> notes) {
        super(name, dimension(data, form), Outcome.EXACT, data.rows(), fingerprint);
        this.data = data;
        this.reward = reward;
        this.form = form;
        this.notes = notes;
    }

    private static int dimension(LabelledContexts data, Form form) {
        return switch (form) {
            case VECTORS -> data.classes().size() * data.features();
            case NAMED -> 0;
            case BLOCKS -> 1 + data.features();
        };
    }

    private static String whySparse(LabelledContexts data) {
        if (data.columnOfManyWords().isPresent()) {
            return "column " + data.columnOfManyWords().get() + " has more than 1,000 different words";
        }
        int arms = data.classes().size();
        long dimension = (long) arms * data.features();
        return dimension <= MOST_FEATURES
                ? ""
                : arms + " classes with " + data.features() + " features each make d = " + dimension + ", more than "
                        + MOST_FEATURES
                        + "; ignore columns with many different words, or use a policy with a model for each"
                        + " arm, such as LinUCB-disjoint";
    }

    private Environment as(Form other) {
        return other == form ? this : new ClassificationEnvironment(name, data, reward, fingerprint(), other, notes);
    }

    @Override
    public Optional<Environment> sparse() {
        return Optional.of(as(Form.NAMED));
    }

    @Override
    public Optional<Environment> perArm() {
        return data.columnOfManyWords().isPresent() ? Optional.empty() : Optional.of(as(Form.BLOCKS));
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public String whySparse() {
        return whySparse(data);
    }

    @Override
    World world(long seed, long horizon) {
        int[] order = Shuffle.shuffled(data.rows(), new RoundRandom(seed, 0));
        Arms arms = switch (form) {
            case VECTORS -> vectors();
            case NAMED -> named();
            case BLOCKS -> blocks();
        };
        return (t, rng) -> {
            int row = order[(int) t - 1];
            double[] rewards = reward[data.label(row)];
            int[] offer = IntStream.range(0, rewards.length)
                    .filter(arm -> Double.isFinite(rewards[arm]))
                    .toArray();
            return new World.Round(
                    arms.of(row, offer),
                    Arrays.stream(offer).mapToDouble(arm -> rewards[arm]).toArray());
        };
    }

    /** Makes the arms of a row that are on offer; the next call may overwrite them. */
    private interface Arms {
        ActionSet of(int row, int[] offer);
    }

    private Arms vectors() {
        DisjointVectors vectors = new DisjointVectors(data.classes().size(), data.features());
        return (row, offer) -> vectors.of(data.context(row), offer);
    }

    private Arms blocks() {
        double[][] x = new double[dimension()][ArmForms.rowLength(data.classes().size())];
        return (row, offer) -> {
            double[] context = data.context(row);
            for (int k = 0; k < offer.length; k++) {
                x[0][k] = offer[k];
            }
            for (int i = 0; i < context.length; i++) {
                Arrays.fill(x[1 + i], 0, offer.length, context[i]);
            }
            return ActionSet.wrap(x, offer.length);
        };
    }

    private Arms named() {
        Encoder encoder = World.encoder();
        List<Arm> arms =
                data.classes().stream().map(id -> new Arm(id, Features.NONE)).toList();
        return (row, offer) -> encoder.encodeForNow(
                data.named(row), Arrays.stream(offer).mapToObj(arms::get).toList());
    }
}
