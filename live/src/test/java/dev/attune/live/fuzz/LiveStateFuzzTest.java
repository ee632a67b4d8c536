package dev.attune.live.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.attune.live.LiveBandit;
import dev.attune.state.StateFormatException;

/** Whatever bytes are read as the state of a live bandit: a bandit that can be written and read again, or the documented exception. */
class LiveStateFuzzTest {
    @FuzzTest(maxDuration = "1m")
    void readsOrRefuses(byte[] bytes) {
        read(bytes);
        read(Sealed.checkpoint(bytes));
    }

    private static void read(byte[] state) {
        byte[] written;
        try {
            written = LiveBandit.read(1, state).write();
        } catch (StateFormatException e) {
            return; // refused, as it should be
        }
        assertThat(LiveBandit.read(1, written).write()).isEqualTo(written);
    }
}
