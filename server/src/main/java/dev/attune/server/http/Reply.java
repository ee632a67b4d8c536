package dev.attune.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An answer.
 *
 * @param status of HTTP
 * @param type of the body
 * @param body null for none
 * @param headers in addition to those of every answer
 * @param stream writes the body in parts; null if the body is complete
 */
record Reply(
        int status,
        String type,
        @Nullable Buffer body,
        Map<String, String> headers,
        @Nullable Streaming stream) {
    static final Reply NO_CONTENT = new Reply(204, "", null, Map.of(), null);

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int USUAL_SIZE = 512;

    /** Writes a body. */
    @FunctionalInterface
    interface Content {
        void write(JsonGenerator out) throws IOException;
    }

    static Reply json(int status, Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            content.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written but an array
        }
        return new Reply(status, "application/json", Buffer.buffer(bytes.toByteArray()), Map.of(), null);
    }

    static Reply text(String type, String text) {
        return new Reply(200, type, Buffer.buffer(text.getBytes(StandardCharsets.UTF_8)), Map.of(), null);
    }

    /** Returns an answer that is a stream of events. */
    static Reply events(EventStream stream) {
        return new Reply(200, "text/event-stream", null, Map.of(), stream);
    }

    /** Returns the body as text; empty if there is none. */
    String text() {
        return body == null ? "" : body.toString();
    }

    Reply as(String otherType) {
        return new Reply(status, otherType, body, headers, stream);
    }

    Reply with(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new Reply(status, type, body, more, stream);
    }
}
