package dev.attune.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Contrast of the colours that stand on each other, in both themes, by the formula of WCAG 2. */
class PaletteContrastTest {
    private static final Path TOKENS =
            Path.of("src", "main", "resources", "dev", "attune", "server", "dashboard", "tokens.css");

    /** What AA asks for text. */
    private static final double TEXT = 4.5;
    /** What AA asks for borders of controls and parts of charts. */
    private static final double GRAPHICS = 3;

    private static final List<String> TEXT_PAIRS = List.of(
            "ink on page",
            "ink on surface",
            "ink on sunken",
            "ink on warn-soft",
            "muted on page",
            "muted on surface",
            "muted on sunken",
            "accent on page",
            "accent on surface",
            "accent on accent-soft",
            "on-accent on accent",
            "warn on warn-soft",
            "warn on surface",
            "bad on bad-soft",
            "bad on surface",
            "on-bad on bad",
            "good on good-soft",
            "page on ink");
    private static final List<String> GRAPHIC_PAIRS = List.of(
            "edge on surface",
            "measured on surface",
            "exploring on surface",
            "warn-mark on surface",
            "good on surface",
            "arm-other on surface");

    @Test
    void textCanBeReadInBothThemes() throws IOException {
        for (int theme = 0; theme < 2; theme++) {
            Map<String, Integer> colours = colours(theme);
            for (String pair : TEXT_PAIRS) {
                assertThat(contrast(colours, pair))
                        .as(pair + " in theme " + theme)
                        .isGreaterThanOrEqualTo(TEXT);
            }
        }
    }

    @Test
    void bordersAndMarksCanBeSeenInBothThemes() throws IOException {
        for (int theme = 0; theme < 2; theme++) {
            Map<String, Integer> colours = colours(theme);
            for (String pair : GRAPHIC_PAIRS) {
                assertThat(contrast(colours, pair))
                        .as(pair + " in theme " + theme)
                        .isGreaterThanOrEqualTo(GRAPHICS);
            }
            for (int arm = 0; arm < 10; arm++) {
                String pair = "arm-" + arm + " on surface";
                assertThat(contrast(colours, pair))
                        .as(pair + " in theme " + theme)
                        .isGreaterThanOrEqualTo(GRAPHICS);
            }
        }
    }

    @Test
    void theFormulaIsThatOfWcag() {
        assertThat(ratio(0xffffff, 0x000000)).isEqualTo(21);
        assertThat(ratio(0x777777, 0xffffff)).isBetween(4.47, 4.49);
    }

    private static Map<String, Integer> colours(int theme) throws IOException {
        Matcher found = Pattern.compile("--([a-z0-9-]+): light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)")
                .matcher(Files.readString(TOKENS));
        Map<String, Integer> colours = new HashMap<>();
        while (found.find()) {
            colours.put(found.group(1), Integer.parseInt(found.group(2 + theme), 16));
        }
        return colours;
    }

    private static double contrast(Map<String, Integer> colours, String pair) {
        int split = pair.indexOf(" on ");
        return ratio(colour(colours, pair.substring(0, split)), colour(colours, pair.substring(split + 4)));
    }

    private static int colour(Map<String, Integer> colours, String name) {
        return Objects.requireNonNull(colours.get(name), name);
    }

    private static double ratio(int one, int other) {
        double light = Math.max(luminance(one), luminance(other));
        double dark = Math.min(luminance(one), luminance(other));
        return (light + 0.05) / (dark + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16 & 255) + 0.7152 * linear(colour >> 8 & 255) + 0.0722 * linear(colour & 255);
    }

    private static double linear(int channel) {
        double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : StrictMath.pow((c + 0.055) / 1.055, 2.4);
    }
}
