package dev.attune.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.encode.Arm;
import dev.attune.live.LiveDefinition;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.JsonOutput;
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
