package dev.attune.tuner;

import dev.attune.api.MemoReader;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The active set J of a zooming algorithm in the unit cube, with what was cut from the candidate region A0.
 *
 * <pre>
 *   n(v)  rewards of point v in this epoch        f(v)  their mean, 0 as long as there is none
 *   r(v) = sqrt(c tau0^2 ln T / n)                s(v) = s0 / sqrt(n),  s0 = sqrt(52 pi tau0^2 ln T)
 * </pre>
 *
 * with max(n, 1) for n in both, and c = 13/2 in the paper. A point is known by its number in the epoch, from 0. A point that is removed keeps its
 * number and its ball, with the radius that it had.
 *
 * <p>Paying a point costs O(1), or O(|J|) if tau0 is estimated and has moved. A point's suggestion is made once, when the
 * point is activated, so a round allocates nothing.
 */
final class ActivePoints {
    /** The c of Kang, Hsieh and Lee. */
    static final double C_OF_PAPER = 13.0 / 2;

    private static final int FIRST_ROOM = 16;

    private final SettingSpace space;
    private final NoiseScale noise;
    private final double c;
    private final Balls balls;
    private final Covering covering;
    private final double[] found;

    private long[] n = new long[FIRST_ROOM];
    private double[] f = new double[FIRST_ROOM];
    private double[] rootN = new double[FIRST_ROOM]; // sqrt(max(n, 1))
    private Suggestion[] suggestions = new Suggestion[FIRST_ROOM];
    private int[] active = new int[FIRST_ROOM]; // J, in the order of activation
    private int count;

    private int epoch;
    private long T = 1;
    private double tau0;
    private double r0; // radius after one reward
    private double s0; // deviation after one reward

    // spread of all rewards counted, over all epochs: the noise does not change with what is played
    private long rewards;
    private double mean;
    private double squares; // sum of squared deviations from the mean

    /**
     * What a suggestion carries.
     *
     * @param epoch the epoch of the point, from 1
     * @param point its number in the epoch, from 0
     */
    record Memo(int epoch, int point) {
        static final int LENGTH = 2;

        double[] encode() {
            return new double[] {epoch, point};
        }
    }

    ActivePoints(SettingSpace space, NoiseScale noise) {
        this(space, noise, C_OF_PAPER);
    }

    ActivePoints(SettingSpace space, NoiseScale noise, double c) {
        if (space.size() == 0) {
            throw new IllegalArgumentException("there is nothing to tune: the space has no hyperparameters");
        }
        this.space = space;
        this.noise = noise;
        this.c = c;
        this.balls = new Balls(space.size());
        this.covering = Covering.ofDimension(space.size());
        this.found = new double[space.size()];
    }

    /** Begins an epoch: no points, all of the cube to be covered. */
    void restart(long horizon) {
        epoch = Math.incrementExact(epoch);
        T = horizon;
        count = 0;
        balls.clear();
        covering.clear();
        scale();
    }

    /** Continues with the same points and a longer horizon. */
    void extend(long horizon) {
        T = horizon;
        rescale();
    }

    private void rescale() {
        scale();
        for (int k = 0; k < count; k++) {
            balls.resize(active[k], r0 / rootN[active[k]]);
        }
    }

    private void scale() {
        tau0 = noise.tau0(rewards, squares);
        double logT = StrictMath.log(Math.max(T, 2)); // a horizon of 1 would mean no exploration at all
        r0 = Math.sqrt(c * tau0 * tau0 * logT);
        s0 = Math.sqrt(52 * Math.PI * tau0 * tau0 * logT);
    }

    /** Activates a point that no ball covers; returns its number, or -1 if there is none. */
    int activate() {
        if (!covering.findUncovered(balls, found)) {
            return -1;
        }
        int v = balls.add(found, r0);
        enter(v);
        return v;
    }

    /** Activates points until none is uncovered, each as if it had earned a reward of 0: n(v) = 1, f(v) = 0. */
    void cover() {
        for (int v = activate(); v >= 0; v = activate()) {
            n[v] = 1;
        }
    }

    private void enter(int v) {
        if (v == n.length) {
            n = Arrays.copyOf(n, 2 * v);
            f = Arrays.copyOf(f, 2 * v);
            rootN = Arrays.copyOf(rootN, 2 * v);
            suggestions = Arrays.copyOf(suggestions, 2 * v);
            active = Arrays.copyOf(active, 2 * v);
        }
        n[v] = 0;
        f[v] = 0;
        rootN[v] = 1;
        suggestions[v] = new Suggestion(space.fromUnit(balls.centre(v)), new Memo(epoch, v).encode());
        active[count++] = v;
    }

    /** Takes the k-th active point out of J and its ball out of A0. */
    void remove(int k) {
        balls.freeze(active[k]);
        count--;
        System.arraycopy(active, k + 1, active, k, count - k);
    }

    /** Reads the two numbers that a memo has for a point. */
    Memo decode(MemoReader memo) {
        int when = memo.index("epoch", epoch + 1);
        return new Memo(when, memo.index("point", when == epoch ? balls.size() : Integer.MAX_VALUE));
    }

    /** Counts a reward for the point of a suggestion. */
    void pay(Suggestion past, double y) {
        pay(decode(past.credit(space, Memo.LENGTH, y)), y);
    }

    /** Counts a reward for a point; one of a closed epoch or of a removed point is ignored. */
    void pay(Memo past, double y) {
        int v = past.point;
        if (past.epoch != epoch || balls.frozen[v]) {
            return;
        }
        n[v]++;
        f[v] += (y - f[v]) / n[v];
        rootN[v] = Math.sqrt(n[v]);
        rewards++;
        double gap = y - mean;
        mean += gap / rewards;
        squares += gap * (y - mean);
        balls.resize(v, r0 / rootN[v]);
        if (noise.tau0(rewards, squares) != tau0) {
            rescale();
        }
    }

    /** |J|. */
    int size() {
        return count;
    }

    /** The k-th active point. */
    int at(int k) {
        return active[k];
    }

    /** n(v). */
    long pulls(int v) {
        return n[v];
    }

    /** f(v). */
    double mean(int v) {
        return f[v];
    }

    /** r(v). */
    double radius(int v) {
        return balls.r[v];
    }

    /** s(v). */
    double deviation(int v) {
        return s0 / rootN[v];
    }

    Memo memo(int v) {
        return new Memo(epoch, v);
    }

    Suggestion suggestion(int v) {
        return suggestions[v];
    }

    SettingSpace space() {
        return space;
    }

    /** All balls, those of removed points included. */
    Balls balls() {
        return balls;
    }

    /** The oracle. */
    Covering covering() {
        return covering;
    }

    /** The active points with what their balls cover. */
    TunerMap.Zoomed map() {
        List<TunerMap.Ball> all = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            int v = active[k];
            Setting center = suggestions[v].setting();
            all.add(new TunerMap.Ball(center, edge(v, -balls.r[v]), edge(v, balls.r[v]), n[v], f[v]));
        }
        return new TunerMap.Zoomed(epoch, all);
    }

    private Setting edge(int v, double offset) {
        double[] u = balls.centre(v);
        for (int l = 0; l < u.length; l++) {
            u[l] = Math.min(1, Math.max(0, u[l] + offset));
        }
        return space.fromUnit(u);
    }

    void writeState(StateWriter out) {
        out.writeString(kind());
        out.writeInt(epoch);
        out.writeLong(T);
        out.writeLong(rewards);
        out.writeDouble(mean);
        out.writeDouble(squares);
        balls.writeState(out);
        for (int v = 0; v < balls.size(); v++) {
            out.writeLong(n[v]);
            out.writeDouble(f[v]);
        }
        covering.writeState(out);
    }

    void readState(StateReader in) {
        in.expect("points", kind());
        epoch = in.readCount(Integer.MAX_VALUE);
        T = in.readLong();
        rewards = in.readLong();
        mean = in.readDouble();
        squares = in.readDouble();
        scale();
        balls.readState(in);
        count = 0;
        for (int v = 0; v < balls.size(); v++) {
            enter(v);
            if (balls.frozen[v]) {
                count--;
            }
            n[v] = in.readLong();
            f[v] = in.readDouble();
            rootN[v] = Math.sqrt(Math.max(n[v], 1));
        }
        covering.readState(in, balls);
    }

    private String kind() {
        return "in " + space.size() + " dimensions with noise " + noise;
    }
}
