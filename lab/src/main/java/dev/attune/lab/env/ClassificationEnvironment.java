package dev.attune.lab.env;

import dev.attune.api.ActionSet;
import dev.attune.api.RewardRange;
import dev.attune.api.Setting;
import dev.attune.lab.data.LabelledContexts;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.Arrays;

/**
 * A classification table as a bandit: a round is a row, an arm is a class, and only the reward of the class that was named is
 * told.
 *
 * <p>Each arm has coefficients of its own: its features are the context in the arm's block and zero elsewhere, d = arms *
 * (context + constant). Rows come in an order drawn from the seed, each once.
 */
final class ClassificationEnvironment implements Environment {
    private static final int MOST_FEATURES = 5000;

    private final String name;
    private final LabelledContexts data;
    private final double[][] reward; // [right class][arm]
    private final double[] best; // by right class
    private final String fingerprint;

    /** Rewards are 1 for the right class and 0 for the others. */
    static double[][] rightOrWrong(int classes) {
        double[][] reward = new double[classes][classes];
        for (int arm = 0; arm < classes; arm++) {
            reward[arm][arm] = 1;
        }
        return reward;
    }

    ClassificationEnvironment(String name, LabelledContexts data, double[][] reward, String fingerprint) {
        this.name = name;
        this.data = data;
        this.reward = reward;
        this.best = Arrays.stream(reward)
                .mapToDouble(row -> Arrays.stream(row).max().orElseThrow())
                .toArray();
        this.fingerprint = fingerprint;
        if (dimension() > MOST_FEATURES) {
            throw new IllegalArgumentException("environment " + name + ": " + best.length + " classes with "
                    + data.features() + " features each make d = " + dimension() + ", more than " + MOST_FEATURES
                    + "; ignore columns with many different words");
        }
    }

    @Override
    public int dimension() {
        return best.length * data.features();
    }

    @Override
    public RewardRange rewards() {
        return RewardRange.UNIT;
    }

    @Override
    public long mostRounds() {
        return data.rows();
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public Rounds open(long seed, long horizon) {
        return new RowRounds(seed, new RoundCounter(name, horizon, data.rows()));
    }

    private final class RowRounds implements Rounds {
        private final RoundCounter counter;
        private final int[] order = new int[data.rows()];
        private final double[][] x = new double[dimension()][ArmForms.rowLength(best.length)];
        private int right;

        RowRounds(long seed, RoundCounter counter) {
            this.counter = counter;
            Shuffle.fill(order);
            Shuffle.draw(order, order.length, new RoundRandom(seed, 0));
        }

        @Override
        public ActionSet next() {
            int row = order[(int) counter.next() - 1];
            double[] context = data.context(row);
            right = data.label(row);
            for (int arm = 0; arm < best.length; arm++) {
                for (int i = 0; i < context.length; i++) {
                    x[arm * context.length + i][arm] = context[i]; // all else stays zero
                }
            }
            return ActionSet.wrap(x, best.length);
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
