package dev.attune.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples run and do what they say; their worlds are unseeded, so the bounds are wide. */
class ExamplesTest {
    @Test
    void firstStepsChooseADrinkAndSaveTheBandit() throws IOException {
        List<String> lines = output(() -> FirstSteps.main(new String[0]));

        assertThat(lines.get(0)).isIn("tea", "coffee", "juice");
        assertThat(lines.get(1)).startsWith("Bandit[").contains("seed ", "1 rounds");
    }

    @Test
    void theBanditWithoutAKnobLearnsWhichBannerIsClicked() throws IOException {
        List<String> lines = output(() -> NoKnob.main(new String[0]));

        assertThat(lines).hasSize(10);
        // The best arms are clicked 300 times in a thousand, sd 14.5; random ones 150. Below 220 the bandit did not
        // learn.
        assertThat(clicks(lines.get(9))).isGreaterThan(220);
    }

    @Test
    void lateRewardsStillFindTheBestOffer() throws IOException {
        List<String> lines = output(() -> LateRewards.main(new String[0]));

        double share = Double.parseDouble(lines.get(0).replaceAll("[^0-9.]", ""));
        assertThat(share).isGreaterThan(70);
    }

    @Test
    void namedFeaturesTellWhichArticleIsClicked() throws IOException {
        List<String> lines = output(() -> NamedFeatures.main(new String[0]));

        assertThat(lines).hasSize(7);
        // The best articles are clicked 360 times in a thousand, random ones 126 with a standard deviation of 10.5.
        assertThat(clicks(lines.get(4))).isGreaterThan(240);
        assertThat(clicks(lines.get(5))).isBetween(120, 132);
        assertThat(lines.get(6)).isEqualTo("the saved bandit makes the same decision");
    }

    @Test
    void sendTimesAreLearntAcrossRestarts(@TempDir Path folder) throws IOException {
        List<String> lines = output(
                () -> SendTime.main(new String[] {folder.resolve("opened.svg").toString()}));

        // The world is seeded; the best hours have 45 %, noon 31 %, random hours 24 %.
        assertThat(lines).hasSize(4);
        assertThat(percent(lines.get(3), 0)).isGreaterThan(39);
        assertThat(folder.resolve("opened.svg"))
                .content()
                .startsWith("<svg")
                .contains("the bandit")
                .endsWith("</svg>\n");
    }

    @Test
    @Tag("slow")
    void aTableOfPricesBecomesADecisionAndABanditThatFollowsTheMarket(@TempDir Path folder) throws IOException {
        List<String> lines = output(() -> PriceTest.main(
                new String[] {folder.toString(), folder.resolve("price.svg").toString()}));

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("Use 'trained, greedy'");
        // Always 15, the best of the four prices, earns 10.5 before the competitor and 2.1 afterwards; the best prices
        // earn 13 and 8.
        assertThat(number(lines.get(1), 0)).isGreaterThan(11.5);
        assertThat(number(lines.get(2), 0)).isGreaterThan(6);
        assertThat(lines.get(3)).contains("of the world w");
        assertThat(folder.resolve("price.svg")).exists();
    }

    @Test
    @Tag("slow")
    void theFrontPageLearnsFromLateClicks(@TempDir Path folder) throws IOException {
        List<String> lines = output(() -> NewsRanking.main(new String[] {
            folder.resolve("data").toString(), folder.resolve("news.svg").toString()
        }));

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).isEqualTo("decisions 6000");
        // 2,000 visits: random articles 13 %, the best ones 28 %, standard deviation 1 %.
        assertThat(percent(lines.get(3), 0)).isGreaterThan(22);
        assertThat(folder.resolve("news.svg")).exists();
    }

    private static double percent(String line, int which) {
        return values("([0-9.]+) %", line).get(which);
    }

    private static double number(String line, int which) {
        return values("([0-9]+\\.[0-9]+)", line).get(which);
    }

    private static List<Double> values(String pattern, String line) {
        return Pattern.compile(pattern)
                .matcher(line)
                .results()
                .map(value -> Double.parseDouble(value.group(1)))
                .toList();
    }

    private static int clicks(String line) {
        return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    }

    /** A program that may fail to read or write. */
    private interface Program {
        void run() throws IOException;
    }

    private static List<String> output(Program program) throws IOException {
        PrintStream console = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            program.run();
        } finally {
            System.setOut(console);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
