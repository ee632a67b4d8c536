package dev.attune.live.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.attune.api.ModelExplanation;
import dev.attune.api.Setting;
import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON. A record is an object of its components in their order, a setting an object of its hyperparameters, a constant of an
 * enum its {@link DefinitionJson#word name}. Infinities and NaN become null.
 */
public final class JsonOutput {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
            .addModule(new SimpleModule()
                    .addSerializer(double.class, serializer(JsonOutput::number))
                    .addSerializer(Double.class, serializer(JsonOutput::number))
                    .addSerializer(double[].class, serializer(JsonOutput::numbers))
                    .addSerializer(Enum.class, serializer((value, out) -> out.writeString(DefinitionJson.word(value))))
                    .addSerializer(Setting.class, serializer(JsonOutput::setting))
                    .addSerializer(Features.class, serializer(FeaturesJson::write))
                    .addSerializer(Offer.class, serializer(EventJson::write))
                    .addSerializer(ModelExplanation.class, serializer(TunerJson::write)))
            .build();

    private JsonOutput() {}

    /** Writes a value of one type. */
    @FunctionalInterface
    private interface ValueWriter<T> {
        void write(T value, JsonGenerator out) throws IOException;
    }

    private static <T> JsonSerializer<T> serializer(ValueWriter<T> writer) {
        return new JsonSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                writer.write(value, out);
            }
        };
    }

    /** Writes a value. */
    public static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        MAPPER.writeValue(out, value);
    }

    /** Writes a field of an object that was started. */
    public static void field(String name, @Nullable Object value, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        write(value, out);
    }

    /** Returns a generator whose {@link JsonGenerator#writePOJO} writes values as {@link #write} does. */
    public static JsonGenerator generator(OutputStream to) throws IOException {
        return MAPPER.createGenerator(to);
    }

    /** Returns a value as text. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void number(double value, JsonGenerator out) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }

    private static void numbers(double[] values, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (double value : values) {
            number(value, out);
        }
        out.writeEndArray();
    }

    private static void setting(Setting setting, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (int i = 0; i < setting.space().size(); i++) {
            out.writeFieldName(setting.space().parameters().get(i).name());
            number(setting.get(i), out);
        }
        out.writeEndObject();
    }
}
