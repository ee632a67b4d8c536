package dev.attune.lab.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;

/** Maps, lists and records as JSON on one line; numbers that are unknown are null. */
public final class JsonText {
    private static final MathContext SIX_DIGITS = new MathContext(6);

    /** Whole numbers below are written without a point where digits are rounded. */
    private static final double SHORT = 1e6;

    private static final ObjectMapper EXACT = mapper((value, json) -> json.writeNumber(value));
    private static final ObjectMapper ROUNDED = mapper(JsonText::writeRounded);

    private JsonText() {}

    private interface NumberWriter {
        void write(double value, JsonGenerator json) throws IOException;
    }

    /** Returns the text with all digits. */
    public static String of(Object value) {
        return text(EXACT, value);
    }

    /** Returns the text with numbers of six digits, which is as much as a chart can show. */
    static String rounded(Object value) {
        return text(ROUNDED, value);
    }

    private static String text(ObjectMapper mapper, Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot write JSON", e);
        }
    }

    private static ObjectMapper mapper(NumberWriter finite) {
        NumberWriter writer = (value, json) -> {
            if (Double.isFinite(value)) {
                finite.write(value, json);
            } else {
                json.writeNull();
            }
        };
        JsonSerializer<Double> one = new JsonSerializer<>() {
            @Override
            public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
                writer.write(value, json);
            }
        };
        JsonSerializer<double[]> many = new JsonSerializer<>() {
            @Override
            public void serialize(double[] values, JsonGenerator json, SerializerProvider provider) throws IOException {
                json.writeStartArray();
                for (double value : values) {
                    writer.write(value, json);
                }
                json.writeEndArray();
            }
        };
        return new ObjectMapper()
                .registerModule(new SimpleModule()
                        .addSerializer(Double.class, one)
                        .addSerializer(double.class, one)
                        .addSerializer(double[].class, many));
    }

    private static void writeRounded(double value, JsonGenerator json) throws IOException {
        double rounded = new BigDecimal(value).round(SIX_DIGITS).doubleValue();
        if (Math.abs(rounded) < SHORT && rounded == (long) rounded) {
            json.writeNumber((long) rounded);
        } else {
            json.writeNumber(rounded);
        }
    }
}
