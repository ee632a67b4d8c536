package dev.attune.flink.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastCheckpointTest {
    @TempDir
    Path folder;

    @Test
    void thereIsNoneInAFolderThatIsEmptyOrMissing() throws IOException {
        assertThat(LastCheckpoint.in(folder)).isEmpty();
        assertThat(LastCheckpoint.in(folder.resolve("missing"))).isEmpty();
    }

    @Test
    void theNewestCompleteOneCountsWhetherCheckpointOrSavepoint() throws IOException {
        complete("job-a/chk-9", 100);
        complete("savepoint-1", 300);
        complete("job-b/chk-1", 200);
        Files.createDirectories(folder.resolve("job-b/chk-2")); // was never finished

        assertThat(LastCheckpoint.in(folder)).contains(folder.resolve("savepoint-1"));
    }

    private void complete(String path, long time) throws IOException {
        Path metadata = Files.createDirectories(folder.resolve(path)).resolve("_metadata");
        Files.writeString(metadata, "");
        Files.setLastModifiedTime(metadata, FileTime.fromMillis(time));
    }
}
