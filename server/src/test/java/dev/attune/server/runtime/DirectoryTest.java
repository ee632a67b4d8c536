package dev.attune.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.JournalFormatException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectoryTest {
    private static final String SAVED = "{\"version\":1,\"next\":9,\"bandits\":["
            + "{\"number\":3,\"name\":\"a\",\"created\":5,\"applied\":17,\"paused\":true,\"decisions\":12,\"learnt\":7,"
            + "\"waiting\":4,\"expired\":1,\"nextDeadline\":99,\"definition\":\"{\\\"seed\\\":7}\"},"
            + "{\"number\":8,\"name\":\"b\",\"created\":6,\"applied\":6,\"paused\":false,\"decisions\":0,\"learnt\":0,"
            + "\"waiting\":0,\"expired\":0,\"definition\":\"{\\\"seed\\\":8}\"}]}";

    @Test
    void thePartOfASnapshotIsReadAndWrittenFieldByField() throws IOException {
        Directory directory = read(SAVED);
        Entry a = directory.require("a");
        Entry b = directory.require("b");
        assertThat(directory.next()).isEqualTo(9);
        assertThat(a.applied()).isEqualTo(17);
        assertThat(a.isInSnapshot()).isTrue();
        assertThat(a.status().counters().expired()).isEqualTo(1);
        assertThat(b.status().nextDeadline()).isEqualTo(Long.MAX_VALUE);
        byte[] written = Directory.write(
                9, List.of(Directory.Saved.of(a, 17, a.status()), Directory.Saved.of(b, 6, b.status())));
        assertThat(new String(written, StandardCharsets.UTF_8)).isEqualTo(SAVED);
    }

    @Test
    void aPartWithoutAFieldOrOfAnotherVersionIsRejected() {
        for (String damaged : List.of(
                SAVED.replace("\"version\":1", "\"version\":2"),
                SAVED.replace("\"applied\":17,", ""),
                SAVED.replace("\"applied\":17,", "\"applied\":\"17\","),
                SAVED.replace("\"learnt\":7,", "\"learnt\":7.5,"),
                SAVED.replace("\"name\":\"a\",", ""),
                SAVED.replace("{\\\"seed\\\":7}", "{\\\"sede\\\":7}"),
                SAVED.substring(1))) {
            assertThatThrownBy(() -> read(damaged))
                    .as(damaged)
                    .isInstanceOf(JournalFormatException.class)
                    .hasMessageContaining("the directory of the snapshot cannot be read");
        }
    }

    private static Directory read(String json) throws IOException {
        Directory directory = new Directory();
        directory.read(json.getBytes(StandardCharsets.UTF_8));
        return directory;
    }
}
