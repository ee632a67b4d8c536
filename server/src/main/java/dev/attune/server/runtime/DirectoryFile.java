package dev.attune.server.runtime;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attune.journal.JournalFormatException;
import dev.attune.live.statistics.BanditCounters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** Part 0 of a snapshot: all bandits with their counters, as JSON. */
final class DirectoryFile {
    /** Number of the part. */
    static final int PART = 0;

    private static final int VERSION = 1;

    /**
     * A bandit whose state is a part of the snapshot.
     *
     * @param applied up to which position of the journal that state is complete
     */
    record Row(Entry entry, long applied, Standing standing) {}

    private DirectoryFile() {}

    static byte[] write(int next, List<Row> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
            out.writeStartObject();
            out.writeNumberField("version", VERSION);
            out.writeNumberField("next", next);
            out.writeArrayFieldStart("bandits");
            for (Row row : rows) {
                write(row, out);
            }
            out.writeEndArray();
            out.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(Row row, JsonGenerator out) throws IOException {
        BanditCounters counters = row.standing.counters();
        out.writeStartObject();
        out.writeNumberField("number", row.entry.number());
        out.writeStringField("name", row.entry.name());
        out.writeNumberField("created", row.entry.created());
        out.writeNumberField("applied", row.applied);
        out.writeBooleanField("paused", row.standing.paused());
        out.writeNumberField("decisions", counters.decisions());
        out.writeNumberField("learnt", counters.learnt());
        out.writeNumberField("waiting", counters.waiting());
        out.writeNumberField("expired", counters.expired());
        if (row.standing.nextDeadline() != Long.MAX_VALUE) {
            out.writeNumberField("nextDeadline", row.standing.nextDeadline());
        }
        out.writeStringField("definition", row.entry.text());
        out.writeEndObject();
    }

    /** Reads a directory; the bandits are not loaded. */
    static void read(byte[] bytes, Directory into) throws IOException {
        try {
            JsonNode root = new ObjectMapper().readTree(bytes);
            int version = number(root, "version").intValue();
            if (version != VERSION) {
                throw damaged("version " + version + ", this program reads version " + VERSION);
            }
            for (JsonNode row : root.path("bandits")) {
                into.add(entry(row));
            }
            into.next(number(root, "next").intValue());
        } catch (com.fasterxml.jackson.core.JacksonException | IllegalArgumentException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    private static Entry entry(JsonNode row) throws JournalFormatException {
        String text = row.path("definition").asText();
        long applied = number(row, "applied").longValue();
        Entry entry = Entry.stored(
                number(row, "number").intValue(),
                row.path("name").asText(),
                text,
                number(row, "created").longValue(),
                applied);
        entry.inSnapshot(applied);
        entry.standing(new Standing(
                row.path("paused").asBoolean(),
                BanditCounters.of(
                        number(row, "decisions").longValue(),
                        number(row, "learnt").longValue(),
                        number(row, "expired").longValue(),
                        number(row, "waiting").longValue()),
                row.path("nextDeadline").asLong(Long.MAX_VALUE)));
        return entry;
    }

    private static JsonNode number(JsonNode node, String field) throws JournalFormatException {
        JsonNode value = node.path(field);
        if (!value.isIntegralNumber()) {
            throw damaged("the field " + field + " is not a whole number");
        }
        return value;
    }

    private static JournalFormatException damaged(String reason) {
        return new JournalFormatException(0, "the directory of the snapshot cannot be read: " + reason);
    }
}
