package dev.attune.live.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalFormatException;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Whatever bytes are read as a segment of a journal: its events in their order, or the documented exception. */
class JournalFuzzTest {
    @FuzzTest(maxDuration = "1m")
    void readsOrRefuses(byte[] bytes) throws IOException {
        read(bytes);
        read(Sealed.segment(bytes));
    }

    private static void read(byte[] segment) throws IOException {
        Path root = Files.createTempDirectory("attune-fuzz");
        try {
            Path folder = Files.createDirectories(root.resolve("journal"));
            Files.write(folder.resolve("00000000000000000001.log"), segment);
            try (JournalReader reader = JournalReader.openAtStart(new JournalFolder(root))) {
                long expected = 1;
                for (JournalRecord next = reader.next(); next != null; next = reader.next()) {
                    assertThat(next.position()).isEqualTo(expected++);
                    assertThat(next.event()).isEqualTo(next.event());
                }
            } catch (JournalFormatException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        } finally {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
