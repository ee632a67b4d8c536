package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.RealData;
import dev.attune.lab.data.Content;
import dev.attune.lab.data.TextContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickRatesTest {
    private static final String A = " |1 2:0.2 3:0.3 4:0.4 5:0.5 6:0.6 1:1";
    private static final String B = " |2 2:0.1 3:0.1 4:0.1 5:0.1 6:0.1 1:1";
    private static final String OTHER = " |3 7:1 8:0 9:0 10:0 11:0 12:0";

    @TempDir
    private Path folder;

    @Test
    void clicksAreCountedByTimestampAndArticle() throws IOException {
        Path log = TextContent.gzipped(
                folder.resolve("log.gz"),
                "200 1 1 |user 1:1" + A + B,
                "100 2 1 |user 1:1" + B + A,
                "200 1 0 |user 2:1 1:1" + A + B,
                "200 2 0 |user 1:1" + A + B,
                "200 1 0 |user 1:1" + A + B);

        ClickRates rates = ClickRates.read(List.of(log));

        assertThat(rates.timestamps()).hasSize(2);
        ClickRates.Timestamp first = rates.timestamps().get(0); // in the order of time
        assertThat(first.time()).isEqualTo(100);
        assertThat(first.rate()).containsExactly(1); // article 1 was on offer, but never shown
        assertThat(first.features()[0]).containsExactly(1, 0.1, 0.1, 0.1, 0.1, 0.1);
        ClickRates.Timestamp second = rates.timestamps().get(1);
        assertThat(second.rate()).containsExactly(1.0 / 3, 0);
        assertThat(second.features()[0]).containsExactly(1, 0.2, 0.3, 0.4, 0.5, 0.6);
        assertThat(rates.counts().events()).isEqualTo(5);
        assertThat(rates.counts()
                        .skipped()
                        .times("articles with features, listed in a timestamp but never shown in it"))
                .isEqualTo(1);
        assertThat(rates.counts().skipped().times("lines with a user of whom only the constant is known; kept"))
                .isEqualTo(4);
    }

    @Test
    void whatIsPassedOverIsCountedWithTheFirstPlace() throws IOException {
        Path one = TextContent.plain(
                folder.resolve("one"),
                "100 1 0 |user 2:1 1:1" + A + OTHER,
                "this is not a visit",
                "100 9 0 |user 2:1 1:1" + A,
                "100 3 1 |user 2:1 1:1" + A + OTHER);
        Path two = TextContent.plain(
                folder.resolve("two"),
                "",
                "100 2 1 |user 2:1 1:1 |1 |2",
                "100 2 0 |user 2:1 1:1" + A + B,
                "300 3 0 |user 2:1 1:1" + OTHER);

        ClickRates rates = ClickRates.read(List.of(one, two));

        // Article 2 had no features in one line and has them in the next: both of its visits count.
        assertThat(rates.timestamps()).hasSize(1);
        assertThat(rates.timestamps().get(0).rate()).containsExactly(0, 0.5);
        VisitReader.Counts counts = rates.counts();
        assertThat(counts.lines()).isEqualTo(8);
        assertThat(counts.events()).isEqualTo(3);
        assertThat(counts.skipped().times("lines that cannot be read")).isEqualTo(2);
        assertThat(counts.skipped().reasons().get("lines that cannot be read").first())
                .isEqualTo("one line 2");
        assertThat(counts.skipped().times("lines whose shown article is not among those listed"))
                .isEqualTo(1);
        assertThat(counts.skipped()
                        .reasons()
                        .get("lines whose shown article is not among those listed")
                        .first())
                .isEqualTo("one line 3");
        assertThat(counts.skipped().times("lines whose shown article has no features 1 to 6 in its timestamp"))
                .isEqualTo(2);
        assertThat(counts.skipped().times("mentions of an article without features"))
                .isEqualTo(2);
        assertThat(counts.skipped()
                        .reasons()
                        .get("mentions of an article without features")
                        .first())
                .isEqualTo("two line 2");
        assertThat(counts.skipped().times("mentions of an article with other features than 1 to 6"))
                .isEqualTo(3);
        assertThat(counts.skipped().times("timestamps without any usable article"))
                .isEqualTo(1);
        assertThat(counts.skipped().times("lines with a user of whom only the constant is known; kept"))
                .isZero();
    }

    @Test
    void theFingerprintIsThatOfTheUncompressedBytes() throws IOException {
        String[] lines = {"100 1 0 |user 1:1" + A, "100 1 1 |user 1:1" + A};
        Path plain = TextContent.plain(folder.resolve("plain"), lines);
        Path gzipped = TextContent.gzipped(folder.resolve("gzipped"), lines);

        assertThat(ClickRates.read(List.of(gzipped)).fingerprint())
                .isEqualTo(ClickRates.read(List.of(plain)).fingerprint())
                .isEqualTo(Content.read(plain).fingerprint());
    }

    @Test
    void aFileThatIsCutShortIsNamed() throws IOException {
        Path log = TextContent.gzipped(folder.resolve("log.gz"), "100 1 0 |user 1:1" + A, "100 1 1 |user 1:1" + A);
        byte[] bytes = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(bytes, bytes.length - 12));

        assertThatThrownBy(() -> ClickRates.read(List.of(log)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("log.gz line")
                .hasMessageContaining("cut short");
    }

    @Test
    void theSampleInTheFormatOfR6aHasTheseCounts() throws IOException {
        ClickRates rates =
                ClickRates.read(List.of(RealData.at("yahoo-r6-format").resolve("synthetic_r6a_300lines.txt.gz")));

        VisitReader.Counts counts = rates.counts();
        assertThat(counts.lines()).isEqualTo(300);
        assertThat(counts.skipped().times("lines that cannot be read")).isZero();
        assertThat(counts.skipped().times("lines whose shown article is not among those listed"))
                .isZero();
        assertThat(counts.skipped().times("mentions of an article without features"))
                .isEqualTo(35);
        assertThat(counts.skipped().times("mentions of an article with other features than 1 to 6"))
                .isEqualTo(240);
        assertThat(counts.skipped().times("lines with a user of whom only the constant is known; kept"))
                .isEqualTo(15);
        assertThat(counts.skipped().times("lines whose shown article has no features 1 to 6 in its timestamp"))
                .isEqualTo(15);
        assertThat(counts.skipped().times("articles with features, listed in a timestamp but never shown in it"))
                .isEqualTo(7);
        assertThat(counts.events()).isEqualTo(285);
        assertThat(rates.timestamps()).hasSize(5);
    }

    @Test
    void theSampleInTheFormatOfR6bHasTheseCounts() throws IOException {
        VisitSummary summary =
                VisitSummary.read(List.of(RealData.at("yahoo-r6-format").resolve("synthetic_r6b_100lines.txt.gz")));

        assertThat(summary.counts().lines()).isEqualTo(100);
        assertThat(summary.counts().events()).isEqualTo(100);
        assertThat(summary.counts().skipped().times("lines with a user of whom only the constant is known; kept"))
                .isEqualTo(9);
        assertThat(summary.articles()).hasSize(28);
    }
}
