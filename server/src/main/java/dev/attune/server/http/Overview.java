package dev.attune.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.json.StatisticsJson;
import dev.attune.live.statistics.Row;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.security.ApiKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * All bandits with a line for each, made once for all who look within a second: with a thousand bandits, and a hundred people who look at
 * them, making it anew for each of them would be most of what the service does. One thread at a time.
 */
final class Overview {
    private static final long FRESH_MILLIS = 1_000;
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Bandits bandits;
    private List<Line> lines = List.of();
    private long madeAt;

    /** A bandit's line as JSON. */
    private record Line(String name, String json) {}

    Overview(Bandits bandits) {
        this.bandits = bandits;
    }

    /** The lines of the bandits that a key is good for, as one JSON array. */
    String rows(ApiKey key) {
        long now = bandits.now();
        if (Math.abs(now - madeAt) >= FRESH_MILLIS) {
            lines = bandits.rows().stream().map(Overview::line).toList();
            madeAt = now;
        }
        StringBuilder all = new StringBuilder("[");
        for (Line line : lines) {
            if (key.reaches(line.name)) {
                all.append(all.length() == 1 ? "" : ",").append(line.json);
            }
        }
        return all.append(']').toString();
    }

    private static Line line(Row row) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            StatisticsJson.write(row, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written but an array
        }
        return new Line(row.name(), bytes.toString(StandardCharsets.UTF_8));
    }
}
