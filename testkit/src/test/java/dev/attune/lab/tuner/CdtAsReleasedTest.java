package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.math.RoundRandom;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CdtAsReleasedTest extends TunerContract {
    private static final int T = 14_000;
    private static final int T2 = 3861;
    private static final double R1_SQUARED = 6.5 * StrictMath.log(T); // 62.05

    @Override
    public Tuner make(SettingSpace space) {
        return AsReleased.cdt(space, Horizon.of(20), 400);
    }

    @Override
    protected int largestDimension() {
        return 2;
    }

    private static double unit(SettingSpace space, Suggestion suggestion) {
        return space.toUnit(suggestion.setting())[0];
    }

    @Test
    void theFirstPointIsInTheMiddleAndThenTheEndsAreAdded() {
        SettingSpace space = Stories.space(1);
        AsReleased tuner = AsReleased.cdt(space, Horizon.of(T), T2);
        List<Double> added = new ArrayList<>();
        List<Integer> rounds = new ArrayList<>();
        for (int t = 1; t <= T2; t++) {
            Suggestion suggestion = tuner.suggest(t, new RoundRandom(1, t));
            if (tuner.size() > added.size()) {
                added.add(unit(space, suggestion));
                rounds.add(t);
            }
            tuner.observe(suggestion, 0.5);
        }

        double start = added.get(0);
        double farther = Math.max(start, 1 - start);
        assertThat(start).isBetween(0.3, 0.7);
        // All rewards alike: the farther end lies bare once 62.05 / n is below the square of its distance.
        assertThat(rounds.get(1)).isEqualTo((int) Math.ceil(R1_SQUARED / (farther * farther)) + 1);
        assertThat(added.get(1)).isCloseTo(start > 0.5 ? 0 : 1, offset(0.01));
        assertThat(added.get(2)).isCloseTo(start > 0.5 ? 1 : 0, offset(0.01));
        assertThat(added).hasSizeBetween(3, 5);
    }

    @Test
    void aPointIsChosenByItsMeanPlusTheRootOfThirteenOverN() {
        SettingSpace space = Stories.space(1);
        AsReleased tuner = AsReleased.cdt(space, Horizon.of(T), T2);
        double[] sum = new double[9];
        int[] n = new int[9];
        int chosenByIndex = 0;
        for (int t = 1; t <= 2000; t++) {
            int before = tuner.size();
            Suggestion suggestion = tuner.suggest(t, new RoundRandom(2, t));
            int v = (int) suggestion.memo()[1];
            if (t > 1 && tuner.size() == before) {
                double index = sum[v] / n[v] + Math.sqrt(13.0 / n[v]);
                for (int u = 0; u < before; u++) {
                    assertThat(sum[u] / n[u] + Math.sqrt(13.0 / n[u])).isLessThanOrEqualTo(index + 1e-9);
                }
                chosenByIndex++;
            }
            double reward = -4 + 8 * new RoundRandom(3, t).nextDouble();
            tuner.observe(suggestion, reward);
            sum[v] += reward;
            n[v]++;
        }
        assertThat(chosenByIndex).isGreaterThan(1900);
        assertThat(tuner.size()).isGreaterThan(2);
    }

    @Test
    void anEpochForgetsThePointsAndRewardsOfTheLastOne() {
        AsReleased tuner = AsReleased.cdt(Stories.space(1), Horizon.of(T), 500);
        Suggestion last = tuner.suggest(1, new RoundRandom(4, 1));
        for (int t = 1; t <= 500; t++) {
            last = tuner.suggest(t, new RoundRandom(4, t));
            tuner.observe(last, 0.5);
        }
        assertThat(tuner.size()).isGreaterThan(1);

        Suggestion first = tuner.suggest(501, new RoundRandom(4, 501));
        tuner.observe(last, 1); // late: of a closed epoch, and left aside

        assertThat(tuner.size()).isEqualTo(1);
        assertThat(first.memo()).containsExactly(1, 0);
        assertThat(tuner.suggest(502, new RoundRandom(4, 502)).setting()).isEqualTo(first.setting());
    }

    @Test
    void twoHyperparametersGetAPointOnTheWayFromAnUncoveredCornerToABall() {
        SettingSpace space = Stories.space(2);
        AsReleased tuner = AsReleased.cdt(space, Horizon.of(T), T);
        Suggestion suggestion = tuner.suggest(1, new RoundRandom(5, 1));
        double[] start = space.toUnit(suggestion.setting());
        assertThat(start[0]).isBetween(0.3, 0.7);
        assertThat(start[1]).isBetween(0.3, 0.7);
        int t = 1;
        while (tuner.size() == 1) {
            tuner.observe(suggestion, 0.5);
            t++;
            suggestion = tuner.suggest(t, new RoundRandom(5, t));
        }
        double[] added = space.toUnit(suggestion.setting());
        double[] corner = {start[0] > 0.5 ? 0 : 1, start[1] > 0.5 ? 0 : 1}; // the farthest is bare first
        double distance = Math.hypot(start[0] - corner[0], start[1] - corner[1]);
        double half = (distance - Math.sqrt(R1_SQUARED / (t - 1))) / 2;
        assertThat(half).isPositive();
        for (int i = 0; i < 2; i++) {
            assertThat(added[i]).isCloseTo(corner[i] + half / distance * (start[i] - corner[i]), offset(1e-9));
        }
    }

    @Test
    void threeHyperparametersAndEmptyEpochsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AsReleased.cdt(Stories.space(3), Horizon.of(T), T2))
                .withMessageContaining("one or two hyperparameters, not 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AsReleased.cdt(Stories.space(1), Horizon.of(T), 0))
                .withMessageContaining("T2 = 0");
    }
}
