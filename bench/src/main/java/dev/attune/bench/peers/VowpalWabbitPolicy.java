package dev.attune.bench.peers;

import dev.attune.api.ActionSet;
import dev.attune.api.Policy;
import dev.attune.api.Require;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Terms;
import dev.attune.bench.peers.VowpalWabbit.Choice;
import dev.attune.bench.peers.VowpalWabbit.Learner;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import dev.attune.tuner.RewardScale;
import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A learner of Vowpal Wabbit as a policy without hyperparameters, for comparison in runs.
 *
 * <p>The features of a vector are those of the arm. Of a sparse set, the terms of the context are one namespace and those of an arm another, and their
 * pairs are features as well ({@code -q}). The cost is 1 - reward, with rewards mapped to [0, 1] by the range of 0, 1 and those seen so far: RegCB assumes costs in that
 * range, and all three explorations lose less that way where rewards are far outside of it.
 *
 * <p>Vowpal Wabbit learns from all arms of a round and the probability of the choice, an update has the features of the pulled arm alone. So the last
 * {@value #MOST_OPEN} rounds without a reward are kept, and a reward is that of the oldest of them with these features. A reward of any other
 * arm counts as that of a round with one arm.
 *
 * <p>The learner is opened by the first call that needs it, and its memory outside of the Java heap is freed by {@link #close()}, or when this object
 * is collected. State cannot be saved.
 */
final class VowpalWabbitPolicy implements Policy, AutoCloseable {
    private static final int MOST_OPEN = 2000;
    private static final Cleaner CLEANER = Cleaner.create();

    private final VowpalWabbit peer;
    private final String name;
    private final String options;
    private final int dimension;
    private final RewardScale scale = RewardScale.learnt();
    private final ArrayDeque<Open> open = new ArrayDeque<>();
    private @Nullable Learner learner;
    private Cleaner.@Nullable Cleanable cleanable;

    /** A round that waits for its reward. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Open(double[] x, String[] example, Choice choice) {}

    /**
     * Creates a policy.
     *
     * @param options of the exploration
     * @param dimension number of features of an arm; 0 for sparse arms
     */
    VowpalWabbitPolicy(VowpalWabbit peer, String name, String options, int dimension) {
        this.peer = peer;
        this.name = name;
        this.options = dimension == 0 ? "-q wa " + options : options;
        this.dimension = dimension;
        scale.toUnit(0); // rewards in [0, 1] stay as they are
        scale.toUnit(1);
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public SettingSpace space() {
        return SettingSpace.EMPTY;
    }

    private Learner learner() {
        if (learner == null) {
            Learner opened = peer.learner(options);
            cleanable = CLEANER.register(this, opened::close);
            learner = opened;
        }
        return learner;
    }

    @Override
    public int select(ActionSet arms, Setting setting, RandomGenerator rng) {
        check(arms);
        space().require(setting);
        String[] example = arms.isSparse() ? sparse(arms) : dense(arms);
        Choice choice = learner().choose(example, rng.nextDouble());
        if (open.size() == MOST_OPEN) {
            open.remove();
        }
        open.add(new Open(arms.features(choice.arm()), example, choice));
        return choice.arm();
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        double cost = 1 - scale.toUnit(y);
        for (Iterator<Open> rounds = open.iterator(); rounds.hasNext(); ) {
            Open round = rounds.next();
            if (Arrays.equals(round.x, x)) {
                rounds.remove();
                learner().learn(round.example, round.choice, cost);
                return;
            }
        }
        learner().learn(alone(x), new Choice(0, 1), cost);
    }

    private static String[] dense(ActionSet arms) {
        String[] lines = new String[arms.arms()];
        Arrays.setAll(lines, arm -> line(arms.features(arm)));
        return lines;
    }

    private static String line(double[] x) {
        StringBuilder line = new StringBuilder("|a");
        for (int i = 0; i < x.length; i++) {
            feature("f" + i, x[i], line);
        }
        return line.toString();
    }

    private static String[] sparse(ActionSet arms) {
        String[] lines = new String[1 + arms.arms()];
        lines[0] = VowpalWabbit.SHARED
                + line("|w", arms.context(), 0, arms.context().size());
        for (int k = 0; k < arms.arms(); k++) {
            lines[1 + k] = line("|a", arms.own(), arms.start(k), arms.end(k));
        }
        return lines;
    }

    private static String line(String namespace, Terms terms, int from, int to) {
        StringBuilder line = new StringBuilder(namespace);
        for (int i = from; i < to; i++) {
            feature(name(terms.key(i)), terms.value(i), line);
        }
        return line.toString();
    }

    /** Returns an example of one arm, by the features of which it was pulled. */
    private String[] alone(double[] x) {
        if (dimension > 0) {
            return new String[] {line(x)};
        }
        StringBuilder context = new StringBuilder(VowpalWabbit.SHARED + "|w");
        StringBuilder own = new StringBuilder("|a");
        for (int at = 0; at < x.length; ) { // groups of joined terms, see ActionSet.features
            int ofContext = (int) x[at];
            int all = ofContext + (int) x[at + 1];
            at += 2;
            for (int i = 0; i < all; i++, at += 3) {
                feature(name(ActionSet.key(x, at)), x[at + 2], i < ofContext ? context : own);
            }
        }
        return new String[] {context.toString(), own.toString()};
    }

    private static String name(long key) {
        return "x" + Long.toHexString(key);
    }

    private static void feature(String name, double value, StringBuilder line) {
        if (value != 0) {
            line.append(' ').append(name).append(':').append((float) value);
        }
    }

    /** Frees the learner. */
    @Override
    public void close() {
        if (cleanable != null) {
            cleanable.clean();
            cleanable = null;
            learner = null;
        }
    }

    @Override
    public String stateName() {
        return name;
    }

    @Override
    public void writeState(StateWriter out) {
        throw new UnsupportedOperationException(name + " takes part in runs only: its state cannot be saved");
    }

    @Override
    public void readState(StateReader in) {
        throw new UnsupportedOperationException(name + " takes part in runs only: its state cannot be read");
    }
}
