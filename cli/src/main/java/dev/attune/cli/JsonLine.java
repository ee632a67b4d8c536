package dev.attune.cli;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** One JSON object on one line: the form of every command with {@code --json}. */
final class JsonLine {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(Double.class, new FiniteOrNull())
                    .addSerializer(double.class, new FiniteOrNull()));

    @JsonValue
    private final Map<String, Object> fields = new LinkedHashMap<>();

    /** Returns the components of a record. */
    static JsonLine of(Record record) {
        JsonLine line = new JsonLine();
        line.fields.putAll(MAPPER.convertValue(record, new TypeReference<Map<String, Object>>() {}));
        return line;
    }

    /** Adds or replaces a field: text, a number, another line, a record, a list of these, or tokens. */
    JsonLine put(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    @Override
    public String toString() {
        try {
            return MAPPER.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes infinities and NaN, which JSON does not have, as null. */
    private static final class FiniteOrNull extends StdSerializer<Double> {
        private static final long serialVersionUID = 1;

        FiniteOrNull() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (Double.isFinite(value)) {
                out.writeNumber(value);
            } else {
                out.writeNull();
            }
        }
    }
}
