package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.attune.lab.RealData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataImportTest {
    private static final byte[] RATINGS = TextContent.bytes("1\t1\t3\t1", "1\t2\t4\t2");

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private DataFolder data = new DataFolder(Path.of(""));
    private DataImport imports = new DataImport(data, progress::add, warnings::add);

    @BeforeEach
    void useATemporaryFolder() {
        data = new DataFolder(folder.resolve("cache"));
        imports = new DataImport(data, progress::add, warnings::add);
    }

    @Test
    void aCopyIsUncompressedAndLeavesNothingElseBehind() throws IOException {
        DataSet set = ratings(true);
        Path zip = TextContent.zipped(folder.resolve("x.zip"), "ml-100k/u.data", RATINGS);

        imports.copy(set, zip);

        assertThat(data.has(set)).isTrue();
        assertThat(data.of(set).resolve("u.data")).hasBinaryContent(RATINGS);
        assertThat(filesIn(data.of(set))).containsExactly("u.data");
        assertThat(warnings).isEmpty();
    }

    @Test
    void anotherChecksumIsRefusedAndWhatWasThereStays() throws IOException {
        DataSet set = ratings(true);
        imports.copy(set, Files.write(folder.resolve("u.data"), RATINGS));
        Path other = TextContent.plain(folder.resolve("other"), "1\t1\t5\t1");

        assertThatThrownBy(() -> imports.copy(set, other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not the published u.data, or it is damaged")
                .hasMessageContaining("MD5");

        assertThat(data.of(set).resolve("u.data")).hasBinaryContent(RATINGS);
    }

    @Test
    void whereTheChecksumIsNotPublishedAnotherOneIsAWarning() throws IOException {
        DataSet set = ratings(false);

        imports.copy(set, TextContent.plain(folder.resolve("other"), "1\t1\t5\t1"));

        assertThat(data.has(set)).isTrue();
        assertThat(warnings)
                .hasSize(1)
                .first()
                .asString()
                .contains("differs from the file that Attune was tested with");
    }

    @Test
    void aFileOfTheWrongFormIsRefused() throws IOException {
        Path other = TextContent.plain(folder.resolve("pendigits.all"), "1,2,3");

        assertThatThrownBy(() -> imports.copy(DataSet.PENDIGITS, other))
                .isInstanceOf(IOException.class)
                .hasMessage(other + " has 1 rows, not 10992");
        assertThat(data.has(DataSet.PENDIGITS)).isFalse();
    }

    @Test
    void aCopyThatBreaksOffLeavesNothing() throws IOException {
        Path target = folder.resolve("deep/down/u.data");

        assertThatThrownBy(() -> DataImport.writeWhole(target, file -> {
                    Files.write(file, RATINGS);
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");

        assertThat(filesIn(target.getParent())).isEmpty();
    }

    @Test
    void logsAreCopiedAsTheyAreOnceTheirFirstLinesCanBeRead() throws IOException {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        Path log = TextContent.gzipped(logs.resolve("ydata-fp-td-clicks-v2_0.20111002.gz"), "1 id-7 0 |user 1 |id-7");

        imports.copy(DataSet.YAHOO_R6B, logs);

        assertThat(data.has(DataSet.YAHOO_R6B)).isTrue();
        assertThat(data.of(DataSet.YAHOO_R6B).resolve(log.getFileName())).hasBinaryContent(Files.readAllBytes(log));
    }

    @Test
    void aLogOfAnotherFormOrNameIsRefused() throws IOException {
        Path wrong = TextContent.plain(folder.resolve("ydata-fp-td-clicks-v1_0.20090501"), "1,2,3", "4,5,6");
        assertThatThrownBy(() -> imports.copy(DataSet.YAHOO_R6A, wrong))
                .isInstanceOf(IOException.class)
                .hasMessage(wrong + " is not a click log: none of its first 2 lines can be read");
        Path renamed = TextContent.plain(folder.resolve("mine.txt"), "1 7 0 |user 1:1 |7");
        assertThatThrownBy(() -> imports.copy(DataSet.YAHOO_R6A, renamed))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not called ydata-fp-td-clicks-v1*");
        assertThat(data.has(DataSet.YAHOO_R6A)).isFalse();
    }

    @Test
    void aDownloadIsCheckedLikeACopy() throws IOException {
        byte[] zip = Files.readAllBytes(TextContent.zipped(folder.resolve("x.zip"), "ml-100k/u.data", RATINGS));
        HttpServer server = serving(200, zip);
        try {
            DataSet set = ratings(true).from(address(server) + "moved");

            imports.download(set);

            assertThat(data.of(set).resolve("u.data")).hasBinaryContent(RATINGS);
            assertThat(progress).first().asString().startsWith("downloading http://");
            assertThat(progress).last().asString().matches("0\\.0 of 0\\.0 MB");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whereTheServerRefusesTheWayOutIsNamed() throws IOException {
        HttpServer server = serving(404, new byte[0]);
        try {
            assertThatThrownBy(() -> imports.download(ratings(true).from(address(server))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot download " + address(server) + ": the server answered 404; if you have it,"
                            + " or get it otherwise: attune data movielens --from PATH");
        } finally {
            server.stop(0);
        }
        assertThat(data.has(ratings(true))).isFalse();
    }

    @Test
    void withoutANetworkTheWayOutIsNamed() throws IOException {
        HttpServer server = serving(200, new byte[0]);
        String gone = address(server);
        server.stop(0); // the port is closed

        assertThatThrownBy(() -> imports.download(ratings(true).from(gone)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot download " + gone + ": ")
                .hasMessageEndingWith("attune data movielens --from PATH");
    }

    @Test
    void aDownloadThatBreaksOffIsNotTakenForTheWhole() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(RATINGS);
            exchange.getResponseBody().flush();
            exchange.close(); // before the 1000 bytes that were promised
        });
        server.start();
        try {
            assertThatThrownBy(() -> imports.download(ratings(false).from(address(server))))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("cannot download ");
        } finally {
            server.stop(0);
        }
        assertThat(data.has(ratings(false))).isFalse();
    }

    @Test
    void realFilesPassWithoutAWarning() throws IOException {
        imports.copy(DataSet.MOVIELENS, RealData.at("ml-100k"));
        imports.copy(DataSet.PENDIGITS, RealData.at("pendigits"));
        imports.copy(DataSet.MUSHROOM, RealData.at("mushroom"));
        imports.copy(DataSet.AUTHORS_FACTORS, RealData.at("authors-factors"));

        assertThat(warnings).isEmpty();
        for (DataSet set : List.of(DataSet.MOVIELENS, DataSet.PENDIGITS, DataSet.MUSHROOM, DataSet.AUTHORS_FACTORS)) {
            assertThat(data.has(set)).isTrue();
            imports.check(set, DataSource.in(data, set));
        }
    }

    /** MovieLens in the small, with the checksum of {@link #RATINGS}. */
    private static DataSet ratings(boolean exact) {
        String md5 = new Content("", RATINGS).checksum("MD5");
        DataSet.File file = new DataSet.File("u.data", List.of(), "MD5", md5, exact, Ratings::read);
        return new DataSet("movielens", "", "", "", "http://localhost/", List.of(file), "");
    }

    /** Serves the content at every address, after one redirection from /moved. */
    private static HttpServer serving(int status, byte[] content) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            if (exchange.getRequestURI().getPath().equals("/moved")) {
                exchange.getResponseHeaders().add("Location", "/here");
                exchange.sendResponseHeaders(302, -1);
            } else {
                exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
                exchange.getResponseBody().write(content);
            }
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "http://localhost:" + server.getAddress().getPort() + "/";
    }

    private static List<String> filesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
