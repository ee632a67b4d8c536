package dev.attune.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.Tuner;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * Zooming TS with restarts: Thompson sampling over points that are added where the confidence balls of the others leave
 * a gap, begun anew in every epoch. The top layer of CDT.
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
 * <p>Where the paper is silent: which uncovered point (the oracle's: centre of the largest gap). The first points of an
 * epoch are activated one a round instead of all at once. n and f change when a reward comes, so a point without a
 * reward has f = 0 and the radius of one reward; it takes no part in removal, for nothing is known about it. A reward of
 * a closed epoch or of a removed point is left aside. Ties go to the point activated first. If the horizon is unknown,
 * its doubling begins an epoch.
 *
 * <p>Departures: all points that may be removed are removed in the same round, compared with the best f(v) - r(v); that
 * point itself always stays. n counts rewards from 0 with max(n, 1) in r and s, where the paper starts at 1. For p at
 * least 2 gaps below the oracle's tolerance may stay open.
 *
 * <p>Kang, Hsieh, Lee, "Online continuous hyperparameter optimization for generalized linear contextual bandits", TMLR
 * 2024, Algorithm 1.
 */
public final class ZoomingTs implements Tuner {
    private static final double CLIP = 1 / Math.sqrt(2 * Math.PI);

    private final Horizon horizon;
    private final EpochLength epochLength;
    private final ActivePoints J;
    private long total; // T, the horizon in force; 0 before the first round
    private long epochStart; // first round of the epoch

    /** With the paper's epochs of T2 rounds, and the scale of noise that is safe for rewards in [0, 1]. */
    public ZoomingTs(SettingSpace space, Horizon horizon) {
        this(space, horizon, EpochLength.ofPaper(), NoiseScale.SAFE);
    }

    /** With everything of choice. */
    public ZoomingTs(SettingSpace space, Horizon horizon, EpochLength epochLength, NoiseScale noise) {
        this.horizon = horizon;
        this.epochLength = epochLength;
        this.J = new ActivePoints(space, noise);
    }

    /** Number of active points, |J|. */
    public int activePoints() {
        return J.size();
    }

    @Override
    public SettingSpace space() {
        return J.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        if (epochBegins(t)) {
            restart(); // lines 2-3
        } else {
            remove(); // lines 4-5
        }
        int v = J.activate(); // lines 7-8
        if (v < 0) {
            v = select(rng); // line 10
        }
        return J.suggestion(v);
    }

    /** Lines 2-3: forgets all points. A caller who knows of a change may do so at any time; a new epoch begins. */
    public void restart() {
        J.restart(total);
    }

    private boolean epochBegins(long t) {
        if (horizon.at(t) > total) {
            total = horizon.at(t);
            epochStart = t;
            return true;
        }
        long H = epochLength.at(horizon, J.space().size(), t);
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
        Credit.require(J.space(), suggestion, ActivePoints.MEMO, reward);
        J.pay(suggestion.memo(), reward); // line 12
    }

    /**
     * As {@link #observe}, for any finite reward. For a caller whose rewards have the scale that the search box was laid out
     * for: squeezing them into [0, 1] would change their Lipschitz constant.
     */
    public void learn(Suggestion suggestion, double y) {
        Credit.requireFinite(J.space(), suggestion, ActivePoints.MEMO, y);
        J.pay(suggestion.memo(), y);
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
        out.writeString(epochLength.toString());
        out.writeLong(total);
        out.writeLong(epochStart);
        J.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("epochs", epochLength.toString());
        total = in.readLong();
        epochStart = in.readLong();
        J.readState(in);
    }
}
