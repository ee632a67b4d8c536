package dev.attune.live.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.encode.Features;
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
    /** Writes something to a generator. */
    @FunctionalInterface
    private interface Content {
        void write(JsonGenerator out) throws IOException;
    }

    private final JsonFactory factory = new JsonFactory();

    /** Returns the name of an event in JSON and CSV: {@code decided}. */
    public static String name(JournalEvent event) {
        return event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** Returns an event, without the end of the line. */
    public String line(JournalRecord record) throws IOException {
        return text(out -> {
            JournalEvent event = record.event();
            out.writeStartObject();
            out.writeNumberField("position", record.position());
            out.writeStringField("time", Instant.ofEpochMilli(record.time()).toString());
            out.writeStringField("event", name(event));
            out.writeNumberField("bandit", event.bandit());
            write(event, out);
            out.writeEndObject();
        });
    }

    /** Returns features as an object. */
    public String context(Features features) throws IOException {
        return text(out -> FeaturesJson.write(features, out));
    }

    /** Returns the arms: a list of them, or an object with the version of the catalogue. */
    public String offer(Offer offer) throws IOException {
        return text(out -> writeOffer(offer, out));
    }

    private String text(Content content) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = factory.createGenerator(text)) {
            content.write(out);
        }
        return text.toString();
    }

    private static void write(JournalEvent event, JsonGenerator out) throws IOException {
        if (event instanceof Decided decided) {
            write(decided, out);
        } else if (event instanceof JournalEvent.Rewarded rewarded) {
            out.writeNumberField("decision", rewarded.decision());
            out.writeStringField("reward", rewarded.rewardId());
            AnswerJson.number("value", rewarded.value(), out);
        } else if (event instanceof JournalEvent.Joined joined) {
            out.writeNumberField("decision", joined.decision());
            AnswerJson.number("value", joined.value(), out);
            if (joined.change() != 0) {
                out.writeNumberField("change", joined.change());
                out.writeStringField("message", "the world changed: the model was replaced by a younger one");
            }
        } else if (event instanceof JournalEvent.Expired expired) {
            out.writeNumberField("decision", expired.decision());
        } else if (event instanceof JournalEvent.Created created) {
            out.writeStringField("name", created.name());
            out.writeStringField("definition", created.definition());
        } else if (event instanceof JournalEvent.Catalogued catalogued) {
            out.writeNumberField("version", catalogued.version());
            out.writeFieldName("arms");
            FeaturesJson.writeArms(catalogued.arms(), out);
        } else if (event instanceof JournalEvent.Changed changed) {
            out.writeStringField("what", changed.what());
            out.writeStringField("value", changed.value());
        }
    }

    private static void write(Decided decided, JsonGenerator out) throws IOException {
        out.writeNumberField("decision", decided.decision());
        out.writeNumberField("round", decided.round());
        out.writeNumberField("learnt", decided.learnt());
        out.writeStringField("client", decided.clientId());
        out.writeNumberField("arm", decided.arm());
        AnswerJson.number("propensity", decided.propensity(), out);
        numbers("setting", decided.setting(), out);
        out.writeBooleanField("tuned", decided.tuned());
        out.writeBooleanField("byCaller", decided.byCaller());
        numbers("x", decided.x(), out);
        numbers("memo", decided.memo(), out);
        out.writeFieldName("ranking");
        out.writeArray(decided.ranking(), 0, decided.ranking().length);
        out.writeFieldName("context");
        FeaturesJson.write(decided.context(), out);
        out.writeFieldName("arms");
        writeOffer(decided.offer(), out);
    }

    private static void writeOffer(Offer offer, JsonGenerator out) throws IOException {
        if (offer instanceof Offer.Inline inline) {
            FeaturesJson.writeArms(inline.arms(), out);
        } else if (offer instanceof Offer.FromCatalogue catalogue) {
            out.writeStartObject();
            out.writeNumberField("catalogue", catalogue.version());
            out.writeFieldName("ids");
            FeaturesJson.writeTexts(catalogue.ids(), out);
            out.writeEndObject();
        }
    }

    private static void numbers(String name, double[] values, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(name);
        for (double value : values) {
            AnswerJson.number(value, out);
        }
        out.writeEndArray();
    }
}
