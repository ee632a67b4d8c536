package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.lab.tuner.AsReleased.Index;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ZoomingAsReleasedTest extends TunerContract {
    private static final int T = 3000;
    private static final double SIGMA = 0.1;
    private static final double R1 = Math.sqrt(6.5 * Math.pow(SIGMA, 1.5) * Math.log(T));
    private static final SettingSpace SPACE = Stories.space(1);

    @Override
    public Tuner make(SettingSpace space) {
        return AsReleased.zooming(space, Horizon.of(ROUNDS), SIGMA, Index.THOMPSON, 151, 420);
    }

    @Override
    protected int largestDimension() {
        return 2;
    }

    /** Every interval is covered by balls of the radius in the text, or a point in a gap is what was added. */
    @ParameterizedTest
    @EnumSource(
            value = Index.class,
            names = {"THOMPSON", "OPTIMISM"})
    void aPointIsAddedExactlyWhenTheBallsLeaveAGapAndLiesInIt(Index index) {
        AsReleased tuner = AsReleased.zooming(SPACE, Horizon.of(T), SIGMA, index);
        List<Double> points = new ArrayList<>();
        List<Integer> n = new ArrayList<>();
        for (int t = 1; t <= T; t++) {
            RoundRandom rng = new RoundRandom(1, t);
            Suggestion suggestion = tuner.suggest(t, rng);
            int v = (int) suggestion.memo()[1];
            double u = SPACE.toUnit(suggestion.setting())[0];
            if (v == points.size()) {
                for (int k = 0; k < v; k++) {
                    assertThat(Math.abs(points.get(k) - u)).isGreaterThan(R1 / Math.sqrt(n.get(k)));
                }
                points.add(u);
                n.add(0);
            } else {
                for (int step = 0; step <= 100; step++) {
                    double x = step / 100.0;
                    boolean covered = false;
                    for (int k = 0; k < points.size(); k++) {
                        covered |= Math.abs(points.get(k) - x) <= R1 / Math.sqrt(n.get(k)) + 1e-9;
                    }
                    assertThat(covered).isTrue();
                }
            }
            n.set(v, n.get(v) + 1);
            tuner.observe(suggestion, Math.min(1, Math.max(0, 0.9 - Math.abs(u - 0.3) + SIGMA * rng.nextGaussian())));
        }
        assertThat(points).hasSizeGreaterThan(3);
        int most = 0;
        for (int k = 0; k < n.size(); k++) {
            most = n.get(k) > n.get(most) ? k : most;
        }
        assertThat(points.get(most)).isBetween(0.1, 0.5); // it has found the peak
    }

    @Test
    void itStartsAnewAtTheGivenRoundsAlsoIfTheyAreSkipped() {
        AsReleased tuner = AsReleased.zooming(SPACE, Horizon.of(T), SIGMA, Index.THOMPSON, 100, 200);
        assertThat(tuner.suggest(1, new RoundRandom(1, 1)).memo()).containsExactly(0, 0);
        assertThat(tuner.suggest(99, new RoundRandom(1, 99)).memo()[0]).isEqualTo(0);
        assertThat(tuner.suggest(250, new RoundRandom(1, 250)).memo()).containsExactly(2, 0);
    }
}
