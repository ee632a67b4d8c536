package dev.attune.lab.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.env.EnvironmentProvider.Parameter;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ParametersTest {
    private static final List<Parameter> KNOWN = List.of(
            new Parameter("arms", "3", "how many"),
            new Parameter("share", "0.5", "how much"),
            new Parameter("mode", "slow", "how"),
            new Parameter("file", "", "where"));

    private static Parameters parameters(String... namesAndValues) {
        return namesAndValues.length == 0
                ? new Parameters("zoo", KNOWN, Map.of())
                : new Parameters("zoo", KNOWN, Map.of(namesAndValues[0], namesAndValues[1]));
    }

    @Test
    void presetsStandInForWhatIsNotGiven() {
        Parameters presets = parameters();

        assertThat(presets.integer("arms", 1)).isEqualTo(3);
        assertThat(presets.number("share", 0, 1)).isEqualTo(0.5);
        assertThat(presets.oneOf("mode", "fast", "slow")).isEqualTo("slow");
        assertThat(presets.has("file")).isFalse();
    }

    @Test
    void givenValuesWin() {
        assertThat(parameters("arms", "5").integer("arms", 1)).isEqualTo(5);
        assertThat(parameters("share", "1e-1").number("share", 0, 1)).isEqualTo(0.1);
        assertThat(parameters("mode", "FAST").oneOf("mode", "fast", "slow")).isEqualTo("fast");
        assertThat(parameters("file", "data.csv").path("file")).hasFileName("data.csv");
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        assertRefused(
                () -> parameters("arm", "5"), "environment zoo has no parameter arm; it has arms, share, mode, file");
        assertRefused(
                () -> new Parameters("zoo", List.of(), Map.of("arms", "5")),
                "environment zoo has no parameter arms; it has none");
    }

    @Test
    void aMissingValueIsNamed() {
        assertRefused(() -> parameters().text("file"), "environment zoo needs file");
        assertRefused(() -> parameters().path("file"), "environment zoo needs file");
    }

    @Test
    void aWholeNumberThatIsTooSmallOrNoneIsToldSo() {
        String wanted = " must be a whole number of at least 2";
        for (String value : List.of("1", "2.5", "many", "99999999999")) {
            assertRefused(
                    () -> parameters("arms", value).integer("arms", 2), "environment zoo: arms = " + value + wanted);
        }
    }

    @Test
    void aNumberOutsideItsRangeOrNoneIsToldSo() {
        String wanted = " must be a number between 0.0 and 1.0";
        for (String value : List.of("-0.1", "1.1", "NaN", "Infinity", "half")) {
            assertRefused(
                    () -> parameters("share", value).number("share", 0, 1),
                    "environment zoo: share = " + value + wanted);
        }
    }

    @Test
    void aWordThatIsNoneOfTheKnownIsToldSo() {
        assertRefused(
                () -> parameters("mode", "lazy").oneOf("mode", "fast", "slow"),
                "environment zoo: mode = lazy must be one of fast, slow");
    }

    @Test
    void readingWhatIsNotListedIsAMistakeOfTheEnvironment() {
        assertThatThrownBy(() -> parameters().text("colour"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("environment zoo reads colour, which it has not listed");
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
