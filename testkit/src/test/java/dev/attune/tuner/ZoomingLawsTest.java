package dev.attune.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.Horizon;
import dev.attune.api.Suggestion;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Stories;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold in every round of Zooming TS, whatever the rewards. */
class ZoomingLawsTest {
    private static final int ROUNDS = 3000;

    /**
     * After every suggestion each point of the cube is in the ball of an active point or in one that was cut. A round
     * activates one point, whose first ball may be too small for all that is open; so a suggestion that activates is
     * excused, unless the first ball covers the cube anyway. Checked with 60 random points a round, 180,000 in all.
     */
    @ParameterizedTest
    @CsvSource({"1, 0.5", "2, 0.5", "3, 0.5", "1, 0.03", "2, 0.05", "3, 0.1"})
    void everyPointIsCoveredOrCutAfterEverySuggestion(int p, double tau0) {
        ZoomingTs tuner =
                new ZoomingTs(Stories.space(p), Horizon.of(ROUNDS), EpochLength.of(1300), NoiseScale.of(tau0));
        double firstRadius = Math.sqrt(6.5 * tau0 * tau0 * Math.log(ROUNDS));
        ActivePoints J = tuner.points();
        RoundRandom rng = new RoundRandom(0, 0);
        double[] x = new double[p];
        int checked = 0;
        int removed = 0;
        for (int t = 1; t <= ROUNDS; t++) {
            rng.reset(31, t);
            int before = t % 1300 == 1 ? 0 : J.balls().size();
            Suggestion s = tuner.suggest(t, rng);
            if (J.balls().size() == before || firstRadius >= Math.sqrt(p)) {
                checked++;
                for (int k = 0; k < 60; k++) {
                    for (int j = 0; j < p; j++) {
                        x[j] = rng.nextDouble();
                    }
                    assertThat(distance(J.balls(), x))
                            .as("round %d", t)
                            .isLessThanOrEqualTo(J.covering().tolerance());
                }
            }
            assertThat(J.size()).isPositive();
            removed = Math.max(removed, J.balls().size() - J.size());
            double y = hill(s, 0.3) + 0.1 * rng.nextGaussian();
            tuner.observe(s, Math.min(1, Math.max(0, y)));
        }
        assertThat(checked).isGreaterThan(ROUNDS / 4);
        if (tau0 < 0.5) {
            assertThat(removed).as("removed points, or the law says little").isPositive();
        }
    }

    /** Noiseless rewards with Lipschitz constant 1, best at a random point: its ball is never cut. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @Tag("slow")
    void removalNeverCutsTheMaximiserOfANoiselessFunction(int p) {
        int removed = 0;
        for (int run = 0; run < 20; run++) {
            RoundRandom rng = new RoundRandom(run, p);
            double best = rng.nextDouble();
            double[] peak = new double[p];
            Arrays.fill(peak, best);
            ZoomingTs tuner = new ZoomingTs(
                    Stories.space(p), Horizon.of(600), EpochLength.endless(), NoiseScale.of(0.02 * p * (1 + run % 3)));
            for (int t = 1; t <= 600; t++) {
                rng.reset(run, t);
                Suggestion s = tuner.suggest(t, rng);
                tuner.observe(s, hill(s, best));
                Balls balls = tuner.points().balls();
                for (int i = 0; i < balls.size(); i++) {
                    if (balls.frozen[i]) {
                        removed++;
                        assertThat(Math.sqrt(balls.squaredDistance(i, peak)))
                                .as("run %d, round %d", run, t)
                                .isGreaterThan(balls.r[i]);
                    }
                }
            }
        }
        assertThat(removed).isPositive();
    }

    @Test
    void aPointIsSuggestedWithOneSettingObjectAsLongAsItLives() {
        ZoomingTs tuner = new ZoomingTs(Stories.space(1), Horizon.of(100), EpochLength.endless(), NoiseScale.SAFE);
        Suggestion first = Stories.suggest(tuner, 1);
        assertThat(Stories.suggest(tuner, 2)).isSameAs(first);
    }

    /** 0.9 - |u - peak|, Euclidean, never below 0. */
    private static double hill(Suggestion s, double peak) {
        double squared = 0;
        for (double u : s.setting().space().toUnit(s.setting())) {
            squared += (u - peak) * (u - peak);
        }
        return Math.max(0, 0.9 - Math.sqrt(squared));
    }

    private static double distance(Balls balls, double[] point) {
        double nearest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < balls.size(); i++) {
            nearest = Math.min(nearest, Math.sqrt(balls.squaredDistance(i, point)) - balls.r[i]);
        }
        return nearest;
    }
}
