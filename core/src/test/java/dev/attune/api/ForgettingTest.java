package dev.attune.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForgettingTest {
    @ParameterizedTest
    @ValueSource(strings = {"detected", "none", "10", "2000", "999999999999999999"})
    void isPrintedAsItWasParsed(String text) {
        assertThat(Forgetting.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Detected", "never", "-5", "0", "9", "1.5", " 2000", "9999999999999999999"})
    void rejectsEverythingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Forgetting.parse(text))
                .withMessageContaining("forgetting = " + text);
    }

    @Test
    void aFixedMemoryDetectsNothing() {
        assertThat(Forgetting.memory(50).detects()).isFalse();
        assertThat(Forgetting.NONE.detects()).isFalse();
        assertThat(Forgetting.DETECTED.detects()).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> new Forgetting(true, 50));
    }
}
