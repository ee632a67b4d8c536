package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.LoggedEvent;
import dev.attune.lab.log.Skipped;
import dev.attune.math.RoundRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A log of clicks whose truth is known: the mean reward and the propensity of each arm in each of a few contexts. */
final class KnownLog implements DecisionLog {
    private final long seed;
    private final int events;
    private final double[][] mean; // [context][arm]
    private final double[][] propensity;
    private final double[][] claimed;
    private boolean blind;

    KnownLog(long seed, int events, double[][] mean, double[][] propensity) {
        this(seed, events, mean, propensity, propensity);
    }

    /** A log whose propensities are others than those by which its arms were chosen; NaN for unknown. */
    KnownLog(long seed, int events, double[][] mean, double[][] propensity, double[][] claimed) {
        this.claimed = claimed;
        this.seed = seed;
        this.events = events;
        this.mean = mean;
        this.propensity = propensity;
    }

    /** Leaves the context out of the events, so that no model of them can be right. */
    KnownLog withoutContext() {
        blind = true;
        return this;
    }

    static double[][] uniform(int contexts, int arms) {
        double[][] p = new double[contexts][arms];
        for (double[] row : p) {
            Arrays.fill(row, 1.0 / arms);
        }
        return p;
    }

    /** What a policy earns that chooses arms with these probabilities in each context. */
    double truth(double[][] policy) {
        double sum = 0;
        for (int x = 0; x < mean.length; x++) {
            for (int k = 0; k < mean[x].length; k++) {
                sum += policy[x][k] * mean[x][k] / mean.length;
            }
        }
        return sum;
    }

    double truth(int arm) {
        double sum = 0;
        for (double[] row : mean) {
            sum += row[arm] / mean.length;
        }
        return sum;
    }

    int arms() {
        return mean[0].length;
    }

    int contexts() {
        return mean.length;
    }

    static int context(LoggedEvent event) {
        return Integer.parseInt(event.id());
    }

    @Override
    public long bytes() {
        return events;
    }

    @Override
    public Skipped read(Consumer<LoggedEvent> consumer, LongConsumer progress) {
        List<Arm> arms = new ArrayList<>();
        for (int k = 0; k < arms(); k++) {
            arms.add(new Arm("a" + k, Features.NONE));
        }
        for (int i = 0; i < events; i++) {
            RoundRandom random = new RoundRandom(seed, i);
            int x = random.nextInt(mean.length);
            double u = random.nextDouble();
            int k = 0;
            while (k < arms() - 1 && u >= propensity[x][k]) {
                u -= propensity[x][k++];
            }
            double reward = random.nextDouble() < mean[x][k] ? 1 : 0;
            consumer.accept(new LoggedEvent(
                    Integer.toString(x),
                    i,
                    blind ? Features.NONE : Features.of("x", "c" + x),
                    arms,
                    k,
                    claimed[x][k],
                    reward,
                    1));
            progress.accept(i + 1);
        }
        return Skipped.NOTHING;
    }

    /** Returns vectors with one feature for each pair of context and arm. */
    ActionSet vectors(LoggedEvent event) {
        double[][] rows = new double[arms()][dimension()];
        for (int k = 0; k < arms(); k++) {
            rows[k][context(event) * arms() + k] = 1;
        }
        return ActionSet.ofRows(rows);
    }

    int dimension() {
        return contexts() * arms();
    }
}
