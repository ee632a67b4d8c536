package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.lab.log.CsvColumns.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvColumnsTest {
    @TempDir
    Path folder;

    @Test
    void everyFieldIsRead() throws IOException {
        CsvColumns columns = read("""
                arm: shown
                reward: click
                propensity: probability
                id: request
                time: at
                offered: articles
                context: [hour, topics]
                kinds:
                  hour: category
                  topics: tags
                delimiter: semicolon
                separator: space
                arm-features: articles.csv
                arm-id: article
                """);

        assertThat(columns)
                .isEqualTo(CsvColumns.builder()
                        .column(Column.ARM, "shown")
                        .column(Column.REWARD, "click")
                        .column(Column.PROPENSITY, "probability")
                        .column(Column.ID, "request")
                        .column(Column.TIME, "at")
                        .column(Column.OFFERED, "articles")
                        .context(List.of("hour", "topics"))
                        .kind("hour", ColumnKind.CATEGORY)
                        .kind("topics", ColumnKind.TAGS)
                        .delimiter(';')
                        .separator(' ')
                        .armFile(folder.resolve("articles.csv"), "article")
                        .build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            value = {
                "arm: a\\npropencity: p ! line 2: propencity: there is no such field. Did you mean 'propensity'?",
                "kinds: {x: numbr} ! line 1: kinds.x: there is no kind 'numbr'. Did you mean 'number'?",
                "arms: many ! line 1: arms: 'many' must be a whole number",
                "delimiter: ab ! line 1: delimiter: 'ab' must be one character",
                "arm-id: x ! line 1: arm-id: names a column of the table arm-features, which is missing",
                "arms: 3\\noffered: list ! give one of them",
                "arm: [a ! this is not YAML",
            })
    void complaintsNameLineAndField(String text, String complaint) {
        assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(complaint);
    }

    private CsvColumns read(String text) throws IOException {
        return CsvColumns.read(Files.writeString(folder.resolve("columns.yaml"), text));
    }
}
