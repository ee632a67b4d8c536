package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.cases.Cases;
import dev.attune.cases.Draw;
import dev.attune.math.RoundRandom;
import java.util.Arrays;

/** The covering oracle against the definition, on a dense random sample. */
class CoveringProperties {
    /**
     * A life as in a zooming algorithm, only harsher: balls shrink by any factor, grow, freeze, and gaps are filled. In
     * every step the oracle either finds a point in no ball, or the sample finds none beyond the tolerance.
     */
    @Cases(60)
    void answersAreRightThroughALifeOfBalls(Draw draw) {
        int p = draw.between(1, 4);
        double share = draw.between(0.35, 1.1);
        RoundRandom rng = new RoundRandom(draw.seed(), p);
        Balls balls = new Balls(p);
        Covering covering = Covering.ofDimension(p);
        double radius = share * Math.sqrt(p); // from many balls to one that covers the cube
        double[] point = new double[p];
        int covered = 0;
        for (int step = 0; step < 150; step++) {
            boolean found = covering.findUncovered(balls, point);
            if (found) {
                assertThat(distance(balls, point)).as("the point found").isPositive();
                assertThat(Arrays.stream(point).allMatch(x -> x >= 0 && x <= 1)).isTrue();
                balls.add(point, radius);
            } else {
                covered++;
                for (int k = 0; k < 400; k++) {
                    assertThat(distance(balls, sample(rng, p)))
                            .as("step %d", step)
                            .isLessThanOrEqualTo(covering.tolerance());
                }
                int i = rng.nextInt(balls.size());
                if (!balls.frozen[i]) {
                    balls.resize(i, balls.r[i] * (step % 10 == 9 ? 1.3 : 1 - rng.nextDouble() * rng.nextDouble()));
                    if (balls.size() > 1 && rng.nextInt(20) == 0) {
                        balls.freeze(i);
                    }
                }
            }
        }
        assertThat(covered).isPositive();
    }

    /** Gaps much larger than the tolerance are found by a new oracle as well as by one with a history. */
    @Cases(60)
    void holeIsFoundWhereverItIs(Draw draw) {
        int p = draw.between(1, 3);
        double hole = draw.between(0.03, 0.2);
        RoundRandom rng = new RoundRandom(draw.seed(), p);
        Balls balls = new Balls(p);
        double[] centre = sample(rng, p);
        // Balls that touch the hole from outside, and fill all else: their union is the cube without the hole nearly.
        for (int k = 0; k < 500; k++) {
            double[] x = sample(rng, p);
            double distance = Math.sqrt(squared(x, centre));
            if (distance > hole) {
                balls.add(x, distance - hole);
            }
        }
        double[] point = new double[p];
        assertThat(Covering.ofDimension(p).findUncovered(balls, point)).isTrue();
        assertThat(distance(balls, point)).isPositive();
    }

    /** How far a point is from the nearest ball; zero or less inside. */
    private static double distance(Balls balls, double[] point) {
        double nearest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < balls.size(); i++) {
            nearest = Math.min(nearest, Math.sqrt(squared(balls.centre(i), point)) - balls.r[i]);
        }
        return nearest;
    }

    private static double squared(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (a[j] - b[j]) * (a[j] - b[j]);
        }
        return sum;
    }

    private static double[] sample(RoundRandom rng, int p) {
        double[] x = new double[p];
        for (int j = 0; j < p; j++) {
            x[j] = rng.nextDouble();
        }
        return x;
    }
}
