package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Yahoo's click logs as events. */
class VisitLogTest {
    private static final String R6A = "1241160900 109513 1 |user 2:0.25 6:0.5 1:1.000000 "
            + "|109498 2:0.3 1:1.000000 |109513 7:0.125 12:2 |109514";
    private static final String R6B = "1317513291 id-560620 0 |user 1 9 11 |id-552077 |id-560620";

    @TempDir
    Path folder;

    @Test
    void aLineOfR6aIsAnEvent() throws IOException {
        Reading reading = read(LogFormat.R6A, R6A);

        LoggedEvent event = reading.only();
        assertThat(reading.skipped()).isEqualTo(Skipped.NOTHING);
        assertThat(event.time()).isEqualTo(1_241_160_900_000L);
        assertThat(event.context())
                .isEqualTo(Features.builder()
                        .number("user.2", 0.25)
                        .number("user.6", 0.5)
                        .build());
        assertThat(event.arms())
                .containsExactly(
                        new Arm(
                                "109498",
                                Features.builder().number("article.2", 0.3).build()),
                        new Arm(
                                "109513",
                                Features.builder()
                                        .number("article.7", 0.125)
                                        .number("article.12", 2)
                                        .build()),
                        new Arm("109514", Features.NONE));
        assertThat(event.chosen()).isEqualTo(1);
        assertThat(event.reward()).isEqualTo(1);
        assertThat(event.propensity()).isEqualTo(1.0 / 3);
    }

    @Test
    void aLineOfR6bIsAnEvent() throws IOException {
        LoggedEvent event = read(LogFormat.R6B, R6B).only();

        assertThat(event.context())
                .isEqualTo(Features.builder().tags("user", List.of("9", "11")).build());
        assertThat(event.arms())
                .containsExactly(new Arm("id-552077", Features.NONE), new Arm("id-560620", Features.NONE));
        assertThat(event.chosen()).isEqualTo(1);
        assertThat(event.reward()).isZero();
        assertThat(event.propensity()).isEqualTo(0.5);
    }

    @Test
    void linesThatCannotBeUsedAreCounted() throws IOException {
        Reading reading = read(
                LogFormat.R6A,
                R6A,
                R6A.replace("109513 1", "7 1"),
                R6A.replace("|user", "user"),
                R6A.replace("2:0.3", "2:0.3 2:0.4"),
                R6A.replace("|109514", "|109498"));

        assertThat(reading.events()).hasSize(2);
        assertThat(reading.skipped().reasons())
                .containsEntry("event whose shown article is not listed", new Skipped.Count(1, "line 2", true))
                .containsEntry("event that lists an article twice", new Skipped.Count(1, "line 5", true))
                .containsEntry("malformed line", new Skipped.Count(1, "line 3", true))
                .containsEntry(
                        "feature that is there twice; the first value holds", new Skipped.Count(1, "line 4", false));
    }

    @Test
    void eachOfTheTwoIsRefusedAsTheOther() {
        assertThatThrownBy(() -> read(LogFormat.R6B, R6A)).hasMessageContainingAll("line 1", "as in r6a");
        assertThatThrownBy(() -> read(LogFormat.R6A, R6B)).hasMessageContainingAll("line 1", "as in r6b");
    }

    @Test
    void filesOfTheExactFormatAreRead() throws IOException {
        Reading r6a = Reading.of(RealData.at("yahoo-r6-format/synthetic_r6a_300lines.txt.gz"), LogFormat.R6A);
        assertThat(r6a.events().size() + r6a.skipped().lost()).isEqualTo(300);
        assertThat(r6a.skipped().reasons().keySet()).isSubsetOf("event whose shown article is not listed");
        assertThat(r6a.events().get(0).arms().get(3).features().values().keySet())
                .contains("article.7", "article.12");

        Reading r6b = Reading.of(RealData.at("yahoo-r6-format/synthetic_r6b_100lines.txt.gz"), LogFormat.R6B);
        assertThat(r6b.events().size() + r6b.skipped().lost()).isEqualTo(100);
    }

    private Reading read(LogFormat format, String... lines) throws IOException {
        return Reading.ofLines(folder, format, lines);
    }
}
