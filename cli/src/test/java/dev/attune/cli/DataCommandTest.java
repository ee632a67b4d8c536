package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.lab.data.DataFolder;
import dev.attune.lab.data.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DataCommandTest {
    private static final String ARTICLE = " |7 2:0.2 3:0.3 4:0.4 5:0.5 6:0.6 1:1";

    @TempDir
    private Path folder;

    private final CapturedCommandLine attune = new CapturedCommandLine();

    @Test
    void theListShowsEverySetWithItsTermsAndHowToGetIt() {
        assertThat(attune.run("data")).isZero();

        DataSet.all()
                .forEach(set -> assertThat(attune.out().replaceAll("\\s+", " "))
                        .contains(set.name(), set.title(), set.terms(), set.link()));
    }

    @Test
    void theListAsJsonIsOneObjectALine() {
        assertThat(attune.run("data", "--json")).isZero();

        List<String> lines = attune.out().lines().toList();
        assertThat(lines).hasSize(DataSet.all().size());
        assertThat(lines.get(0)).startsWith("{\"data\":\"movielens\",").contains("\"present\":");
    }

    @Test
    void anUnknownSetIsOneLineWithTheNearestName() {
        assertThat(attune.run("data", "mushrom")).isEqualTo(2);

        assertThat(attune.err().lines()).hasSize(1);
        assertThat(attune.err()).contains("did you mean 'mushroom'?");
    }

    @Test
    void whatNeedsAnAgreementIsExplainedAndNotDownloaded() {
        assertThat(attune.run("data", "yahoo-r6a", "--url", "http://localhost:1/"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("yahoo-r6a cannot be downloaded; run 'attune data yahoo-r6a --from PATH'");
    }

    @Test
    void aLogIsReadThroughAndCounted() throws IOException {
        Path log = Files.writeString(
                folder.resolve("log"),
                "100 7 1 |user 2:1 1:1" + ARTICLE + "\n100 8 0 |user 2:1 1:1" + ARTICLE + "\nnonsense\n");

        assertThat(attune.run("data", "yahoo-r6a", "--check", "--from", log.toString()))
                .isZero();

        assertThat(attune.out())
                .contains("signed agreement")
                .containsPattern(" 3 lines\\R")
                .containsPattern(" 1 events: lines that are used\\R")
                .contains(" 1 lines that cannot be read (first: log line 3)")
                .contains(" 1 lines whose shown article is not among those listed (first: log line 2)");
    }

    @Test
    void aDamagedFileIsRefusedInOneLineAfterTheTerms() throws IOException {
        Path ratings = Files.writeString(folder.resolve("u.data"), "1\t1\t3\t1\n");

        assertThat(attune.run("data", "movielens", "--check", "--from", ratings.toString()))
                .isEqualTo(2);

        assertThat(attune.out()).contains("For research.");
        assertThat(attune.err().lines()).hasSize(1);
        assertThat(attune.err()).contains("is not the published u.data, or it is damaged");
    }

    @Test
    void factorisingIsForRatings() {
        assertThat(attune.run("data", "mushroom", "--factorise")).isEqualTo(2);

        assertThat(attune.err()).contains("--factorise needs movielens, not mushroom");
    }

    @Test
    void theErrorsOfTheFactorisationArePrinted() {
        String named = System.getenv("ATTUNE_TEST_DATA");
        Path ratings = (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named)).resolve("ml-100k");
        Assumptions.assumeTrue(Files.exists(ratings), () -> "skipped, because there is no " + ratings);

        assertThat(attune.run(
                        "data", "movielens", "--check", "--factorise", "--features", "2", "--from", ratings.toString()))
                .isZero();

        assertThat(attune.out())
                .contains("100,000 ratings of 1,682 movies by 943 users, 2 features, lambda 0.12")
                .containsPattern("error on the rest  0\\.\\d{4}");
    }

    @Test
    void aSetIsCopiedOnceAndThenKnownToBeThere() throws IOException {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        Files.writeString(logs.resolve("ydata-fp-td-clicks-v1_0.20090501"), "100 7 1 |user 1:1" + ARTICLE + "\n");
        Path there = folder.resolve("cache").resolve("yahoo-r6a");

        assertThat(inTemporaryFolder("yahoo-r6a")).isNotZero();
        assertThat(inTemporaryFolder("yahoo-r6a", "--from", logs.toString())).isZero();
        assertThat(attune.out()).contains("now in " + there).contains(" 1 events");
        assertThat(there.resolve("ydata-fp-td-clicks-v1_0.20090501")).exists();

        assertThat(inTemporaryFolder("yahoo-r6a")).isZero();
        assertThat(attune.out()).contains("already in " + there);
        assertThat(inTemporaryFolder()).isZero();
        assertThat(attune.out()).contains("present: " + there);
    }

    private int inTemporaryFolder(String... args) {
        return attune.run(new CommandLine(new DataCommand(new DataFolder(folder.resolve("cache")))), args);
    }
}
