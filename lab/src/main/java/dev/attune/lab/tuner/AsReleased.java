package dev.attune.lab.tuner;

import dev.attune.api.Horizon;
import dev.attune.api.Hyperparameter;
import dev.attune.api.MemoReader;
import dev.attune.api.Policy;
import dev.attune.api.Scale;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * CDT, Zooming TS and Zooming as the authors' published code does them, which is not what their paper writes. For the reproduction only:
 * {@link dev.attune.tuner.ZoomingTs} and {@link dev.attune.tuner.Zooming} are the algorithms. The code exists in several versions; this is the one with
 * restarts.
 *
 * <pre>
 *   n(v) rewards of point v in this epoch, f(v) their mean, r(v) = r1 / sqrt(max(n, 1)), s(v) = s1 / sqrt(max(n, 1))
 *
 *              start of an epoch          r1                          s1                      selection: argmax of
 *   CDT        uniform in (0.3, 0.7)      sqrt(13/2 ln T)             sqrt(13)                f + s
 *   Zooming TS uniform in (0, 1)          sqrt(13/2 sigma^1.5 ln T)   sqrt(pi/2 sigma^2 ln T) f + s max(1/sqrt(2 pi), N(0,1))
 *   Zooming    uniform in (0, 1)          sqrt(13/2 sigma^1.5 ln T)   -                       f + 2 r
 *
 *   activation, one hyperparameter:   the middle of the gap at 0, or else of the gap at 1, or else of the first gap between balls
 *   activation, two hyperparameters:  the first of the places {0, 1/2, 1}^2 that no ball covers; half of the way from it to the edge
 *                                     of the ball of a random point
 * </pre>
 *
 * <p>How it differs from the paper: nothing is removed, and rewards are learnt as they are. CDT draws nothing, so it is no Thompson sampling; its s has no
 * ln T, and tau0 is 1. Its first ball covers the box for the first 120 to 250 rewards; then a point at one of its ends is added, later one at the other
 * end: 3 to 5 points an epoch. This form comes close to what the paper prints for LinTS, the written one does not. Zooming TS has sigma to the power 1.5
 * in r, and pi/2 in s where the paper has 52 pi. So s is less than half of r, where it is five times r in the paper; that decides the comparison: with
 * the paper's constants Zooming is ahead.
 *
 * <p>The search box of CDT contains 0, which the paper's does not: {@link #searchBox}.
 *
 * <p>Departures from the published code: a batch of SGD-TS pays its rewards one by one and to the setting that earned them;
 * there they are summed up, and paid to the setting of the next batch.
 *
 * <p>Kang, Hsieh, Lee, "Online continuous hyperparameter optimization for generalized linear contextual bandits", TMLR 2024:
 * the code published with it.
 */
public final class AsReleased implements Tuner {
    private static final int MOST_DIMENSIONS = 2;
    private static final double[] PLACES = {0, 0.5, 1};
    private static final double CLIP = 1 / Math.sqrt(2 * Math.PI);

    /** How a point is chosen. */
    public enum Index {
        /** CDT. */
        MEAN_PLUS_DEVIATION,
        /** Zooming TS. */
        THOMPSON,
        /** Zooming. */
        OPTIMISM
    }

    /** What a saved state must agree with, in the words of the message if it does not. */
    private record Form(String stateName, String what, String value) {}

    private final SettingSpace space;
    private final Index index;
    private final double r1;
    private final double s1;
    private final LongUnaryOperator epochOf; // by round
    private final Form form;
    private final List<Point> points = new ArrayList<>();
    private long epoch = -1;

    private AsReleased(SettingSpace space, Index index, double r1, double s1, LongUnaryOperator epochOf, Form form) {
        if (space.size() < 1 || space.size() > MOST_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "the published code tunes one or two hyperparameters, not " + space.size());
        }
        this.space = space;
        this.index = index;
        this.r1 = r1;
        this.s1 = s1;
        this.epochOf = epochOf;
        this.form = form;
    }

    /**
     * Creates CDT for one or two hyperparameters.
     *
     * @param space with the search box
     * @param horizon T, all rounds, those of the warm-up too
     * @param T2 length of an epoch
     */
    public static AsReleased cdt(SettingSpace space, Horizon horizon, long T2) {
        if (T2 < 1) {
            throw new IllegalArgumentException("T2 = " + T2 + " must be at least 1");
        }
        double c = 13.0 / 2;
        return new AsReleased(
                space,
                Index.MEAN_PLUS_DEVIATION,
                Math.sqrt(c * StrictMath.log(Math.max(2, horizon.at(1)))),
                Math.sqrt(2 * c),
                t -> (t - 1) / T2,
                new Form("CDT as released/1", "epochs of", Long.toString(T2)));
    }

    /**
     * Creates Zooming TS or Zooming for one or two hyperparameters.
     *
     * @param sigma standard deviation of the noise
     * @param starts first rounds of all epochs but the first, ascending
     */
    public static AsReleased zooming(SettingSpace space, Horizon horizon, double sigma, Index index, long... starts) {
        double logT = StrictMath.log(Math.max(2, horizon.at(1)));
        long[] ascending = starts.clone();
        return new AsReleased(
                space,
                index,
                Math.sqrt(13.0 / 2 * sigma * Math.sqrt(sigma) * logT),
                Math.sqrt(Math.PI / 2 * sigma * sigma * logT),
                t -> Arrays.stream(ascending).filter(start -> t >= start).count(),
                new Form("Zooming as released/1", "form", index + " with epochs of hash " + Arrays.hashCode(starts)));
    }

    /**
     * Returns the hyperparameters of a policy with the boxes of the published code. The paper says [0.1, 5] for everything; the code has a box of its own
     * for each policy, and most of them begin at 0, which is greedy.
     *
     * <pre>
     *   LinUCB            explore in [0, 5]
     *   LinTS, GLM-TSL    explore in [0, 4]
     *   UCB-GLM           explore in [0.2, 1.2]
     *   Laplace-TS        step in [0, 5]
     *   GLOC              explore in [0, 2], kappa in [0, 1]
     *   SGD-TS            explore and step in [0, 4]
     *   others            everything in [0, 5]
     * </pre>
     *
     * <p>Departures: all scales are linear, where the code has 0.2 + u^2 for UCB-GLM and 2 u^3 for the explore of GLOC; a box begins at
     * the smallest value that the policy accepts, for a step or a curvature of 0 divides by it. A policy is identified by the first word of its state
     * name.
     */
    static SettingSpace searchBox(Policy policy) {
        String family = policy.stateName().split("[ /]", 2)[0];
        SettingSpace space = policy.space();
        for (Hyperparameter parameter : space.parameters()) {
            double low = family.equals("UCB-GLM") ? 0.2 : Math.max(0, parameter.min());
            double high = Math.min(high(family, parameter.name()), parameter.max());
            space = space.searching(parameter.name(), low, high, Scale.LINEAR);
        }
        return space;
    }

    private static double high(String family, String parameter) {
        return switch (family) {
            case "UCB-GLM" -> 1.2;
            case "GLOC" -> parameter.equals("explore") ? 2 : 1;
            case "LinTS", "GLM-TSL", "SGD-TS" -> 4;
            default -> 5;
        };
    }

    /** What a suggestion carries. */
    private record Memo(long epoch, int point) {
        static final int LENGTH = 2;

        double[] encode() {
            return new double[] {epoch, point};
        }

        static Memo decode(MemoReader memo, long epoch, int points) {
            long when = memo.whole("epoch", 0, epoch);
            return new Memo(when, memo.index("point", when == epoch ? points : Integer.MAX_VALUE));
        }
    }

    /** A point of the unit cube. */
    private final class Point {
        private final double[] u;
        private final Suggestion suggestion;
        private long n;
        private double f;

        private Point(double[] u, int number) {
            this.u = u;
            this.suggestion = new Suggestion(space.fromUnit(u), new Memo(epoch, number).encode());
        }

        /** r(v). */
        double radius() {
            return r1 / Math.sqrt(Math.max(n, 1));
        }

        /** s(v). */
        double deviation() {
            return s1 / Math.sqrt(Math.max(n, 1));
        }

        private Setting edge(double offset) {
            double[] at = u.clone();
            for (int l = 0; l < at.length; l++) {
                at[l] = Math.min(1, Math.max(0, at[l] + offset));
            }
            return space.fromUnit(at);
        }

        private double left() {
            return u[0] - radius();
        }

        private double right() {
            return u[0] + radius();
        }
    }

    @Override
    public SettingSpace space() {
        return space;
    }

    @Override
    public Suggestion suggest(long t, RandomGenerator rng) {
        if (epochOf.applyAsLong(t) != epoch) {
            return restart(epochOf.applyAsLong(t), rng).suggestion;
        }
        Point added = activate(rng);
        return (added == null ? best(rng) : added).suggestion;
    }

    private Point best(RandomGenerator rng) {
        Point best = points.get(0);
        double largest = Double.NEGATIVE_INFINITY;
        for (Point v : points) {
            double value = v.f
                    + switch (index) {
                        case MEAN_PLUS_DEVIATION -> v.deviation();
                        case THOMPSON -> v.deviation() * Math.max(CLIP, rng.nextGaussian());
                        case OPTIMISM -> 2 * v.radius();
                    };
            if (value > largest) {
                best = v;
                largest = value;
            }
        }
        return best;
    }

    /** Begins an epoch with one point. */
    private Point restart(long newEpoch, RandomGenerator rng) {
        double low = index == Index.MEAN_PLUS_DEVIATION ? 0.3 : 0;
        double high = index == Index.MEAN_PLUS_DEVIATION ? 0.7 : 1;
        epoch = newEpoch;
        points.clear();
        double[] u = new double[space.size()];
        for (int i = 0; i < u.length; i++) {
            u[i] = low + (high - low) * rng.nextDouble();
        }
        return add(u);
    }

    private Point add(double[] u) {
        Point point = new Point(u, points.size());
        points.add(point);
        return point;
    }

    /** Adds a point in the first gap; null if there is none. */
    private @Nullable Point activate(RandomGenerator rng) {
        double[] u = space.size() == 1 ? gapOnTheLine() : gapInTheSquare(rng);
        return u == null ? null : add(u);
    }

    private double @Nullable [] gapOnTheLine() {
        List<Point> byLeft = new ArrayList<>(points);
        byLeft.sort(Comparator.comparingDouble(Point::left));
        double first = byLeft.get(0).left();
        if (first > 0) {
            return new double[] {first / 2};
        }
        double last = points.stream().mapToDouble(Point::right).max().orElseThrow();
        if (last < 1) {
            return new double[] {(last + 1) / 2};
        }
        double reach = byLeft.get(0).right();
        for (Point point : byLeft) {
            if (point.left() > reach) {
                return new double[] {(reach + point.left()) / 2};
            }
            reach = Math.max(reach, point.right());
        }
        return null;
    }

    private double @Nullable [] gapInTheSquare(RandomGenerator rng) {
        for (double y : PLACES) {
            for (double x : PLACES) {
                if (points.stream().allMatch(point -> distance(point, x, y) > point.radius())) {
                    Point other = points.get(rng.nextInt(points.size()));
                    double half = (1 - other.radius() / distance(other, x, y)) / 2;
                    return new double[] {x + half * (other.u[0] - x), y + half * (other.u[1] - y)};
                }
            }
        }
        return null;
    }

    private static double distance(Point point, double x, double y) {
        double dx = point.u[0] - x;
        double dy = point.u[1] - y;
        return Math.sqrt(dx * dx + dy * dy);
    }

    /** Counts a reward for the point of a suggestion; one of a closed epoch is ignored. */
    @Override
    public void observe(Suggestion past, double reward) {
        Memo memo = Memo.decode(past.credit(space, Memo.LENGTH, reward), epoch, points.size());
        if (memo.epoch == epoch) {
            Point point = points.get(memo.point);
            point.n++;
            point.f += (reward - point.f) / point.n;
        }
    }

    /** Returns the number of points in the epoch under way. */
    int size() {
        return points.size();
    }

    @Override
    public TunerMap map() {
        return new TunerMap.Zoomed(
                (int) epoch,
                points.stream()
                        .map(v -> new TunerMap.Ball(
                                v.suggestion.setting(), v.edge(-v.radius()), v.edge(v.radius()), v.n, v.f))
                        .toList());
    }

    @Override
    public String stateName() {
        return form.stateName;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(form.value);
        out.writeString(kind());
        out.writeLong(epoch);
        out.writeInt(points.size());
        for (Point point : points) {
            out.writeDoubles(point.u);
            out.writeLong(point.n);
            out.writeDouble(point.f);
        }
    }

    @Override
    public void readState(StateReader in) {
        in.expect(form.what, form.value);
        in.expect("points", kind());
        epoch = in.readLong();
        int count = in.readCount(in.remainingDoubles());
        points.clear();
        for (int i = 0; i < count; i++) {
            double[] u = new double[space.size()];
            in.readDoubles(u);
            Point point = add(u);
            point.n = in.readTally();
            point.f = in.readDouble();
        }
    }

    private String kind() {
        return "of radius " + r1 + " and deviation " + s1 + " in " + space.size() + " dimensions";
    }
}
