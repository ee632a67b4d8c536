package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    private Path folder;

    @Test
    void theFolderFollowsTheEnvironmentAndTheSystem() {
        assertThat(movielens(Map.of("ATTUNE_DATASETS", "/data", "XDG_CACHE_HOME", "/c"), "Linux"))
                .isEqualTo(Path.of("/data/movielens"));
        assertThat(movielens(Map.of("XDG_CACHE_HOME", "/c"), "Linux")).isEqualTo(Path.of("/c/attune/movielens"));
        assertThat(movielens(Map.of(), "Linux")).isEqualTo(Path.of("/home/me/.cache/attune/movielens"));
        assertThat(movielens(Map.of("ATTUNE_DATASETS", " "), "Mac OS X"))
                .isEqualTo(Path.of("/home/me/.cache/attune/movielens"));
        assertThat(movielens(Map.of("LOCALAPPDATA", "/local", "XDG_CACHE_HOME", "/c"), "Windows 11"))
                .isEqualTo(Path.of("/local/attune/movielens"));
    }

    private static Path movielens(Map<String, String> environment, String system) {
        return DataFolder.of(environment, system, "/home/me").of(DataSet.MOVIELENS);
    }

    @Test
    void aSetIsThereWhenAllOfItsFilesAre() throws IOException {
        DataFolder data = new DataFolder(folder);
        Path vectors = Files.createDirectories(data.of(DataSet.AUTHORS_FACTORS));
        assertThat(data.has(DataSet.AUTHORS_FACTORS)).isFalse();

        Files.createFile(vectors.resolve("movie.csv"));
        assertThat(data.has(DataSet.AUTHORS_FACTORS)).isFalse();

        Files.createFile(vectors.resolve("user.csv"));
        assertThat(data.has(DataSet.AUTHORS_FACTORS)).isTrue();
    }

    @Test
    void aLogIsThereWhenOneOfItsFilesIs() throws IOException {
        DataFolder data = new DataFolder(folder);
        assertThat(data.has(DataSet.YAHOO_R6A)).isFalse();

        Files.createDirectories(data.of(DataSet.YAHOO_R6A));
        assertThat(data.has(DataSet.YAHOO_R6A)).isFalse();

        Files.createFile(data.of(DataSet.YAHOO_R6A).resolve("ydata-fp-td-clicks-v1_0.20090501.gz"));
        assertThat(data.has(DataSet.YAHOO_R6A)).isTrue();
    }

    @Test
    void anUnknownNameGetsTheNearestOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSet.named("movilens"))
                .withMessage("there is no data set 'movilens', did you mean 'movielens'? There are movielens,"
                        + " authors-factors, pendigits, mushroom, open-bandit, yahoo-r6a, yahoo-r6b");
    }

    @Test
    void whatNeedsAnAgreementIsNotDownloadedFromAnywhere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSet.YAHOO_R6A.from("http://localhost/"))
                .withMessage("yahoo-r6a cannot be downloaded; run 'attune data yahoo-r6a --from PATH' with your copy");
    }
}
