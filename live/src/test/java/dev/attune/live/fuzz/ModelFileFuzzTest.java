package dev.attune.live.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.attune.Bandit;
import dev.attune.state.StateFormatException;

/** Whatever bytes are read as a model: a bandit that can be written and read again, or the documented exception. */
class ModelFileFuzzTest {
    @FuzzTest(maxDuration = "1m")
    void readsOrRefuses(byte[] bytes) {
        read(bytes);
        read(Sealed.checkpoint(bytes));
    }

    private static void read(byte[] model) {
        byte[] written;
        try {
            written = Bandit.load(model).save();
        } catch (StateFormatException e) {
            return; // refused, as it should be
        }
        assertThat(Bandit.load(written).save()).isEqualTo(written);
    }
}
