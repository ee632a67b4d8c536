package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.attune.tuner.Fixed;
import dev.attune.tuner.RandUcb;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TuningTest {
    private final Tuner settings = new Fixed(SettingSpace.EMPTY.preset());
    private final PathTuner path = new RandUcb();

    @Test
    void partsAreWhatTheyWereMadeOf() {
        assertThat(Tuning.of(settings)).isEqualTo(new Tuning(Optional.empty(), Optional.of(settings), 0, false));
        assertThat(Tuning.of(path)).isEqualTo(new Tuning(Optional.of(path), Optional.empty(), 0, false));
        assertThat(Tuning.of(path, settings)).isEqualTo(new Tuning(Optional.of(path), Optional.of(settings), 0, false));
        assertThat(Tuning.of(settings).withWarmup(7).onRawRewards())
                .isEqualTo(new Tuning(Optional.empty(), Optional.of(settings), 7, true));
        assertThat(Tuning.of(path).withGivenPrior().withWarmup(3))
                .isEqualTo(new Tuning(Optional.of(path), Optional.empty(), 3, false, true));
    }

    @Test
    void aTuningWithoutATunerOrWithANegativeWarmUpIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tuning(Optional.empty(), Optional.empty(), 0, false))
                .withMessageContaining("needs a tuner");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tuning.of(settings).withWarmup(-1))
                .withMessageContaining("warmup = -1");
    }
}
