package dev.attune.tuner;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * The covering oracle for one dimension: a sweep over the intervals from left to right. Exact up to {@value #ROUNDING},
 * the share of rounding. The answer is the middle of the widest gap, the leftmost of equals.
 *
 * <p>Cost: O(n) for n balls while their order stays, as it does in nearly every round, for the order is kept between
 * calls. A new ball is inserted at O(n).
 */
final class IntervalCovering implements Covering {
    private static final double ROUNDING = 1e-12;

    private int[] order = new int[16]; // balls by their left end, equals by position
    private double[] left = new double[16]; // the left ends in this order
    private int known;

    @Override
    public boolean findUncovered(Balls balls, double[] point) {
        sort(balls);
        double widest = ROUNDING;
        double reach = 0; // all of [0, reach] is covered or was counted as a gap
        boolean found = false;
        for (int k = 0; k <= known; k++) {
            double next = k < known ? Math.min(left[k], 1) : 1;
            if (next - reach > widest) {
                widest = next - reach + ROUNDING; // a later gap must be wider by more than rounding
                point[0] = reach + (next - reach) / 2;
                found = true;
            }
            if (k < known) {
                int i = order[k];
                reach = Math.max(reach, balls.x[0][i] + balls.r[i]);
            }
        }
        return found;
    }

    private void sort(Balls balls) {
        int n = balls.size();
        if (n > order.length) {
            order = Arrays.copyOf(order, Math.max(n, 2 * order.length));
            left = Arrays.copyOf(left, order.length);
        }
        while (known < n) {
            order[known] = known++;
        }
        double[] x = balls.x[0];
        double[] r = balls.r;
        for (int k = 0; k < n; k++) { // by insertion: nearly all are in place already
            int i = order[k];
            double end = x[i] - r[i];
            int at = k;
            while (at > 0 && (left[at - 1] > end || (left[at - 1] == end && order[at - 1] > i))) {
                left[at] = left[at - 1];
                order[at] = order[at - 1];
                at--;
            }
            left[at] = end;
            order[at] = i;
        }
    }

    @Override
    public double tolerance() {
        return ROUNDING;
    }

    @Override
    public void clear() {
        known = 0;
    }

    @Override
    public void writeState(StateWriter out) {} // the order follows from the balls

    @Override
    public void readState(StateReader in, Balls balls) {
        clear();
    }
}
