package dev.attune.lab.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * What one reading of a log gave.
 *
 * @param events in their order
 * @param skipped what was passed over
 */
record Reading(List<LoggedEvent> events, Skipped skipped) {
    static Reading of(Path file, LogFormat format) throws IOException {
        return of(file, format, CsvColumns.DEFAULT);
    }

    static Reading of(Path file, LogFormat format, CsvColumns columns) throws IOException {
        List<LoggedEvent> events = new ArrayList<>();
        Skipped skipped = DecisionLog.open(file, format, columns).read(events::add, bytes -> {});
        return new Reading(events, skipped);
    }

    /** Reads lines, each with its line end. */
    static Reading ofLines(Path folder, LogFormat format, String... lines) throws IOException {
        return of(write(folder, lines), format);
    }

    static Path write(Path folder, String... lines) throws IOException {
        return Files.writeString(folder.resolve("log"), String.join("\n", lines) + "\n");
    }

    /** Gzips lines and keeps only this share of the compressed bytes. */
    static Path writeGzip(Path folder, double share, List<String> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        byte[] all = bytes.toByteArray();
        return Files.write(folder.resolve("log"), Arrays.copyOf(all, (int) (share * all.length)));
    }

    LoggedEvent only() {
        if (events.size() != 1) {
            throw new AssertionError(events.size() + " events, " + skipped);
        }
        return events.get(0);
    }
}
