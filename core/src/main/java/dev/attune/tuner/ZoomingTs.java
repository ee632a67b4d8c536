package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Zooming TS with restarts: Thompson sampling over points that are added where the confidence balls of the others leave
 * a gap, restarted in every epoch. The top layer of CDT.
 *
 * <pre>
 *   J active points, A0 candidate region, first the unit cube [0,1]^p with the Euclidean metric
 *   n(v) rewards, f(v) their mean, r(v) = sqrt(13 tau0^2 ln T / (2 n)), s(v) = sqrt(52 pi tau0^2 ln T / n)
 *   removal:     f(v) - f(u) &gt; r(v) + 2 r(u)  =&gt;  u leaves J, its ball leaves A0
 *   activation:  a point of A0 outside all balls enters J and is pulled
 *   selection:   argmax over J of f(v) + s(v) max(1/sqrt(2 pi), N(0,1))
 * </pre>
 *
 * <p>Cost per round: O(|J|) for removal and selection, with |J| Gaussians; the covering oracle O(|J|) in most rounds. No
 * allocation but for a new point.
 *
 * <p>Where the paper is silent: which uncovered point (the oracle's: centre of the largest gap). n and f change when a
 * reward comes; a point without a reward takes no part in removal. A reward of a closed epoch or of a removed point is
 * ignored. Ties go to the point activated first. If the horizon is unknown, its doubling begins an epoch. Any finite
 * reward is accepted: mapping rewards to [0, 1] changes their Lipschitz constant.
 *
 * <p>Departures: the points that cover the box at the start of an epoch are activated one a round instead of all at once,
 * and n counts rewards from 0 with max(n, 1) in r and s, where the paper starts at 1; {@link Start#COVERED} is the
 * paper's form. All points that may be removed are removed in the same round, compared with the best f(v) - r(v); that
 * point itself always stays. For p at least 2 gaps below the oracle's tolerance may stay open.
 *
 * <p>Kang, Hsieh, Lee, "Online continuous hyperparameter optimization for generalized linear contextual bandits", TMLR
 * 2024, Algorithm 1.
 */
public final class ZoomingTs implements Tuner {
    private static final double CLIP = 1 / Math.sqrt(2 * Math.PI);
    private static final long AT_NEXT_ROUND = 0; // an epochStart: rounds are numbered from 1

    private final Horizon horizon;
    private final EpochLength epochLength;
    private final Start start;
    private final ActivePoints J;
    private long total; // T, the horizon in force; 0 before the first round
    private long epochStart; // first round of the epoch

    /** What an epoch begins with. */
    public enum Start {
        /** No point: gaps are closed by one activation a round, and every point is pulled when it is activated. */
        EMPTY,
        /**
         * Line 3 of Algorithm 1: points whose first balls cover the box, all activated before one is pulled, each with n = 1
         * and f = 0. So the first reward y of such a point makes n = 2 and f = y/2; points that are activated later have n = 1
         * and f = y then. The number of points grows as (1/r)^p with the first radius r.
         */
        COVERED
    }

    /** Creates a tuner with the paper's epochs of T2 rounds, and the scale of noise that is safe for rewards in [0, 1]. */
    public ZoomingTs(SettingSpace space, Horizon horizon) {
        this(space, horizon, EpochLength.ofPaper(horizon), NoiseScale.SAFE);
    }

    /** Creates a tuner whose epochs begin with no point. */
    public ZoomingTs(SettingSpace space, Horizon horizon, EpochLength epochLength, NoiseScale noise) {
        this(space, horizon, epochLength, noise, Start.EMPTY);
    }

    /** Creates a tuner with all parameters explicit. */
    public ZoomingTs(SettingSpace space, Horizon horizon, EpochLength epochLength, NoiseScale noise, Start start) {
        this.horizon = horizon;
        this.epochLength = epochLength;
        this.start = start;
        this.J = new ActivePoints(space, noise);
    }

    /** Returns the number of active points, |J|. */
    public int activePoints() {
        return J.size();
    }

    @Override
    public SettingSpace space() {
        return J.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        return J.suggestion(pull(t, rng));
    }

    /** Returns the point to pull at a round. */
    int pull(long t, RandomGenerator rng) {
        if (epochBegins(t)) {
            forget(); // lines 2-3
        } else {
            remove(); // lines 4-5
        }
        if (start == Start.COVERED && J.size() == 0) {
            J.cover(); // line 3
        }
        int v = J.activate(); // lines 7-8
        return v < 0 ? select(rng) : v; // line 10
    }

    /**
     * Forgets all points and begins an epoch with the next round, whose length counts from there. For a caller that knows of
     * a change.
     */
    public void restart() {
        epochStart = AT_NEXT_ROUND;
        forget();
    }

    /** Forgets all points; the current epoch ends when it would have ended. */
    void forget() {
        J.restart(total);
    }

    private boolean epochBegins(long t) {
        if (horizon.at(t) > total) {
            total = horizon.at(t);
            epochStart = t;
            return true;
        }
        if (epochStart == AT_NEXT_ROUND) { // restart() has forgotten the points
            epochStart = t;
            return false;
        }
        long H = epochLength.at(J.space().size(), t);
        if (t - epochStart < H) {
            return false;
        }
        epochStart += (t - epochStart) / H * H; // rounds may be left out
        return true;
    }

    private void remove() {
        double best = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < J.size(); k++) {
            int v = J.at(k);
            if (J.pulls(v) > 0) {
                best = Math.max(best, J.mean(v) - J.radius(v));
            }
        }
        for (int k = J.size() - 1; k >= 0; k--) {
            int u = J.at(k);
            if (J.pulls(u) > 0 && best > J.mean(u) + 2 * J.radius(u)) {
                J.remove(k);
            }
        }
    }

    private int select(RandomGenerator rng) {
        int choice = -1;
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < J.size(); k++) {
            int v = J.at(k);
            double Z = Math.max(CLIP, rng.nextGaussian());
            double I = J.mean(v) + J.deviation(v) * Z; // the paper's I_t(v)
            if (I > largest) {
                choice = v;
                largest = I;
            }
        }
        return choice;
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        J.pay(suggestion, reward); // line 12
    }

    /** The points of the epoch. */
    ActivePoints points() {
        return J;
    }

    @Override
    public TunerMap map() {
        return J.map();
    }

    @Override
    public String stateName() {
        return "ZoomingTS/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(epochs());
        out.writeLong(total);
        out.writeLong(epochStart);
        J.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("epochs", epochs());
        total = in.readLong();
        epochStart = in.readLong();
        J.readState(in);
    }

    private String epochs() {
        return start == Start.EMPTY ? epochLength.toString() : epochLength + " that start covered";
    }
}
