package dev.attune.tuner;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * The covering oracle for two and more dimensions: the cube is bisected into cells until each lies in one ball.
 *
 * <pre>
 *   a cell is settled with a ball   if its corner farthest from the ball's centre is in the ball,
 *                                   or if it is of the finest level and its centre is in the ball
 *   a cell that cannot be settled   has its centre in no ball, and this centre may be the answer;
 *                                   or is cut in two halves across its longest side
 * </pre>
 *
 * <p>Two promises. A point that is found lies in no ball, exactly. And when none is found, every point of the cube is
 * within {@link #tolerance()} of a ball: half the diagonal of a finest cell. The side of a finest cell is
 * 2^-floor(21/p): 1/1024 for p = 2, 1/128 for 3, 1/32 for 4, 1/16 for 5. Beyond p = 21 only the first 21 dimensions are
 * cut. So there are at most two million cells; in practice there are some hundreds.
 *
 * <p>The answer is the centre of the largest cell whose centre is in no ball; among equals the one farthest from all
 * balls, then the one that comes first in the order of coordinates.
 *
 * <p>The cells are a certificate that is kept between calls. A settled cell knows the radius that its ball must keep. So
 * a call costs one comparison for each ball; then the cells of those balls that have shrunk too far for one of their
 * cells, and only these cells look for another ball or are cut. Of several balls a cell takes the one that may shrink
 * most.
 */
final class CellCovering implements Covering {
    private static final int CUTS = 21; // 2^21 cells at most
    private static final int NONE = Cells.NONE;

    private final int p;
    private final int finest; // the level of cells that are not cut any more
    private final Cells cells;
    private final double[] centre; // of the cell at hand
    private double clearance; // of the best point in the current search; 0 for none

    CellCovering(int p) {
        this(p, p <= CUTS ? p * (CUTS / p) : CUTS);
    }

    /** Creates an oracle with a number of cuts from the cube to a finest cell. */
    CellCovering(int p, int cuts) {
        this.p = p;
        this.finest = cuts;
        this.cells = new Cells(p, cuts);
        this.centre = new double[p];
    }

    @Override
    public boolean findUncovered(Balls balls, double[] point) {
        int n = balls.size();
        cells.meet(n);
        for (int i = 0; i < n; i++) {
            double squaredRadius = balls.r[i] * balls.r[i];
            if (cells.required(i) > squaredRadius) {
                cells.release(i, squaredRadius);
            }
        }
        for (int l = 0; l <= finest; l++) { // large cells first
            if (cells.hasOpen(l) && settle(l, balls, point)) {
                return true;
            }
        }
        return false;
    }

    /** Settles or cuts the open cells of a level; those whose centre is in no ball stay open. */
    private boolean settle(int l, Balls balls, double[] point) {
        clearance = 0;
        int c = cells.takeOpen(l);
        while (c != NONE) {
            int following = cells.after(c);
            if (!settleWhole(c, balls)) {
                int ball = ballOfCentre(c, balls);
                if (ball == NONE) {
                    consider(balls, point);
                    cells.reopen(c);
                } else if (l < finest) {
                    cells.cut(c);
                } else {
                    cells.give(c, ball, balls.squaredDistance(ball, centre));
                }
            }
            c = following;
        }
        return clearance > 0;
    }

    private boolean settleWhole(int c, Balls balls) {
        double[] sides = cells.sides(cells.level(c));
        int best = NONE;
        double bestShare = Double.POSITIVE_INFINITY;
        double bestNeed = 0;
        for (int i = 0; i < balls.size(); i++) {
            double need = 0;
            for (int j = 0; j < p; j++) {
                double toLow = balls.x[j][i] - cells.low(c, j);
                double far = Math.max(toLow, sides[j] - toLow);
                need = Math.fma(far, far, need);
            }
            double share = share(i, need, balls);
            if (share < bestShare) {
                best = i;
                bestShare = share;
                bestNeed = need;
            }
        }
        if (best != NONE) {
            cells.give(c, best, bestNeed);
        }
        return best != NONE;
    }

    /** The ball that holds the centre of a cell and may shrink most; sets {@link #centre}. */
    private int ballOfCentre(int c, Balls balls) {
        double[] sides = cells.sides(cells.level(c));
        for (int j = 0; j < p; j++) {
            centre[j] = cells.low(c, j) + sides[j] / 2;
        }
        int best = NONE;
        double bestShare = Double.POSITIVE_INFINITY;
        for (int i = 0; i < balls.size(); i++) {
            double share = share(i, balls.squaredDistance(i, centre), balls);
            if (share < bestShare) {
                best = i;
                bestShare = share;
            }
        }
        return best;
    }

    /** What part of its squared radius a ball must keep: at most 1, or infinite if it is too small. */
    private static double share(int ball, double need, Balls balls) {
        double squaredRadius = balls.r[ball] * balls.r[ball];
        if (!(need <= squaredRadius)) {
            return Double.POSITIVE_INFINITY;
        }
        return balls.frozen[ball] || need == 0 ? 0 : need / squaredRadius; // a frozen ball never shrinks
    }

    /** Makes the centre the answer if it is farther from all balls than the answer so far. */
    private void consider(Balls balls, double[] point) {
        double nearest = Double.MAX_VALUE; // without balls
        for (int i = 0; i < balls.size(); i++) {
            nearest = Math.min(nearest, Math.sqrt(balls.squaredDistance(i, centre)) - balls.r[i]);
        }
        nearest = Math.max(nearest, Double.MIN_VALUE); // the root may round the distance down to the radius
        if (nearest > clearance || (nearest == clearance && Arrays.compare(centre, point) < 0)) {
            clearance = nearest;
            System.arraycopy(centre, 0, point, 0, p);
        }
    }

    @Override
    public double tolerance() {
        double squared = 0;
        for (double side : cells.sides(finest)) {
            squared += side * side;
        }
        return Math.sqrt(squared) / 2;
    }

    @Override
    public void clear() {
        cells.clear();
    }

    /** How many cells the cube is cut into. */
    int cells() {
        return cells.size();
    }

    @Override
    public void writeState(StateWriter out) {
        cells.writeState(out);
    }

    @Override
    public void readState(StateReader in, Balls balls) {
        cells.readState(in, balls.size());
    }
}
