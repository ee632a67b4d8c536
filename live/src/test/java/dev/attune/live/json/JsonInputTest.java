package dev.attune.live.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.live.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of JSON is strict, and reads numbers as the JDK does. */
class JsonInputTest {
    /** Reads any JSON, and returns its numbers and texts in their order. */
    private static String walk(JsonInput in) {
        StringBuilder all = new StringBuilder();
        switch (in.token()) {
            case START_OBJECT -> {
                for (String name = in.nextField(); name != null; name = in.nextField()) {
                    all.append(name).append(':').append(walk(in)).append(' ');
                }
            }
            case START_ARRAY -> {
                while (in.nextItem()) {
                    all.append(walk(in)).append(' ');
                }
            }
            case VALUE_STRING -> all.append(in.text(Integer.MAX_VALUE));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> all.append(in.number());
            default -> all.append(in.token());
        }
        return all.toString();
    }

    private static String read(byte[] text) {
        return JsonInput.read(text, JsonLimits.DEFAULT, JsonInputTest::walk);
    }

    @Test
    void numbersAreThoseOfTheJdkBitForBit() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            String text = switch (i % 5) {
                case 0 -> Double.toString(random.nextGaussian());
                case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong() & 0x7fbfffffffffffffL));
                case 2 -> Long.toString(random.nextLong());
                case 3 -> String.format(Locale.ROOT, "%.4f", random.nextGaussian());
                default -> random.nextInt(1000) + "." + (random.nextLong() >>> 1) + "e" + (random.nextInt(80) - 40);
            };
            double expected = Double.parseDouble(text);
            if (Math.abs(expected) <= 1e100) {
                double got =
                        JsonInput.read(text.getBytes(StandardCharsets.US_ASCII), JsonLimits.DEFAULT, JsonInput::number);
                assertThat(Double.doubleToLongBits(got)).as(text).isEqualTo(Double.doubleToLongBits(expected));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "{,}",
                "{\"a\"}",
                "01",
                "1.",
                ".5",
                "+1",
                "1e",
                "-",
                "tru",
                "\"",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\t\"",
                "1 2",
                "NaN",
                "-Infinity",
                "'a'",
                "{a:1}",
                "[1 2]",
                "//",
                "\"\\ud800\""
            })
    void rejectsWhatIsNotJson(String text) {
        assertThatThrownBy(() -> read(text.getBytes(StandardCharsets.UTF_8)))
                .as(text)
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void rejectsOverlongAndInvalidUtf8() {
        for (int[] bytes : List.of(
                new int[] {0xC0, 0x80},
                new int[] {0xC1, 0xBF},
                new int[] {0xE0, 0x80, 0xAF},
                new int[] {0xF0, 0x80, 0x80, 0xAF},
                new int[] {0xED, 0xA0, 0x80},
                new int[] {0xF4, 0x90, 0x80, 0x80},
                new int[] {0xF8, 0x88, 0x80, 0x80, 0x80},
                new int[] {0x80},
                new int[] {0xC3})) {
            byte[] text = new byte[bytes.length + 2];
            text[0] = '"';
            for (int i = 0; i < bytes.length; i++) {
                text[i + 1] = (byte) bytes[i];
            }
            text[bytes.length + 1] = '"';
            assertThatThrownBy(() -> read(text)).hasMessageContaining("UTF-8");
        }
    }

    @Test
    void aRejectionNamesLineAndColumn() {
        assertThatThrownBy(() -> read("{\"a\":1,\n  \u00e4}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("at line 2, column 3");
        assertThatThrownBy(() -> read("[".repeat(30).getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("nested deeper than 20");
    }
}
