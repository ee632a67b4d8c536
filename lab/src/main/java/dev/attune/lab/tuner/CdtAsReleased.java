package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.lab.tuner.ReleasedPoints.Point;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * The top layer of CDT as the authors' published code does it, which is not what their paper writes. For the reproduction
 * only: this form comes close to what the paper prints for LinTS, the written one does not. {@link dev.attune.tuner.ZoomingTs} is
 * the algorithm. The code exists in several versions; this is the one with restarts.
 *
 * <pre>
 *   start of an epoch:  one point, uniform in (0.3, 0.7) of the search box
 *   n(v) rewards of point v, f(v) their mean, r(v) = sqrt(13/2 ln T / n), s(v) = sqrt(13 / n)
 *   activation:         a point in the first gap that the balls leave, {@link ReleasedPoints}
 *   selection:          argmax of f(v) + s(v)
 * </pre>
 *
 * <p>How it differs from the paper's Algorithm 1: nothing is drawn, so it is no Thompson sampling; s has no ln T; tau0 is 1;
 * nothing is removed. Rewards are learnt as they are. The first ball covers the box for the first 120 to 250 rewards; then a
 * point at one of its ends is added, later one at the other end, and that is nearly all that happens within T2 rounds: 3 to
 * 5 points an epoch.
 *
 * <p>The search box contains 0, which the paper's does not: {@link ReleasedBox}.
 *
 * <p>Departures from the published code: a batch of SGD-TS pays its rewards one by one and to the setting that earned them;
 * there they are summed up, and paid to the setting of the next batch.
 *
 * <p>Kang, Hsieh, Lee, "Online continuous hyperparameter optimization for generalized linear contextual bandits", TMLR 2024:
 * the code published with it.
 */
public final class CdtAsReleased implements Tuner {
    private static final double LOW = 0.3;
    private static final double HIGH = 0.7;

    private final ReleasedPoints points;
    private final long T2;

    /**
     * Creates a tuner of one or two hyperparameters.
     *
     * @param space with the search box
     * @param horizon T, all rounds, those of the warm-up too
     * @param T2 length of an epoch
     */
    public CdtAsReleased(SettingSpace space, Horizon horizon, long T2) {
        if (T2 < 1) {
            throw new IllegalArgumentException("T2 = " + T2 + " must be at least 1");
        }
        double c = 13.0 / 2;
        this.points =
                new ReleasedPoints(space, Math.sqrt(c * StrictMath.log(Math.max(2, horizon.at(1)))), Math.sqrt(2 * c));
        this.T2 = T2;
    }

    @Override
    public SettingSpace space() {
        return points.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        long epoch = (t - 1) / T2;
        if (epoch != points.epoch()) {
            return points.restart(epoch, LOW, HIGH, rng).suggestion();
        }
        Point added = points.activate(rng);
        return (added == null ? best() : added).suggestion();
    }

    private Point best() {
        Point best = points.points().get(0);
        for (Point v : points.points()) {
            if (v.mean() + v.deviation() > best.mean() + best.deviation()) {
                best = v;
            }
        }
        return best;
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        points.pay(suggestion, reward);
    }

    /** Number of points in the epoch under way. */
    int size() {
        return points.points().size();
    }

    @Override
    public TunerMap map() {
        return points.map();
    }

    @Override
    public String stateName() {
        return "CDT as released/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(Long.toString(T2));
        points.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("epochs of", Long.toString(T2));
        points.readState(in);
    }
}
