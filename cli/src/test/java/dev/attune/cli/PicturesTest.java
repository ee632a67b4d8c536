package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.server.AttuneServer;
import dev.attune.server.Playground;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import dev.attune.testkit.Browser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of pages in docs/images. {@code ./attune pictures} makes them, from a service with the playground and from {@code attune demo}, and writes a
 * hash of the sources of each page beside them; a change of the sources without new pictures fails.
 */
class PicturesTest {
    private static final String RECORD = "attune.pictures.record";
    private static final Path IMAGES = Path.of("..", "docs", "images");
    private static final Path HASHES = IMAGES.resolve("pictures.txt");
    private static final Path SHOTS = Path.of("target", "screenshots");
    private static final Path DASHBOARD =
            Path.of("..", "server", "src", "main", "resources", "dev", "attune", "server", "dashboard");
    private static final Path REPORT =
            Path.of("..", "lab", "src", "main", "resources", "dev", "attune", "lab", "report");
    private static final int SEED = 7;
    private static final int DECISIONS = 9_000; // three minutes of visitors

    /** Each picture with the folder that has the sources of its page. */
    private static final Map<String, Path> PICTURES = new LinkedHashMap<>();

    static {
        PICTURES.put("dashboard-overview", DASHBOARD);
        PICTURES.put("dashboard-bandit", DASHBOARD);
        PICTURES.put("dashboard-decision", DASHBOARD);
        PICTURES.put("report", REPORT);
    }

    @TempDir
    Path folder;

    @Test
    void picturesShowThePagesAsTheyAre() throws Exception {
        Map<String, String> made = made();
        for (Map.Entry<String, Path> picture : PICTURES.entrySet()) {
            assertThat(made.get(picture.getKey()))
                    .as("the page of docs/images/" + picture.getKey() + ".png has changed since the picture was made:"
                            + " run './attune pictures', look at docs/images, and commit them")
                    .isEqualTo(hash(picture.getValue()));
            assertThat(IMAGES.resolve(picture.getKey() + ".png")).isNotEmptyFile();
        }
    }

    /** The hashes of sources that were written with the pictures. */
    private static Map<String, String> made() throws IOException {
        Map<String, String> hashes = new LinkedHashMap<>();
        if (Files.exists(HASHES)) {
            for (String line : Files.readAllLines(HASHES)) {
                hashes.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
            }
        }
        return hashes;
    }

    private static String hash(Path sources) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.sorted().toList()) {
                digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Copies the pictures of the pages with these sources, and notes the hash of the sources. */
    private static void record(Path sources, String hash) throws IOException {
        Map<String, String> hashes = made();
        for (Map.Entry<String, Path> picture : PICTURES.entrySet()) {
            if (picture.getValue().equals(sources)) {
                String name = picture.getKey() + ".png";
                Files.write(IMAGES.resolve(name), Files.readAllBytes(SHOTS.resolve(name)));
                hashes.put(picture.getKey(), hash);
            }
        }
        StringBuilder lines = new StringBuilder();
        hashes.forEach((name, of) -> lines.append(name).append(' ').append(of).append('\n'));
        Files.writeString(HASHES, lines.toString());
    }

    @Test
    @Tag("browser")
    @EnabledIfSystemProperty(named = RECORD, matches = "true")
    void makePicturesOfTheDashboard() throws Exception {
        String hash = hash(DASHBOARD);
        try (Browser browser = Browser.start();
                AttuneServer server =
                        AttuneServer.start(ServerOptions.of(folder.resolve("data"), 0), ServerListener.NONE)) {
            browser.prefer("prefers-color-scheme", "light");
            server.awaitReady();
            Playground visitors = Playground.start(server.runtime(), SEED);
            try {
                takePictures(browser, server);
            } finally {
                visitors.close();
            }
        }
        record(DASHBOARD, hash);
    }

    private static void takePictures(Browser browser, AttuneServer server) throws IOException {
        browser.size(1280, 600);
        browser.open(server.uri() + "/#/bandit/playground");
        browser.await(
                "Number(/([\\d,]+) in all/.exec(document.querySelectorAll('.figures > div')[2]?.textContent)?.[1]"
                        + ".replaceAll(',', '')) >= " + DECISIONS,
                Duration.ofMinutes(10));
        browser.size(1280, 1000); // with room for an alarm above the table
        browser.open(server.uri() + "/");
        browser.awaitText(".verdict-cell", "Better");
        browser.await("document.querySelectorAll('.bandits tbody tr').length === 2");
        browser.screenshot("dashboard-overview");
        browser.size(1280, 1720);
        browser.open(server.uri() + "/#/bandit/playground");
        browser.await("document.querySelector('table[aria-label=Segments] tbody tr')");
        drawn(browser, 3);
        browser.screenshot("dashboard-bandit");
        browser.await("globalThis.explored = [...document.querySelectorAll('.table-scroll tbody tr')]"
                + ".find(row => row.textContent.includes('exploring') && row.textContent.includes('learnt'))"
                + "?.querySelector('a').getAttribute('href')");
        Object decision = browser.run("return explored");
        browser.size(1280, 1180);
        browser.open(server.uri() + "/" + decision);
        browser.awaitText("h1", "Chose");
        browser.run("document.querySelector('.replay-button button').click()");
        browser.awaitText(".banner", "Matches");
        browser.await("document.querySelector('.arm-table')");
        drawn(browser, 0);
        browser.screenshot("dashboard-decision");
    }

    /** Waits until all charts in the window are drawn. */
    private static void drawn(Browser browser, int least) {
        browser.await("(all => all.length >= " + least + " && all.every(each => each.querySelector('canvas')))"
                + "([...document.querySelectorAll('attune-chart')].filter(each => each.what && each.checkVisibility()"
                + " && each.getBoundingClientRect().top < innerHeight))");
    }

    @Test
    @Tag("browser")
    @EnabledIfSystemProperty(named = RECORD, matches = "true")
    void makeThePictureOfTheReport() throws Exception {
        String hash = hash(REPORT);
        Path demo = folder.resolve("demo");
        assertThat(new CapturedCommandLine().run("demo", "--out", demo.toString()))
                .isZero();
        try (Browser browser = Browser.start()) {
            browser.prefer("prefers-color-scheme", "light");
            browser.size(1280, 1400);
            browser.open(demo.resolve("index.html").toUri().toString());
            browser.await("document.querySelector('#shown')");
            browser.await("document.querySelector('.chart.tall canvas')");
            browser.screenshot("report");
        }
        record(REPORT, hash);
    }
}
