package dev.attune.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples run and do what they say; their worlds are unseeded, so the bounds are wide. */
class ExamplesTest {
    @Test
    void firstStepsChooseADrinkAndSaveTheBandit() {
        List<String> lines = output(() -> FirstSteps.main(new String[0]));

        assertThat(lines.get(0)).isIn("tea", "coffee", "juice");
        assertThat(lines.get(1)).startsWith("Bandit[").contains("seed ", "1 rounds");
    }

    @Test
    void theBanditWithoutAKnobLearnsWhichBannerIsClicked() {
        List<String> lines = output(() -> NoKnob.main(new String[0]));

        assertThat(lines).hasSize(10);
        // The best arms are clicked 300 times in a thousand, sd 14.5; random ones 150. Below 220 the bandit did not
        // learn.
        assertThat(clicks(lines.get(9))).isGreaterThan(220);
    }

    @Test
    void lateRewardsStillFindTheBestOffer() {
        List<String> lines = output(() -> LateRewards.main(new String[0]));

        double share = Double.parseDouble(lines.get(0).replaceAll("[^0-9.]", ""));
        assertThat(share).isGreaterThan(70);
    }

    @Test
    void namedFeaturesTellWhichArticleIsClicked() {
        List<String> lines = output(() -> NamedFeatures.main(new String[0]));

        assertThat(lines).hasSize(7);
        // The best articles are clicked 360 times in a thousand, random ones 126 with a standard deviation of 10.5.
        assertThat(clicks(lines.get(4))).isGreaterThan(240);
        assertThat(clicks(lines.get(5))).isBetween(120, 132);
        assertThat(lines.get(6)).isEqualTo("the saved bandit makes the same decision");
    }

    private static int clicks(String line) {
        return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    }

    private static List<String> output(Runnable program) {
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
