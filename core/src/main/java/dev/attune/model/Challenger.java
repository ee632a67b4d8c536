package dev.attune.model;

import dev.attune.api.Forgetting;
import dev.attune.state.Checkpoint;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Detects that the world has changed, and forgets: young models learn beside the main one, and one of them takes its
 * place when it has predicted the rewards better for long enough.
 *
 * <pre>
 *   young models restart every 300 and every 1200 rewards
 *   before a reward y of x is learnt, of each model with the same noise s, that of the main model:
 *     l = ln N(y; x' theta, s^2 (1 + x' V^-1 x))          of a generalized linear model, the likelihood of its {@link Link}
 *   C = max(0, C + clip(l_young - l_main, -1, 1))         from the young model's 2d-th reward on
 *   C above 10 + d/16 + a + 2 ln(1 + a) + 5 max(0, c - 3), after n rewards and c alarms, a = ln(1 + n/3000):
 *     the young model becomes the main one, and all restart
 *   with a block of coefficients for each arm: d and the rewards are those of the arm's block
 * </pre>
 *
 * <p>exp(C) passes exp(h) at most once in some exp(h) rewards by chance, so a threshold that stayed the same would
 * replace every model in a long life.
 * This one makes the expected number of false alarms over any life finite: that of the n-th reward falls as 1 / (n
 * ln(n)^2).
 *
 * <p>A model that cannot be right fits what the policy chooses. If rewards are late, its decisions, the data that
 * they make and its fit may chase each
 * other, and every young model predicts better for a while without being better. So each alarm after the third asks
 * for more evidence: a change of the world
 * provides it.
 *
 * <p>The noise must be common to all models: a young model that has only seen the best arm, whose rewards may vary less
 * than others, would win by its smaller noise alone. Clipping bounds what a single reward of a heavy-tailed
 * distribution can do.
 *
 * <p>The scores are prequential: every reward judges predictions made before it was known, so no bandit is needed to
 * compare the models. Restarting a tuner cannot do this: what is out of date is the model.
 *
 * <p>Two young models that started together have learnt the same, and are one object until the first of them restarts.
 *
 * <p>Cost: up to two more model updates per reward. Page, "Continuous inspection schemes", Biometrika 1954.
 *
 * @param <M> the model
 */
final class Challenger<M extends Challenged<M>> {
    private static final int[] PERIODS = {300, 1200};
    private static final int[] NEVER = {}; // no challengers: nothing is ever forgotten
    private static final double THRESHOLD = 10;
    private static final double YOUTH = 3000; // rewards
    private static final double THRESHOLD_PER_COEFFICIENT = 1.0 / 16;
    private static final double THRESHOLD_PER_CHANGE = 5;
    private static final long FEW_CHANGES = 3;

    private final int[] periods;
    private final double[] cusum;
    private final List<M> young =
            new ArrayList<>(); // one for each period, from the first reward on; the same while they start together
    private long rewards;
    private long changes;
    private long lastChange;

    /** Challenges a model if changes are to be detected; otherwise only teaches it. */
    Challenger(Forgetting forgetting) {
        this.periods = forgetting.detects() ? PERIODS : NEVER;
        this.cusum = new double[periods.length];
    }

    /** Returns whether changes are detected. */
    boolean detects() {
        return periods.length > 0;
    }

    /** Teaches a reward to the main model and its challengers; replaces the main model if it has fallen behind. */
    void teach(M main, double[] x, double y) {
        if (!detects()) {
            main.absorb(x, y);
            return;
        }
        if (young.isEmpty()) {
            start(main);
        }
        rewards++;
        double noise = main.noise();
        double standing = main.logLikelihood(x, y, noise);
        int winner = -1;
        for (int i = 0; i < periods.length; i++) {
            M challenger = young.get(i);
            if (challenger.known(x) >= 2L * main.width()) {
                double gain = challenger.logLikelihood(x, y, noise) - standing;
                cusum[i] = Math.max(0, cusum[i] + (gain > -1 ? Math.min(1, gain) : -1));
                winner = winner < 0 && cusum[i] > threshold(main) ? i : winner;
            }
        }
        for (int i = 0; i < periods.length; i++) {
            if (isFirst(i)) {
                young.get(i).absorb(x, y);
            }
        }
        main.absorb(x, y);
        if (winner >= 0) {
            main.become(young.get(winner));
            changes++;
            lastChange = rewards;
        }
        Optional<M> fresh = Optional.empty();
        for (int i = 0; i < periods.length; i++) {
            if (winner >= 0 || young.get(i).count() >= periods[i]) {
                fresh = Optional.of(fresh.orElseGet(main::young));
                young.set(i, fresh.get());
                cusum[i] = 0;
            }
        }
    }

    private void start(M main) {
        young.addAll(Collections.nCopies(periods.length, main.young()));
    }

    /** Returns whether a young model is not the same object as one before it. */
    private boolean isFirst(int i) {
        return i == 0 || young.get(i) != young.get(i - 1);
    }

    /** Restarts the young models with the next reward: the main model has other coefficients. */
    void restart() {
        young.clear();
        Arrays.fill(cusum, 0);
    }

    private double threshold(M main) {
        double age = StrictMath.log(1 + rewards / YOUTH);
        return THRESHOLD
                + THRESHOLD_PER_COEFFICIENT * main.width()
                + age
                + 2 * StrictMath.log(1 + age)
                + THRESHOLD_PER_CHANGE * Math.max(0, changes - FEW_CHANGES);
    }

    /** Returns the young models, each once, for what has to happen to all models at once. */
    List<M> young() {
        List<M> each = new ArrayList<>();
        for (int i = 0; i < young.size(); i++) {
            if (isFirst(i)) {
                each.add(young.get(i));
            }
        }
        return each;
    }

    int[] periods() {
        return periods;
    }

    /** Returns how often the main model was replaced. */
    long changes() {
        return changes;
    }

    /** Returns the number of rewards after which the main model was last replaced; 0 if it never was. */
    long lastChange() {
        return lastChange;
    }

    /** Writes all state, with the young models or as if they were yet to start. */
    void writeState(StateWriter out, boolean withYoung) {
        if (detects()) {
            out.writeInt(withYoung ? young.size() : 0);
            for (int i = 0; withYoung && i < young.size(); i++) {
                young.get(i).writeState(out);
            }
        }
        out.writeDoubles(withYoung ? cusum : new double[cusum.length]);
        out.writeLong(changes);
        if (detects()) {
            out.writeLong(lastChange);
            out.writeLong(rewards);
        }
    }

    private static <M extends Challenged<M>> boolean sameState(M one, M other) {
        return one.count() == other.count()
                && Arrays.equals(Checkpoint.seal("", one::writeState), Checkpoint.seal("", other::writeState));
    }

    /** Reads what {@link #writeState} wrote; the main model has been read before. */
    void readState(M main, StateReader in) {
        if (detects()) {
            young.clear();
            if (in.readCount(periods.length) > 0) {
                for (int i = 0; i < periods.length; i++) {
                    M model = main.young();
                    model.readState(in);
                    young.add(i > 0 && sameState(model, young.get(i - 1)) ? young.get(i - 1) : model);
                }
            }
        }
        in.readDoubles(cusum);
        changes = in.readTally();
        if (detects()) {
            lastChange = in.readTally();
            rewards = in.readTally();
        }
    }
}
