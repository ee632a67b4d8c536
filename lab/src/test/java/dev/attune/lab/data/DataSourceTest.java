package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSourceTest {
    private static final DataSet.File RATINGS = DataSet.MOVIELENS.files().get(0);

    @TempDir
    private Path folder;

    @Test
    void ratingsAreFoundInAFolderAnArchiveOrTheFileItselfPlainOrGzipped() throws IOException {
        Path plain = Files.createDirectory(folder.resolve("plain"));
        Path gzipped = Files.createDirectory(folder.resolve("gzipped"));
        TextContent.plain(plain.resolve("u.data"), "1\t1\t3\t1");
        TextContent.gzipped(gzipped.resolve("u.data.gz"), "1\t1\t3\t1");
        Path zip = TextContent.zipped(folder.resolve("ml.zip"), "ml-100k/u.data", TextContent.bytes("1\t1\t3\t1"));

        for (Path path : new Path[] {
            plain, gzipped, plain.resolve("u.data"), gzipped.resolve("u.data.gz"), zip,
        }) {
            assertThat(DataSource.at(DataSet.MOVIELENS, path).content(RATINGS).bytes())
                    .as(path.toString())
                    .isEqualTo(TextContent.bytes("1\t1\t3\t1"));
        }
    }

    @Test
    void pendigitsIsPutTogetherFromTheTwoFilesOfUci() throws IOException {
        Files.writeString(folder.resolve("pendigits.tra"), " 47,100, 27, 8"); // without the end of the line
        TextContent.plain(folder.resolve("pendigits.tes"), " 88, 92,  2, 8");

        Content joined = DataSource.at(DataSet.PENDIGITS, folder)
                .content(DataSet.PENDIGITS.files().get(0));

        assertThat(new String(joined.bytes(), StandardCharsets.UTF_8)).isEqualTo("47,100,27,8\n88,92,2,8\n");
        assertThat(joined.name()).contains("pendigits.tra + ").contains("pendigits.tes");
    }

    @Test
    void whatIsNotInTheDataFolderYetIsGotByTheCommandNamed() {
        DataFolder data = new DataFolder(folder);

        assertThatThrownBy(() -> DataSource.in(data, DataSet.MOVIELENS).content(RATINGS))
                .isInstanceOf(IOException.class)
                .hasMessage("movielens is not here yet: no u.data in " + folder.resolve("movielens")
                        + "; run 'attune data movielens', or 'attune data movielens --from PATH' if you have it");
        assertThatThrownBy(() -> DataSource.in(data, DataSet.YAHOO_R6B).logs())
                .isInstanceOf(IOException.class)
                .hasMessage("yahoo-r6b is not here yet: no ydata-fp-td-clicks-v2* in " + folder.resolve("yahoo-r6b")
                        + "; run 'attune data yahoo-r6b --from PATH' with your copy");
    }

    @Test
    void aWrongPathIsNamed() throws IOException {
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> DataSource.at(DataSet.MOVIELENS, none).content(RATINGS))
                .isInstanceOf(IOException.class)
                .hasMessage("no such file or folder: " + none + "; it should hold u.data, or leave it out and run"
                        + " 'attune data movielens', or 'attune data movielens --from PATH' if you have it");
        assertThatThrownBy(() -> DataSource.at(DataSet.MOVIELENS, folder).content(RATINGS))
                .isInstanceOf(IOException.class)
                .hasMessage("no u.data in " + folder + ", plain or gzipped");
        Path zip = TextContent.zipped(folder.resolve("other.zip"), "other", TextContent.bytes("x"));
        assertThatThrownBy(() -> DataSource.at(DataSet.MOVIELENS, zip).content(RATINGS))
                .isInstanceOf(IOException.class)
                .hasMessage("no u.data in " + zip + ", plain or gzipped");
        Path oneOfTwo = TextContent.plain(folder.resolve("movie.csv"), ",0", "0,1");
        assertThatThrownBy(() -> DataSource.at(DataSet.AUTHORS_FACTORS, oneOfTwo)
                        .content(DataSet.AUTHORS_FACTORS.files().get(0)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void damagedArchivesAreNamed() throws IOException {
        Path zip = Files.writeString(folder.resolve("bad.zip"), "PK\u0003\u0004 and then nothing of use");
        assertThatThrownBy(() -> DataSource.at(DataSet.MOVIELENS, zip).content(RATINGS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bad.zip: the zip archive is damaged");
        byte[] gzip = Files.readAllBytes(TextContent.gzipped(folder.resolve("whole.gz"), "1\t1\t3\t1", "2\t2\t3\t1"));
        Path cut = Files.write(folder.resolve("u.data.gz"), Arrays.copyOf(gzip, gzip.length - 9));
        assertThatThrownBy(() -> DataSource.at(DataSet.MOVIELENS, cut).content(RATINGS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("u.data.gz: the compressed file is damaged or cut short");
    }

    @Test
    void aFolderIsReadByTheNamesOfItsFiles() throws IOException {
        TextContent.plain(folder.resolve("ydata-fp-td-clicks-v1_0.20090502"), "x");
        TextContent.plain(folder.resolve("ydata-fp-td-clicks-v1_0.20090501.gz"), "x");
        TextContent.plain(folder.resolve("ydata-fp-td-clicks-v2_0.20111003.gz"), "x");
        TextContent.plain(folder.resolve("README"), "x");

        assertThat(DataSource.logs(folder, DataSet.YAHOO_R6A.logs()))
                .extracting(path -> path.getFileName().toString())
                .containsExactly("ydata-fp-td-clicks-v1_0.20090501.gz", "ydata-fp-td-clicks-v1_0.20090502");
        assertThatThrownBy(() -> DataSource.logs(folder, "other"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no file other* in");
        assertThatThrownBy(() -> DataSource.logs(folder.resolve("none"), DataSet.YAHOO_R6A.logs()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such file");
    }
}
