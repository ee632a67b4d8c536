package dev.attune.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import dev.attune.live.LiveDefinition;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonOutput;
import dev.attune.live.json.RewardMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Requests as JSON. */
final class Bodies {
    private static final JsonFactory JSON = new JsonFactory();

    private Bodies() {}

    /** Writes the fields of an object that has begun. */
    @FunctionalInterface
    interface Fields<T> {
        void write(T item, JsonGenerator out) throws IOException;
    }

    static <T> byte[] of(T item, Fields<T> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            fields.write(item, out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static <T> byte[] batch(String name, List<T> items, Fields<T> fields) {
        return of(items, (all, out) -> {
            out.writeArrayFieldStart(name);
            for (T item : all) {
                out.writeStartObject();
                fields.write(item, out);
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    static void request(ArmRequest request, JsonGenerator out) throws IOException {
        out.writeStringField("id", request.id());
        if (!request.context().equals(Features.NONE)) {
            JsonOutput.field("context", request.context(), out);
        }
        if (request.offer() instanceof Offer.Inline inline) {
            arms(inline.arms(), out);
        } else if (request.offer() instanceof Offer.FromCatalogue named) {
            if (!named.ids().isEmpty()) {
                JsonOutput.field("armIds", named.ids(), out);
            }
            if (named.version() != 0) {
                out.writeNumberField("catalogue", named.version());
            }
        }
        if (request.top() != 1) {
            out.writeNumberField("top", request.top());
        }
    }

    static void choice(CallersChoice choice, JsonGenerator out) throws IOException {
        request(choice.request(), out);
        out.writeStringField("arm", choice.arm());
        if (choice.probability().isPresent()) {
            out.writeNumberField("probability", choice.probability().getAsDouble());
        }
        if (choice.reward().isPresent()) {
            out.writeNumberField("reward", choice.reward().getAsDouble());
        }
    }

    static void reward(RewardMessage reward, JsonGenerator out) throws IOException {
        out.writeNumberField("value", reward.value());
        out.writeStringField("id", reward.id());
    }

    static void rewardOfBatch(RewardMessage reward, JsonGenerator out) throws IOException {
        out.writeStringField("decision", reward.decision());
        reward(reward, out);
    }

    static byte[] bandit(String name, LiveDefinition definition, List<Arm> arms) {
        return of(definition, (defined, out) -> {
            out.writeStringField("name", name);
            DefinitionJson.writeFields(defined, out);
            if (!arms.isEmpty()) {
                arms(arms, out);
            }
        });
    }

    static void arms(List<Arm> arms, JsonGenerator out) throws IOException {
        JsonOutput.field("arms", arms, out);
    }
}
