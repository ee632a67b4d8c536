package dev.attune.live.json;

import static dev.attune.live.json.JsonOutput.field;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Locale;

/** Events as JSON objects, one a line. Infinities and NaN become null. */
public final class EventJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private EventJson() {}

    /** Returns the name of an event in JSON and CSV: {@code decided}. */
    public static String name(JournalEvent event) {
        return event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** Returns an event, without the end of the line. */
    public static String line(JournalRecord record) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            JournalEvent event = record.event();
            out.writeStartObject();
            field("position", record.position(), out);
            field("time", Instant.ofEpochMilli(record.time()).toString(), out);
            field("event", name(event), out);
            field("bandit", event.bandit(), out);
            write(event, out);
            out.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JournalEvent event, JsonGenerator out) throws IOException {
        if (event instanceof Decided decided) {
            write(decided, out);
        } else if (event instanceof JournalEvent.Rewarded rewarded) {
            field("decision", rewarded.decision(), out);
            field("reward", rewarded.rewardId(), out);
            field("value", rewarded.value(), out);
        } else if (event instanceof JournalEvent.Joined joined) {
            field("decision", joined.decision(), out);
            field("value", joined.value(), out);
            if (joined.change() != 0) {
                field("change", joined.change(), out);
                field(
                        "message",
                        "the model was replaced by a younger one, which had predicted the last rewards better",
                        out);
            }
        } else if (event instanceof JournalEvent.Expired expired) {
            field("decision", expired.decision(), out);
        } else if (event instanceof JournalEvent.Created created) {
            field("name", created.name(), out);
            field("definition", created.definition(), out);
        } else if (event instanceof JournalEvent.Catalogued catalogued) {
            field("version", catalogued.version(), out);
            field("arms", catalogued.arms(), out);
        } else if (event instanceof JournalEvent.Changed changed) {
            field("what", changed.what(), out);
            field("value", changed.value(), out);
        }
    }

    private static void write(Decided decided, JsonGenerator out) throws IOException {
        field("decision", decided.decision(), out);
        field("round", decided.round(), out);
        field("learnt", decided.learnt(), out);
        field("client", decided.clientId(), out);
        field("arm", decided.arm(), out);
        field("propensity", decided.propensity(), out);
        field("setting", decided.setting(), out);
        field("tuned", decided.tuned(), out);
        field("byCaller", decided.byCaller(), out);
        field("x", decided.x(), out);
        field("memo", decided.memo(), out);
        field("ranking", decided.ranking(), out);
        field("context", decided.context(), out);
        field("arms", decided.offer(), out);
    }

    /** Writes the arms on offer: a list of them, or an object with the version of the catalogue. */
    static void write(Offer offer, JsonGenerator out) throws IOException {
        if (offer instanceof Offer.Inline inline) {
            JsonOutput.write(inline.arms(), out);
        } else if (offer instanceof Offer.FromCatalogue catalogue) {
            out.writeStartObject();
            field("catalogue", catalogue.version(), out);
            field("ids", catalogue.ids(), out);
            out.writeEndObject();
        }
    }
}
