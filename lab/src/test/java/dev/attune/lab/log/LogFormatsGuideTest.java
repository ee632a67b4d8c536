package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in docs/guide/log-formats.md works as it stands there. */
class LogFormatsGuideTest {
    @TempDir
    Path folder;

    @Test
    void theTableOfTheGuideIsReadAsItsYamlSays() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "guide", "log-formats.md"));
        List<String> tables = blocks(guide, "csv");
        Path log = Files.writeString(folder.resolve("clicks.csv"), tables.get(0));
        Files.writeString(folder.resolve("banners.csv"), tables.get(1));
        Path yaml = Files.writeString(
                folder.resolve("clicks.yaml"), blocks(guide, "yaml").get(0));

        Reading reading = Reading.of(log, LogFormat.CSV, CsvColumns.read(yaml));

        assertThat(reading.skipped()).isEqualTo(Skipped.NOTHING);
        assertThat(reading.events()).extracting(LoggedEvent::id).containsExactly("r1", "r2");
        LoggedEvent first = reading.events().get(0);
        assertThat(first.context())
                .isEqualTo(Features.builder()
                        .category("hour", "10")
                        .category("country", "DE")
                        .tags("topics", List.of("sport", "news"))
                        .build());
        assertThat(first.arms())
                .containsExactly(
                        new Arm(
                                "spring",
                                Features.builder()
                                        .number("size", 2)
                                        .category("colour", "green")
                                        .build()),
                        new Arm(
                                "sale",
                                Features.builder()
                                        .number("size", 3)
                                        .category("colour", "red")
                                        .build()));
        assertThat(first.propensity()).isEqualTo(0.5);
        assertThat(reading.events().get(1).arms()).hasSize(3);
    }

    private static List<String> blocks(String text, String language) {
        List<String> blocks = new ArrayList<>();
        int from = 0;
        while ((from = text.indexOf("```" + language + "\n", from)) >= 0) {
            from = text.indexOf('\n', from) + 1;
            blocks.add(text.substring(from, text.indexOf("```", from)));
        }
        return blocks;
    }
}
