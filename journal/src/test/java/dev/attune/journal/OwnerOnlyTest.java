package dev.attune.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A data folder belongs to one account and to one process. */
@DisabledOnOs(OS.WINDOWS)
class OwnerOnlyTest {
    @TempDir
    Path temporary;

    @Test
    void filesAndFoldersAreForTheOwnerOnlyAlsoThoseOfAnOlderVersion() throws IOException {
        Path root = temporary.resolve("deep/data");
        Files.createDirectories(root.resolve("journal")); // as an older version made it
        try (FolderLock lock = FolderLock.acquire(root);
                JournalWriter journal = JournalWriter.open(lock, JournalOptions.DEFAULT.withSegmentBytes(1 << 16))) {
            journal.append(new JournalEvent.Expired(1, 1), 1);
            try (SnapshotWriter snapshot = new SnapshotStore(lock, Disk.REAL).begin(0, 1)) {
                snapshot.add(1, new byte[10]);
                snapshot.commit();
            }
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.filter(path -> !path.equals(root)).toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .as(path.toString())
                        .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
    }

    @Test
    @Tag("process")
    void aSecondProcessIsRejectedAfterTheLockWasDeletedByHand() throws Exception {
        try (FolderLock lock = FolderLock.acquire(temporary)) {
            Files.delete(temporary.resolve("lock"));
            assertThat(acquireElsewhere()).contains("is in use by another process");
            assertThatThrownBy(() -> FolderLock.acquire(temporary)).isInstanceOf(FolderInUseException.class);
            assertThat(lock.folder().root()).isEqualTo(temporary);
        }
        assertThat(acquireElsewhere()).isEmpty();
    }

    private String acquireElsewhere() throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Acquire.class.getName(),
                        temporary.toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return output;
    }

    /** Takes a folder and gives it back. */
    static final class Acquire {
        private Acquire() {}

        public static void main(String[] arguments) throws IOException {
            try {
                FolderLock.acquire(Path.of(arguments[0])).close();
            } catch (FolderInUseException e) {
                System.out.print(e.getMessage());
            }
        }
    }
}
