package dev.attune.live.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.attune.live.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of JSON beside Jackson and the JDK. */
class JsonInputTest {
    private static final JsonFactory JACKSON = new JsonFactory();

    /** Reads any JSON, and returns its numbers and texts in their order. */
    private static String walk(JsonInput in) {
        return switch (in.kind()) {
            case OBJECT -> {
                StringBuilder all = new StringBuilder("{");
                for (String name = in.nextField(); name != null; name = in.nextField()) {
                    all.append(name).append(':').append(walk(in)).append(' ');
                }
                yield all.append('}').toString();
            }
            case LIST -> {
                StringBuilder all = new StringBuilder("[");
                while (in.nextItem()) {
                    all.append(walk(in)).append(' ');
                }
                yield all.append(']').toString();
            }
            case TEXT -> in.text(Integer.MAX_VALUE);
            case WHOLE, FRACTION -> Double.toString(in.number());
            case TRUE, FALSE -> Boolean.toString(in.flag());
            case NULL -> "null";
        };
    }

    private static String walk(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> {
                StringBuilder all = new StringBuilder("{");
                while (in.nextToken() != JsonToken.END_OBJECT) {
                    String name = in.currentName();
                    in.nextToken();
                    all.append(name).append(':').append(walk(in)).append(' ');
                }
                yield all.append('}').toString();
            }
            case START_ARRAY -> {
                StringBuilder all = new StringBuilder("[");
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    all.append(walk(in)).append(' ');
                }
                yield all.append(']').toString();
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Double.toString(in.getDoubleValue());
            default -> in.getText();
        };
    }

    private static String byJackson(byte[] text) throws IOException {
        try (JsonParser in = JACKSON.createParser(text)) {
            if (in.nextToken() == null) {
                throw new IOException("empty");
            }
            String all = walk(in);
            if (in.nextToken() != null) {
                throw new IOException("more");
            }
            return all;
        }
    }

    private static String read(byte[] text) {
        return JsonInput.read(text, JsonLimits.DEFAULT, JsonInputTest::walk);
    }

    @Test
    void understandsAndRejectsWhatJacksonDoes() {
        String seed =
                "{\"arms\":[{\"id\":\"a\\u00e4\\n\",\"f\":{\"x\":[0.5,-1e-3,12345678901234567890,1E+2]}},\"\u00e4\u20ac\ud83d\ude00\"],"
                        + "\"t\":true,\"n\":null,\"f\" : false, \"z\":-0, \"y\":0.0}";
        byte[] alphabet = "{}[]\",:\\u0123456789eE+-. \ntfnxd\u00e9".getBytes(StandardCharsets.UTF_8);
        int accepted = 0;
        for (int i = 0; i < 60_000; i++) {
            Random random = new Random(i);
            byte[] text = seed.getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                text[random.nextInt(text.length)] =
                        random.nextInt(8) == 0 ? (byte) random.nextInt(256) : alphabet[random.nextInt(alphabet.length)];
            }
            String expected;
            try {
                expected = byJackson(text);
            } catch (IOException e) {
                expected = null;
            }
            String got;
            try {
                got = read(text);
                accepted++;
            } catch (RefusedException e) {
                got = null;
            }
            String shown = new String(text, StandardCharsets.UTF_8);
            if (expected == null) {
                assertThat(got).as(shown).isNull();
            } else if (got
                    != null) { // a lone surrogate, an overlong form or a huge number is rejected by this reader alone
                assertThat(got).as(shown).isEqualTo(expected);
            } else {
                assertThatThrownBy(() -> read(text))
                        .hasMessageMatching("(?s).*(surrogate|UTF-8|of size at most|appears twice).*");
            }
        }
        assertThat(accepted).isGreaterThan(5_000);
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
