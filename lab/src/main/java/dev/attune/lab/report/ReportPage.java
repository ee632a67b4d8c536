package dev.attune.lab.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * The interactive page of a report: one file with everything in it, to be opened from disk, sent by mail or put on a
 * web server. It asks nothing of the network, and forbids itself to.
 */
public final class ReportPage {
    /** In this order, each may use what the ones before it define. */
    private static final List<String> SCRIPTS = List.of(
            "text.js",
            "palette.js",
            "chart.js",
            "charts.js",
            "grid.js",
            "overview.js",
            "table.js",
            "panel.js",
            "page.js");

    private ReportPage() {}

    /**
     * Writes the page.
     *
     * @param analysis what to show
     * @param about lines for the header, such as the version, the JVM, and the command to run it again
     * @param file where to; replaced if it exists
     * @throws IOException if the file cannot be written
     */
    public static void write(Analysis analysis, List<String> about, Path file) throws IOException {
        String echarts = "\n" + resource("echarts.min.js");
        StringBuilder scripts = new StringBuilder("\n");
        for (String name : SCRIPTS) {
            scripts.append(resource(name)).append('\n');
        }
        // The browser runs these scripts and nothing else: markup that slipped in somewhere would stay dead.
        String policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src " + hash(echarts)
                + " " + hash(scripts.toString());
        String page = resource("page.html");
        StringBuilder filled = new StringBuilder();
        page = fill(page, "{{policy}}", policy, filled);
        page = fill(page, "{{style}}", resource("page.css") + resource("tables.css") + resource("panel.css"), filled);
        page = fill(page, "{{data}}", PageData.json(analysis, about), filled);
        page = fill(page, "{{echarts}}", echarts, filled);
        page = fill(page, "{{scripts}}", scripts.toString(), filled);
        Files.writeString(file, filled.append(page));
    }

    /** Puts what comes before the mark, and the value instead of it, into {@code filled}; the rest is returned. */
    private static String fill(String page, String mark, String value, StringBuilder filled) {
        int at = page.indexOf(mark);
        filled.append(page, 0, at).append(value);
        return page.substring(at + mark.length());
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(
                        "The report's " + name + " is missing from the program; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
