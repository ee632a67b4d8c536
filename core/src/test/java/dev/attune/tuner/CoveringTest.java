package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoveringTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 25})
    void firstPointIsTheCentre(int p) {
        double[] point = new double[p];
        assertThat(Covering.ofDimension(p).findUncovered(new Balls(p), point)).isTrue();
        assertThat(point).containsOnly(0.5);
    }

    @ParameterizedTest
    @CsvSource({"2, 0.00069053", "3, 0.0067658", "4, 0.03125", "5, 0.069877"})
    void toleranceIsHalfTheDiagonalOfAFinestCell(int p, double expected) {
        assertThat(Covering.ofDimension(p).tolerance()).isCloseTo(expected, within(1e-4 * expected));
    }

    @Test
    void closedIntervalsThatTouchLeaveNoGap() {
        Balls balls = new Balls(1);
        balls.add(new double[] {0.25}, 0.25);
        balls.add(new double[] {0.75}, 0.25);
        assertThat(new IntervalCovering().findUncovered(balls, new double[1])).isFalse();
    }

    @Test
    void middleOfTheWidestGapIsFoundOnTheLine() {
        Balls balls = new Balls(1);
        balls.add(new double[] {0.8}, 0.1);
        balls.add(new double[] {0.2}, 0.15);
        balls.add(new double[] {0.25}, 0.02); // inside the one before
        double[] point = new double[1];
        IntervalCovering covering = new IntervalCovering();
        assertThat(covering.findUncovered(balls, point)).isTrue();
        assertThat(point[0]).isCloseTo(0.525, within(1e-12)); // (0.35, 0.7) against [0, 0.05) and (0.9, 1]
        balls.add(new double[] {0.5}, 0.25);
        assertThat(covering.findUncovered(balls, point)).isTrue();
        assertThat(point[0]).isCloseTo(0.95, within(1e-12));
        balls.resize(3, 0.1); // the order of left ends changes
        assertThat(covering.findUncovered(balls, point)).isTrue();
        assertThat(point[0]).as("(0.35, 0.4), (0.6, 0.7), [0, 0.05), (0.9, 1]").isCloseTo(0.65, within(1e-12));
    }

    /** A ball around the centre that reaches all sides leaves the four corners; the first one in order is taken. */
    @Test
    void cornersOfTheSquareAreFoundOneAfterAnother() {
        Balls balls = new Balls(2);
        balls.add(new double[] {0.5, 0.5}, 0.6);
        CellCovering covering = new CellCovering(2);
        double[] point = new double[2];
        double[][] corners = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
        for (double[] corner : corners) {
            assertThat(covering.findUncovered(balls, point)).isTrue();
            assertThat(Math.hypot(point[0] - corner[0], point[1] - corner[1]))
                    .as("distance from corner (%s, %s)", corner[0], corner[1])
                    .isLessThan(0.1);
            balls.add(point, 0.15);
        }
        assertThat(covering.findUncovered(balls, point)).isFalse();
        balls.freeze(4); // a removed point: its ball stays
        assertThat(covering.findUncovered(balls, point)).isFalse();
        balls.resize(2, 0.01);
        assertThat(covering.findUncovered(balls, point)).isTrue();
        assertThat(point[0]).isLessThan(0.1);
        assertThat(point[1]).isGreaterThan(0.9);
    }

    @Test
    void farthestCornerOfTheSquareDecides() {
        Balls balls = new Balls(2);
        balls.add(new double[] {0, 0}, Math.sqrt(2));
        assertThat(new CellCovering(2).findUncovered(balls, new double[2])).isFalse();
        balls.resize(0, 1.411); // a gap of 0.003 at the far corner
        assertThat(new CellCovering(2).findUncovered(balls, new double[2])).isTrue();
    }
}
