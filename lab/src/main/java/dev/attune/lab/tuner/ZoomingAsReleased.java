package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.lab.tuner.ReleasedPoints.Point;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Zooming TS, and the Zooming that it is compared with, as the authors' published code for the switching functions does them.
 * For the reproduction only: {@link dev.attune.tuner.ZoomingTs} and {@link dev.attune.tuner.Zooming} are the algorithms.
 *
 * <pre>
 *   start of an epoch:  one point, uniform in the box
 *   n(v) rewards of point v, f(v) their mean, r(v) = sqrt(13/2 sigma^1.5 ln T / n), s(v) = sqrt(pi/2 sigma^2 ln T / n)
 *   activation:         a point in the first gap that the balls leave, {@link ReleasedPoints}
 *   selection:          argmax of f(v) + s(v) max(1/sqrt(2 pi), N(0,1))  or, Zooming,  f(v) + 2 r(v)
 * </pre>
 *
 * <p>How it differs from the paper: sigma to the power 1.5 in r, pi/2 where the paper has 52 pi in s, and no removal. So s is
 * less than half of r, where it is five times r in the paper; that decides the comparison: with the paper's constants Zooming is ahead.
 *
 * <p>Kang, Hsieh, Lee, "Online continuous hyperparameter optimization for generalized linear contextual bandits", TMLR 2024:
 * the code published with it.
 */
public final class ZoomingAsReleased implements Tuner {
    private static final double CLIP = 1 / Math.sqrt(2 * Math.PI);

    private final ReleasedPoints points;
    private final Index index;
    private final long[] starts;

    /** How a point is chosen. */
    public enum Index {
        /** Zooming TS. */
        THOMPSON,
        /** Zooming. */
        OPTIMISM
    }

    /**
     * Creates a tuner of one or two hyperparameters, on rewards as they are.
     *
     * @param sigma standard deviation of the noise
     * @param starts first rounds of all epochs but the first, ascending
     */
    public ZoomingAsReleased(SettingSpace space, Horizon horizon, double sigma, Index index, long... starts) {
        double logT = StrictMath.log(Math.max(2, horizon.at(1)));
        double r1 = Math.sqrt(13.0 / 2 * sigma * Math.sqrt(sigma) * logT);
        double s1 = Math.sqrt(Math.PI / 2 * sigma * sigma * logT);
        this.points = new ReleasedPoints(space, r1, s1);
        this.index = index;
        this.starts = starts.clone();
    }

    @Override
    public SettingSpace space() {
        return points.space();
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        long epoch = Arrays.stream(starts).filter(start -> t >= start).count();
        if (epoch != points.epoch()) {
            return points.restart(epoch, 0, 1, rng).suggestion();
        }
        Point added = points.activate(rng);
        return (added == null ? best(rng) : added).suggestion();
    }

    private Point best(RandomGenerator rng) {
        Point best = points.points().get(0);
        double largest = Double.NEGATIVE_INFINITY;
        for (Point v : points.points()) {
            double value = v.mean()
                    + (index == Index.OPTIMISM ? 2 * v.radius() : v.deviation() * Math.max(CLIP, rng.nextGaussian()));
            if (value > largest) {
                best = v;
                largest = value;
            }
        }
        return best;
    }

    @Override
    public void observe(Suggestion suggestion, double reward) {
        points.pay(suggestion, reward);
    }

    @Override
    public TunerMap map() {
        return points.map();
    }

    @Override
    public String stateName() {
        return "Zooming as released/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(kind());
        points.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("form", kind());
        points.readState(in);
    }

    private String kind() {
        return index + " with epochs of hash " + Arrays.hashCode(starts);
    }
}
