package dev.attune.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.encode.Arm;
import dev.attune.encode.FeatureValue;
import dev.attune.encode.Features;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events as JSON objects, one a line. Numbers that JSON does not have, infinities and NaN, become null. */
final class EventJson {
    /** Writes something to a generator. */
    @FunctionalInterface
    private interface Content {
        void write(JsonGenerator out) throws IOException;
    }

    private final JsonFactory factory = new JsonFactory();

    /** What JSON and CSV call an event: {@code decided}. */
    static String name(JournalEvent event) {
        return event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    String line(JournalRecord record) throws IOException {
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

    String context(Features features) throws IOException {
        return text(out -> write(features, out));
    }

    /** The arms: a list of them, or an object with the version of the catalogue. */
    String offer(Offer offer) throws IOException {
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
            number("value", rewarded.value(), out);
        } else if (event instanceof JournalEvent.Joined joined) {
            out.writeNumberField("decision", joined.decision());
            number("value", joined.value(), out);
        } else if (event instanceof JournalEvent.Expired expired) {
            out.writeNumberField("decision", expired.decision());
        } else if (event instanceof JournalEvent.Created created) {
            out.writeStringField("name", created.name());
            out.writeStringField("definition", created.definition());
        } else if (event instanceof JournalEvent.Catalogued catalogued) {
            out.writeNumberField("version", catalogued.version());
            out.writeFieldName("arms");
            write(catalogued.arms(), out);
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
        number("propensity", decided.propensity(), out);
        numbers("setting", decided.setting(), out);
        out.writeBooleanField("tuned", decided.tuned());
        out.writeBooleanField("byCaller", decided.byCaller());
        numbers("x", decided.x(), out);
        numbers("memo", decided.memo(), out);
        out.writeFieldName("ranking");
        out.writeArray(decided.ranking(), 0, decided.ranking().length);
        out.writeFieldName("context");
        write(decided.context(), out);
        out.writeFieldName("arms");
        writeOffer(decided.offer(), out);
    }

    private static void writeOffer(Offer offer, JsonGenerator out) throws IOException {
        if (offer instanceof Offer.Inline inline) {
            write(inline.arms(), out);
        } else if (offer instanceof Offer.FromCatalogue catalogue) {
            out.writeStartObject();
            out.writeNumberField("catalogue", catalogue.version());
            out.writeArrayFieldStart("ids");
            for (String id : catalogue.ids()) {
                out.writeString(id);
            }
            out.writeEndArray();
            out.writeEndObject();
        }
    }

    private static void write(List<Arm> arms, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (Arm arm : arms) {
            out.writeStartObject();
            out.writeStringField("id", arm.id());
            out.writeFieldName("features");
            write(arm.features(), out);
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void write(Features features, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, FeatureValue> feature : features.values().entrySet()) {
            out.writeFieldName(feature.getKey());
            FeatureValue value = feature.getValue();
            if (value instanceof FeatureValue.Numeric number) {
                out.writeNumber(number.value());
            } else if (value instanceof FeatureValue.Category category) {
                out.writeString(category.value());
            } else if (value instanceof FeatureValue.Flag flag) {
                out.writeBoolean(flag.value());
            } else if (value instanceof FeatureValue.Tags tags) {
                out.writeStartArray();
                for (String tag : tags.values()) {
                    out.writeString(tag);
                }
                out.writeEndArray();
            } else if (value instanceof FeatureValue.Numbers numbers) {
                out.writeStartArray();
                for (double number : numbers.values()) {
                    out.writeNumber(number);
                }
                out.writeEndArray();
            }
        }
        out.writeEndObject();
    }

    private static void number(String name, double value, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        number(value, out);
    }

    private static void numbers(String name, double[] values, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(name);
        for (double value : values) {
            number(value, out);
        }
        out.writeEndArray();
    }

    private static void number(double value, JsonGenerator out) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }
}
