package dev.attune.lab.tuner;

import dev.attune.api.MemoReader;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.TunerMap;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The points of one epoch as the authors' published code keeps and adds them, with rewards as they are. For the reproduction
 * only: with one hyperparameter the search for gaps is right, with two it looks at nine places.
 *
 * <pre>
 *   n(v)  rewards of point v in this epoch, f(v) their mean
 *   r(v) = r1 / sqrt(max(n, 1))        s(v) = s1 / sqrt(max(n, 1))
 *   one hyperparameter:   the middle of the gap at 0, or else of the gap at 1, or else of the first gap between balls
 *   two hyperparameters:  the first of the places {0, 1/2, 1}^2 that no ball covers; half of the way from it to the edge of
 *                         the ball of a random point
 * </pre>
 */
final class ReleasedPoints {
    private static final int MOST_DIMENSIONS = 2;
    private static final double[] PLACES = {0, 0.5, 1};

    private final SettingSpace space;
    private final double r1;
    private final double s1;
    private final List<Point> points = new ArrayList<>();
    private long epoch = -1;

    /**
     * No points yet.
     *
     * @param r1 radius after one reward
     * @param s1 deviation after one reward
     */
    ReleasedPoints(SettingSpace space, double r1, double s1) {
        if (space.size() < 1 || space.size() > MOST_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "the published code tunes one or two hyperparameters, not " + space.size());
        }
        this.space = space;
        this.r1 = r1;
        this.s1 = s1;
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
    final class Point {
        private final double[] u;
        private final Suggestion suggestion;
        private long n;
        private double f;

        private Point(double[] u, int number) {
            this.u = u;
            this.suggestion = new Suggestion(space.fromUnit(u), new Memo(epoch, number).encode());
        }

        /** f(v). */
        double mean() {
            return f;
        }

        /** r(v). */
        double radius() {
            return r1 / Math.sqrt(Math.max(n, 1));
        }

        /** s(v). */
        double deviation() {
            return s1 / Math.sqrt(Math.max(n, 1));
        }

        Suggestion suggestion() {
            return suggestion;
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

    SettingSpace space() {
        return space;
    }

    /** The points, in the order in which they were added. */
    List<Point> points() {
        return points;
    }

    /** The epoch under way; -1 before the first. */
    long epoch() {
        return epoch;
    }

    /** Begins an epoch with one point whose coordinates are uniform in [low, high). */
    Point restart(long newEpoch, double low, double high, RandomGenerator rng) {
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

    /** Adds a point where a gap is found; null if none is. */
    @Nullable
    Point activate(RandomGenerator rng) {
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
    void pay(Suggestion past, double reward) {
        Memo memo = Memo.decode(past.credit(space, Memo.LENGTH, reward), epoch, points.size());
        if (memo.epoch == epoch) {
            Point point = points.get(memo.point);
            point.n++;
            point.f += (reward - point.f) / point.n;
        }
    }

    /** Returns the points with what their balls cover. */
    TunerMap map() {
        return new TunerMap.Zoomed(
                (int) epoch,
                points.stream()
                        .map(v -> new TunerMap.Ball(
                                v.suggestion.setting(), v.edge(-v.radius()), v.edge(v.radius()), v.n, v.f))
                        .toList());
    }

    void writeState(StateWriter out) {
        out.writeString(kind());
        out.writeLong(epoch);
        out.writeInt(points.size());
        for (Point point : points) {
            out.writeDoubles(point.u);
            out.writeLong(point.n);
            out.writeDouble(point.f);
        }
    }

    void readState(StateReader in) {
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
