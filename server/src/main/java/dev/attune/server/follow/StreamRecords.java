package dev.attune.server.follow;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.json.FeaturesJson;
import dev.attune.live.json.RewardMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalDouble;

/**
 * What a stream is sent.
 *
 * <pre>{@code
 * {"version":1,"observe":{"id":"c-17","context":{...},"catalogue":3,"arm":"a","probability":0.7}}
 * {"version":1,"reward":{"request":"c-17","value":1,"id":"r1"}}
 * }</pre>
 */
final class StreamRecords {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int VERSION = 1;

    private StreamRecords() {}

    private interface Content {
        void write(JsonGenerator out) throws IOException;
    }

    /** A choice; its offer as it was when the choice was made. */
    static byte[] observed(
            String id, Features context, Offer offer, String arm, double probability, OptionalDouble reward) {
        return record("observe", out -> {
            out.writeStringField("id", id);
            out.writeFieldName("context");
            FeaturesJson.write(context, out);
            offer(offer, out);
            out.writeStringField("arm", arm);
            if (!Double.isNaN(probability)) {
                out.writeNumberField("probability", probability);
            }
            if (reward.isPresent()) {
                out.writeNumberField("reward", reward.getAsDouble());
            }
        });
    }

    private static void offer(Offer offer, JsonGenerator out) throws IOException {
        if (offer instanceof Offer.Inline inline) {
            out.writeFieldName("arms");
            FeaturesJson.writeArms(inline.arms(), out);
        } else if (offer instanceof Offer.FromCatalogue catalogue) {
            out.writeNumberField("catalogue", catalogue.version());
            if (!catalogue.ids().isEmpty()) {
                out.writeFieldName("armIds");
                FeaturesJson.writeTexts(catalogue.ids(), out);
            }
        }
    }

    /** A reward. */
    static byte[] rewarded(FollowedId decision, RewardMessage reward) {
        return record("reward", out -> {
            out.writeStringField(decision.byRequest() ? "request" : "decision", decision.name());
            out.writeNumberField("value", reward.value());
            if (!reward.id().isEmpty()) {
                out.writeStringField("id", reward.id());
            }
        });
    }

    private static byte[] record(String kind, Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeNumberField("version", VERSION);
            out.writeObjectFieldStart(kind);
            content.write(out);
            out.writeEndObject();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written but an array
        }
        return bytes.toByteArray();
    }
}
