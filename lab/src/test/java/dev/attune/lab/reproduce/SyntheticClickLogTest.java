package dev.attune.lab.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticClickLogTest {
    private static final String NUMBERS = "(?: [2-6]:[01]\\.[0-9]{6}){5} 1:1\\.000000";
    private static final Pattern LINE =
            Pattern.compile("[0-9]{10} [0-9]{6} [01] \\|user" + NUMBERS + "(?: \\|[0-9]{6}" + NUMBERS + ")+");
    private static final Pattern ARTICLE = Pattern.compile(" \\|");
    private static final Pattern SPACE = Pattern.compile(" ");

    @TempDir
    Path folder;

    private static List<String> lines(List<Path> files) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
                reader.lines().forEach(lines::add);
            }
        }
        return lines;
    }

    /** Features by id, from 1. */
    private static double[] features(String article) {
        double[] x = new double[6];
        for (String part : SPACE.split(article, -1)) {
            int colon = part.indexOf(':');
            if (colon > 0) {
                x[Integer.parseInt(part.substring(0, colon)) - 1] = Double.parseDouble(part.substring(colon + 1));
            }
        }
        return x;
    }

    @Test
    void everyLineHasTheFormatAndEveryArticleIsShownAlike() throws IOException {
        List<Path> files = new SyntheticClickLog(300, 4, 2, 7).write(folder);

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly("ydata-fp-td-clicks-v1_0.20090501.gz", "ydata-fp-td-clicks-v1_0.20090502.gz");
        List<String> lines = lines(files);
        assertThat(lines)
                .hasSize(300 * 4 * 2)
                .allMatch(line -> LINE.matcher(line).matches());
        Map<String, Map<String, Integer>> shown = new LinkedHashMap<>();
        Set<String> articles = new HashSet<>();
        for (String line : lines) {
            String article = line.substring(11, 17);
            assertThat(line).contains(" |" + article + " ");
            shown.computeIfAbsent(line.substring(0, 10), time -> new LinkedHashMap<>())
                    .merge(article, 1, Integer::sum);
            articles.add(article);
        }
        assertThat(shown).hasSize(300).containsKeys("1241160900", "1241161200");
        assertThat(shown.values())
                .allSatisfy(counts -> assertThat(counts.values()).hasSize(4).containsOnly(2));
        assertThat(articles.size()).isBetween(6, 12); // they change, one at a time
        assertThat(lines(List.of(files.get(1))).get(0)).startsWith(Long.toString(1241160900L + 288 * 300));
    }

    @Test
    void clicksFollowThePlantedRates() throws IOException {
        List<String> lines = lines(new SyntheticClickLog(150, 5, 20, 3).write(folder));

        double expected = 0;
        double variance = 0;
        int clicks = 0;
        Set<Double> rates = new HashSet<>();
        for (String line : lines) {
            String shown = line.substring(11, 17);
            String[] parts = ARTICLE.split(line, -1);
            for (String part : parts) {
                if (part.startsWith(shown + " ")) {
                    double[] x = features(part);
                    assertThat(x[0]).isEqualTo(1);
                    assertThat(x[1] + x[2] + x[3] + x[4] + x[5]).isCloseTo(1, offset(1e-5));
                    double rate = SyntheticClickLog.rate(x);
                    rates.add(rate);
                    expected += rate;
                    variance += rate * (1 - rate);
                }
            }
            clicks += line.charAt(18) - '0';
        }
        // Five standard deviations: a false alarm once in a million seeds.
        assertThat((double) clicks).isCloseTo(expected, offset(5 * Math.sqrt(variance)));
        assertThat(rates)
                .hasSizeGreaterThan(4)
                .allSatisfy(rate -> assertThat(rate).isBetween(0.017, 0.12));
    }

    @Test
    void theSameParametersGiveTheSameLogAndAnotherSeedAnother() throws IOException {
        SyntheticClickLog log = new SyntheticClickLog(10, 3, 1, 5);
        List<String> once = lines(log.write(folder.resolve("a")));

        assertThat(lines(log.write(folder.resolve("b")))).isEqualTo(once);
        assertThat(lines(new SyntheticClickLog(10, 3, 1, 6).write(folder.resolve("c"))))
                .isNotEqualTo(once);
    }

    @Test
    void thePapersLogHasItsShapeAndEmptyOnesAreRefused() {
        assertThat(SyntheticClickLog.OF_PAPER.timestamps()).isEqualTo(2881);
        assertThat(SyntheticClickLog.OF_PAPER.articles()).isEqualTo(20);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SyntheticClickLog(10, 0, 1, 1))
                .withMessageContaining("articles = 0");
    }
}
