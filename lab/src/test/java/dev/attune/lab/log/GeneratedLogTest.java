package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedLogTest {
    @TempDir
    Path folder;

    @Test
    void theSameParametersGiveTheSameBytes() throws IOException {
        GeneratedLog log = new GeneratedLog(50, 4, 6, 0.3, 7);
        log.write(folder.resolve("a"));
        log.write(folder.resolve("b"));

        assertThat(folder.resolve("a")).hasSameBinaryContentAs(folder.resolve("b"));
        assertThat(Files.readAllLines(folder.resolve("a")))
                .hasSize(50)
                .element(17)
                .isEqualTo(log.line(17));
    }

    @Test
    void everyEventIsReadWithItsFeatures() throws IOException {
        new GeneratedLog(200, 4, 6, 0.3, 7).write(folder.resolve("log"));

        Reading reading = Reading.of(folder.resolve("log"), LogFormat.DSJSON);

        assertThat(reading.skipped()).isEqualTo(Skipped.NOTHING);
        assertThat(reading.events()).hasSize(200).allSatisfy(event -> {
            assertThat(event.arms()).hasSize(4);
            assertThat(event.context().values()).hasSize(5);
            assertThat(event.arms().get(2).features().values()).hasSize(6);
            assertThat(event.propensity()).isIn(0.3 / 4, 0.3 / 4 + 1 - 0.3);
        });
    }

    /**
     * Inverse propensity scores of the uniform policy from an epsilon-greedy log. A term has a standard deviation below 0.45, since the
     * square of w r is at most 2.5 w r and that is 0.08 on average. So the mean of 20,000 misses by 0.01 with probability below
     * 0.002, and the seed is fixed.
     */
    @Test
    void theUniformPolicyEarnsWhatItShould() throws IOException {
        new GeneratedLog(20_000, 5, 2, 0.4, 11).write(folder.resolve("log"));
        double[] sum = {0};

        DecisionLog.open(folder.resolve("log"), LogFormat.DSJSON, CsvColumns.DEFAULT)
                .read(event -> sum[0] += event.reward() / (5 * event.propensity()), bytes -> {});

        assertThat(sum[0] / 20_000).isCloseTo(0.08, within(0.01));
    }

    @Test
    void invalidParametersAreRejected() {
        assertThatThrownBy(() -> new GeneratedLog(0, 4, 6, 0.3, 7)).hasMessageContaining("events = 0");
        assertThatThrownBy(() -> new GeneratedLog(1, 4, 6, 0, 7)).hasMessageContaining("epsilon = 0.0");
    }

    @Test
    void contextsOfWordsPayAsTheySay(@TempDir Path where) throws IOException {
        Path file = where.resolve("words");
        new GeneratedWordLog(10_000, 500, .75, .03, 3).write(file);
        LogHealth health = new LogHealth();
        double[] sum = {0};
        Skipped skipped = DecisionLog.open(file, LogFormat.DSJSON, CsvColumns.DEFAULT)
                .read(
                        event -> {
                            health.accept(event);
                            sum[0] += event.reward();
                            assertThat(event.propensity()).isEqualTo(0.1);
                            assertThat(event.context().values().size()).isBetween(1, 32);
                        },
                        bytes -> {});
        assertThat(skipped.reasons()).isEmpty();
        assertThat(health.lines(skipped)).contains("features              500 of contexts, 0 of arms");
        assertThat(sum[0] / 10_000).isCloseTo(.03 + .72 / 10, within(0.015)); // five standard errors

        byte[] first = Files.readAllBytes(file);
        new GeneratedWordLog(10_000, 500, .75, .03, 3).write(file);
        assertThat(Files.readAllBytes(file)).isEqualTo(first);
        assertThatThrownBy(() -> new GeneratedWordLog(1, 19, .75, .03, 3)).hasMessageContaining("words = 19");
    }
}
