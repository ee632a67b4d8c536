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
    private static final int ARMS = 8;
    private static final double APART = 0.12;

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
            for (int arm = 0; arm < ARMS; arm++) {
                String pair = "arm-" + arm + " on surface";
                assertThat(contrast(colours, pair))
                        .as(pair + " in theme " + theme)
                        .isGreaterThanOrEqualTo(GRAPHICS);
            }
        }
    }

    /** Seen with deuteranopia by the matrix of Machado, Oliveira and Fernandes (2009); distances in OKLab, where 0.02 is just noticeable. */
    @Test
    void coloursOfArmsStayApartAlsoUnderDeuteranopia() throws IOException {
        for (int theme = 0; theme < 2; theme++) {
            Map<String, Integer> colours = colours(theme);
            for (int a = 0; a < ARMS; a++) {
                for (int b = 0; b < a; b++) {
                    double[] one = channels(colour(colours, "arm-" + a));
                    double[] other = channels(colour(colours, "arm-" + b));
                    String pair = "arms " + a + " and " + b + " in theme " + theme;
                    assertThat(distance(lab(one), lab(other))).as(pair).isGreaterThan(APART);
                    assertThat(distance(lab(seen(one)), lab(seen(other))))
                            .as(pair + " under deuteranopia")
                            .isGreaterThan(APART);
                }
            }
        }
    }

    private static double[] channels(int colour) {
        return new double[] {linear(colour >> 16 & 255), linear(colour >> 8 & 255), linear(colour & 255)};
    }

    private static double[] seen(double[] c) {
        double[][] rows = {
            {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
        };
        double[] out = new double[3];
        for (int i = 0; i < 3; i++) {
            out[i] = Math.min(1, Math.max(0, rows[i][0] * c[0] + rows[i][1] * c[1] + rows[i][2] * c[2]));
        }
        return out;
    }

    private static double[] lab(double[] c) {
        double l = Math.cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
        double m = Math.cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
        double s = Math.cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
        return new double[] {
            0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
        };
    }

    private static double distance(double[] a, double[] b) {
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
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
