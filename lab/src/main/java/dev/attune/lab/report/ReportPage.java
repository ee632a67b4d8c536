package dev.attune.lab.report;

import dev.attune.lab.run.Role;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The interactive page of a report: one file with everything in it, to be opened from disk, sent by mail or put on a
 * web server. It asks nothing of the network, and forbids itself to. Its data are the analysis as JSON, with thinned curves.
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

    /** How many numbers of curves a page may hold, so that it stays a few megabytes and opens at once. */
    private static final int CURVE_NUMBERS = 600_000;

    private static final int FEWEST_POINTS = 60;
    private static final int MOST_POINTS = 200;

    private final Analysis analysis;
    private final List<Line> lines;
    private final int points; // at most, of a curve

    private ReportPage(Analysis analysis) {
        this.analysis = analysis;
        this.lines = analysis.panels().stream()
                .flatMap(panel -> panel.lines().stream())
                .toList();
        long bands =
                lines.stream().mapToLong(line -> 1 + line.settings().size()).sum();
        long most = CURVE_NUMBERS / (3 * Math.max(1, bands));
        this.points = (int) Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, most));
    }

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
        // In JSON, this character occurs in strings only; without it, no name can close the script element.
        String data = JsonText.rounded(new ReportPage(analysis).data(about)).replace("<", "\\u003c");
        String page = resource("page.html");
        StringBuilder filled = new StringBuilder();
        page = fill(page, "{{policy}}", policy, filled);
        page = fill(page, "{{style}}", resource("page.css") + resource("tables.css") + resource("panel.css"), filled);
        page = fill(page, "{{data}}", data, filled);
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

    /** Returns what the scripts of the page read, field by field. */
    private Map<String, Object> data(List<String> about) {
        var repetitions = lines.stream().mapToInt(Line::repetitions).summaryStatistics();
        int least = lines.isEmpty() ? 0 : repetitions.getMin();
        int most = lines.isEmpty() ? 0 : repetitions.getMax();
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", analysis.title());
        data.put("about", about);
        data.put("repetitions", least == most ? "" + least : least + " to " + most);
        data.put("panels", analysis.panels().stream().map(this::data).toList());
        data.put("overall", overall());
        return data;
    }

    /** Returns the results of each tuner on all problems with known regret: its ratio to the baseline, as a mean and at worst. */
    private List<Map<String, Object>> overall() {
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (Panel panel : analysis.panels()) {
            for (Line line : panel.lines()) {
                double ratio = panel.ratio(line, baseline(panel));
                if (panel.knowsRegret() && ratio > 0) {
                    ratios.computeIfAbsent(line.tuner(), tuner -> new ArrayList<>())
                            .add(ratio);
                }
            }
        }
        List<Map<String, Object>> overall = new ArrayList<>();
        ratios.forEach((tuner, all) -> {
            double logs = all.stream().mapToDouble(StrictMath::log).sum();
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("tuner", tuner);
            data.put("geometricMean", StrictMath.exp(logs / all.size()));
            data.put("worst", Collections.max(all));
            data.put("panels", all.size());
            overall.add(data);
        });
        return overall;
    }

    /** Returns the line that ratios refer to: the best fixed setting, or else the best of all. */
    private static Optional<Line> baseline(Panel panel) {
        return panel.bestFixed().or(() -> panel.bestFirst().stream().findFirst());
    }

    private Map<String, Object> data(Panel panel) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("environment", panel.environment());
        data.put("policy", panel.policy());
        data.put("rounds", panel.rounds());
        data.put("knowsRegret", panel.knowsRegret());
        data.put("baseline", baseline(panel).map(Line::tuner).orElse(""));
        data.put("reference", panel.reference());
        data.put("verdict", panel.conclusions());
        data.put("lines", panel.lines().stream().map(line -> data(panel, line)).toList());
        data.put("grid", panel.grid().stream().map(line -> fixed(panel, line)).toList());
        return data;
    }

    private static Map<String, Object> fixed(Panel panel, Line line) {
        Map<String, Double> values = new LinkedHashMap<>();
        line.settings()
                .forEach((name, band) -> values.put(name, band.mean()[band.mean().length - 1])); // constant over time
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("label", line.tuner());
        data.put("values", values);
        data.put("result", panel.result(line));
        return data;
    }

    private Map<String, Object> data(Panel panel, Line line) {
        int[] kept = kept(line.t().length);
        Map<String, Band> settings = new LinkedHashMap<>();
        line.settings().forEach((name, band) -> settings.put(name, thinned(band, kept, line.repetitions())));
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("tuner", line.tuner());
        data.put("role", line.role() == Role.GRID ? "BEST_FIXED" : line.role().name());
        data.put("note", line.note());
        data.put("repetitions", line.repetitions());
        data.put("result", panel.result(line));
        data.put("ratio", panel.ratio(line, baseline(panel)));
        data.put("cpuSeconds", line.cpuSeconds());
        data.put("microsecondsPerRound", panel.microseconds(line));
        data.put("difference", panel.toReference(line));
        data.put("t", Arrays.stream(kept).mapToLong(i -> line.t()[i]).toArray());
        data.put("curve", thinned(line.curve(), kept, line.repetitions()));
        data.put("settings", settings);
        return data;
    }

    /** Returns which points are kept: evenly spread, always with the first and the last. */
    private int[] kept(int all) {
        int n = Math.min(all, points);
        return IntStream.range(0, n)
                .map(i -> n == 1 ? all - 1 : (int) ((long) i * (all - 1) / (n - 1)))
                .toArray();
    }

    private static Band thinned(Band band, int[] kept, int repetitions) {
        Band thin = band.map(
                values -> Arrays.stream(kept).mapToDouble(i -> values[i]).toArray());
        double[] none = {}; // a single repetition has no interval to draw
        return repetitions < 2 ? new Band(thin.mean(), none, none) : thin;
    }
}
