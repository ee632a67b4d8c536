package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.Setting;
import dev.attune.encode.Arm;
import dev.attune.encode.Encoder;
import dev.attune.encode.EncoderDefinition;
import dev.attune.encode.Features;
import dev.attune.lab.data.LabelledContexts;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A classification table as a bandit: a round is a row, an arm is a class, and only the reward of the chosen class is revealed.
 *
 * <p>Each arm has coefficients of its own: its features are the context in the arm's block and zero elsewhere, d = arms *
 * (context + constant). Rows come in an order drawn from the seed, each once.
 *
 * <p>With sparse arms, the context is the row as named features, and an arm is its class as an id. A table with too many words for vectors has sparse
 * arms only.
 */
final class ClassificationEnvironment extends DataEnvironment {
    private static final int MOST_FEATURES = 5000;

    private final String name;
    private final LabelledContexts data;
    private final double[][] reward; // [right class][arm]
    private final double[] best; // by right class
    private final String whySparse;

    /** Creates an environment with a reward of 1 for the right class and 0 for the others. */
    ClassificationEnvironment(String name, LabelledContexts data, String fingerprint) {
        this(name, data, rightOrWrong(data.classes().size()), fingerprint);
    }

    private static double[][] rightOrWrong(int classes) {
        double[][] reward = new double[classes][classes];
        for (int arm = 0; arm < classes; arm++) {
            reward[arm][arm] = 1;
        }
        return reward;
    }

    /** Creates an environment with rewards {@code [right class][arm]}. */
    ClassificationEnvironment(String name, LabelledContexts data, double[][] reward, String fingerprint) {
        this(name, data, reward, fingerprint, whySparse(data), !whySparse(data).isEmpty());
    }

    private ClassificationEnvironment(
            String name,
            LabelledContexts data,
            double[][] reward,
            String fingerprint,
            String whySparse,
            boolean sparse) {
        super(name, sparse ? 0 : data.classes().size() * data.features(), data.rows(), fingerprint);
        this.name = name;
        this.data = data;
        this.reward = reward;
        this.best = Arrays.stream(reward)
                .mapToDouble(row -> Arrays.stream(row).max().orElseThrow())
                .toArray();
        this.whySparse = whySparse;
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
                        + MOST_FEATURES + "; ignore columns with many different words";
    }

    @Override
    public Optional<Environment> sparse() {
        return Optional.of(
                dimension() == 0
                        ? this
                        : new ClassificationEnvironment(name, data, reward, fingerprint(), whySparse, true));
    }

    @Override
    public String whySparse() {
        return whySparse;
    }

    @Override
    DataRounds rounds(long seed, long horizon) {
        return new RowRounds(seed, horizon, dimension() == 0 ? named() : vectors());
    }

    /** Makes the arms of a row, which the next call may overwrite. */
    private IntFunction<ActionSet> vectors() {
        double[][] x = new double[dimension()][ArmForms.rowLength(best.length)];
        return row -> {
            double[] context = data.context(row);
            for (int arm = 0; arm < best.length; arm++) {
                for (int i = 0; i < context.length; i++) {
                    x[arm * context.length + i][arm] = context[i]; // all else stays zero
                }
            }
            return ActionSet.wrap(x, best.length);
        };
    }

    /** Makes the sparse arms of a row, which the next call may overwrite. */
    private IntFunction<ActionSet> named() {
        Encoder encoder = Encoder.sparse(EncoderDefinition.builder().build());
        List<Arm> arms =
                data.classes().stream().map(id -> new Arm(id, Features.NONE)).toList();
        return row -> encoder.encodeForNow(data.named(row), arms);
    }

    private final class RowRounds extends DataRounds {
        private final int[] order;
        private final IntFunction<ActionSet> arms;
        private int right;

        RowRounds(long seed, long horizon, IntFunction<ActionSet> arms) {
            super(horizon);
            this.arms = arms;
            this.order = Shuffle.shuffled(data.rows(), new RoundRandom(seed, 0));
        }

        @Override
        ActionSet arms(long round) {
            int row = order[(int) round - 1];
            right = data.label(row);
            return arms.apply(row);
        }

        @Override
        public double reward(int arm, Setting setting) {
            return reward[right][arm];
        }

        @Override
        public double regret(int arm, Setting setting) {
            return best[right] - reward(arm, setting);
        }
    }
}
