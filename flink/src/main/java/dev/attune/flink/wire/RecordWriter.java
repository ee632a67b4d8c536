package dev.attune.flink.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.Answer;
import dev.attune.live.json.AnswerJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Writes records. For one thread at a time. */
public final class RecordWriter {
    /** A record that says nothing but the time. */
    public static final String TICK = "{\"version\":1,\"tick\":true}";

    /** Bytes of a record that its dead letter repeats: it must itself fit into a record, however its text is escaped. */
    private static final int MOST_REPEATED = 100_000;

    private static final int LONGEST_TOLD = 1_000;
    private static final int VERSION = 1;

    private final JsonFactory factory = new JsonFactory();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);

    /** Writes the fields of a record. */
    @FunctionalInterface
    public interface Content {
        /** Writes into an object that has begun with its version. */
        void write(JsonGenerator out) throws IOException;
    }

    /** A record with the fields given. */
    public byte[] record(Content content) {
        bytes.reset();
        try (JsonGenerator out = factory.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeNumberField("version", VERSION);
            content.write(out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * A decision.
     *
     * @param key of the bandit
     * @param request what the caller calls the request; left out if it is empty
     */
    public byte[] decision(String key, String request, long time, Answer answer) {
        return record(out -> {
            out.writeStringField("bandit", key);
            if (!request.isEmpty()) {
                out.writeStringField("request", request);
            }
            time(time, out);
            out.writeFieldName("answer");
            AnswerJson.write(answer, BanditKey.decision(key, answer.decision()), out);
        });
    }

    /** A record that could not be used. */
    public byte[] deadLetter(DeadLetter letter) {
        return record(out -> {
            out.writeStringField("reason", letter.reason());
            out.writeStringField("field", told(letter.field()));
            out.writeStringField("message", told(letter.message()));
            out.writeStringField("topic", letter.topic());
            out.writeNumberField("partition", letter.partition());
            out.writeNumberField("offset", letter.offset());
            time(letter.time(), out);
            out.writeStringField("key", told(letter.key()));
            byte[] value = letter.value();
            if (value != null) {
                value(value, out);
            }
        });
    }

    /** A text that may come from anybody: not too long, and of whole characters. */
    private static String told(String text) {
        String begin = text.length() > LONGEST_TOLD ? text.substring(0, LONGEST_TOLD) : text;
        return new String(begin.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static void value(byte[] value, JsonGenerator out) throws IOException {
        boolean cut = value.length > MOST_REPEATED;
        byte[] repeated = cut ? Arrays.copyOf(value, MOST_REPEATED) : value;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(repeated))
                    .toString();
            out.writeStringField("value", text);
        } catch (CharacterCodingException e) {
            out.writeStringField("valueBase64", Base64.getEncoder().encodeToString(repeated));
        }
        if (cut) {
            out.writeBooleanField("cut", true);
        }
    }

    /** Writes a time. */
    public static void time(long time, JsonGenerator out) throws IOException {
        out.writeStringField("time", Instant.ofEpochMilli(time).toString());
    }
}
