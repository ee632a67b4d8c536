package dev.attune.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.api.Horizon;
import dev.attune.api.SettingSpace;
import dev.attune.api.Suggestion;
import dev.attune.api.Tuner;
import dev.attune.testkit.Stories;
import dev.attune.testkit.TunerContract;
import dev.attune.tuner.EpochLength;
import dev.attune.tuner.NoiseScale;
import dev.attune.tuner.ZoomingTs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OracleRestartsTest extends TunerContract {
    @Override
    public Tuner make(SettingSpace space) {
        return new OracleRestarts(space, Horizon.of(500), NoiseScale.of(0.2), 100, 333);
    }

    @Test
    void isZoomingTsRestartedAtTheChanges() {
        OracleRestarts oracle = new OracleRestarts(Stories.space(2), Horizon.of(500), NoiseScale.of(0.2), 100, 333);
        ZoomingTs zooming = new ZoomingTs(Stories.space(2), Horizon.of(500), EpochLength.endless(), NoiseScale.of(0.2));
        for (int t = 1; t <= 500; t++) {
            if (t == 100 || t == 333) {
                zooming.restart();
            }
            Suggestion s = Stories.suggest(oracle, t);
            assertSame(s, Stories.suggest(zooming, t));
            assertThat(s.memo()[0]).as("round %d", t).isEqualTo(t < 100 ? 1 : t < 333 ? 2 : 3);
            oracle.observe(s, t % 3 / 2.0);
            zooming.observe(s, t % 3 / 2.0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "5 5", "9 7"})
    void changesThatDoNotAscendAreRefused(String text) {
        long[] changes = java.util.Arrays.stream(text.split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OracleRestarts(Stories.space(1), Horizon.of(9), NoiseScale.SAFE, changes))
                .withMessageContaining("change points");
    }
}
