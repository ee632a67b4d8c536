package dev.attune.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;

/** One JSON object on one line: the form of every command with {@code --json}. */
final class JsonLine {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Writes one value. */
    @FunctionalInterface
    interface Value {
        void write(JsonGenerator out) throws IOException;
    }

    private final ObjectNode fields = MAPPER.createObjectNode();

    JsonLine put(String name, String value) {
        fields.put(name, value);
        return this;
    }

    JsonLine put(String name, long value) {
        fields.put(name, value);
        return this;
    }

    JsonLine put(String name, boolean value) {
        fields.put(name, value);
        return this;
    }

    /** Infinities and NaN, which JSON does not have, become null. */
    JsonLine put(String name, double value) {
        if (Double.isFinite(value)) {
            fields.put(name, value);
        } else {
            fields.putNull(name);
        }
        return this;
    }

    JsonLine put(String name, JsonLine value) {
        fields.set(name, value.fields);
        return this;
    }

    JsonLine put(String name, Collection<JsonLine> values) {
        ArrayNode array = fields.putArray(name);
        values.forEach(value -> array.add(value.fields));
        return this;
    }

    /** Takes a value that another module writes. */
    JsonLine put(String name, Value value) {
        try (TokenBuffer tokens = new TokenBuffer(MAPPER, false)) {
            value.write(tokens);
            fields.set(name, MAPPER.readTree(tokens.asParser()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
