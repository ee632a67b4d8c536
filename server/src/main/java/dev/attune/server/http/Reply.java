package dev.attune.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.live.json.JsonOutput;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private static final int USUAL_SIZE = 512;

    /** Headers of every answer, as names and values in turn. */
    private static final CharSequence[] SECURITY = {
        HttpHeaders.createOptimized("X-Content-Type-Options"),
        HttpHeaders.createOptimized("nosniff"),
        HttpHeaders.CACHE_CONTROL,
        HttpHeaders.createOptimized("no-store"),
        HttpHeaders.createOptimized("Content-Security-Policy"),
        HttpHeaders.createOptimized("default-src 'self'; frame-ancestors 'none'"),
        HttpHeaders.createOptimized("X-Frame-Options"),
        HttpHeaders.createOptimized("DENY"),
        HttpHeaders.createOptimized("Referrer-Policy"),
        HttpHeaders.createOptimized("no-referrer"),
        HttpHeaders.createOptimized("Cross-Origin-Resource-Policy"),
        HttpHeaders.createOptimized("same-origin")
    };

    /** Writes a body. */
    @FunctionalInterface
    interface Content {
        void write(JsonGenerator out) throws IOException;
    }

    static Reply json(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
        try (JsonGenerator out = JsonOutput.generator(bytes)) {
            content.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written but an array
        }
        return of("application/json", bytes.toByteArray());
    }

    /** Returns an answer whose body is a record, map or list, as {@link JsonOutput} writes it. */
    static Reply json(Object value) {
        return json(out -> out.writePOJO(value));
    }

    static Reply of(String type, byte[] body) {
        return new Reply(200, type, Buffer.buffer(body), Map.of(), null);
    }

    static Reply stream(String type, Streaming stream) {
        return new Reply(200, type, null, Map.of(), stream);
    }

    /** Returns the body as text; empty if there is none. */
    String text() {
        return body == null ? "" : body.toString();
    }

    Reply withStatus(int other) {
        return new Reply(other, type, body, headers, stream);
    }

    Reply as(String otherType) {
        return new Reply(status, otherType, body, headers, stream);
    }

    Reply with(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new Reply(status, type, body, more, stream);
    }

    /**
     * Sends it with the security headers of all answers; of a stream, only the headers.
     *
     * @param headOnly whether the request is HEAD, and the body is left out
     */
    Future<Void> send(HttpServerResponse response, boolean headOnly) {
        MultiMap sent = response.headers();
        for (int i = 0; i < SECURITY.length; i += 2) {
            sent.set(SECURITY[i], SECURITY[i + 1]);
        }
        headers.forEach(sent::set);
        response.setStatusCode(status);
        if (stream != null) {
            sent.set(HttpHeaders.CONTENT_TYPE, type);
            if (headOnly) {
                stream.close();
                return response.end();
            }
            sent.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            response.setChunked(true);
            return Future.succeededFuture(); // the stream ends it
        }
        if (body == null) {
            return response.end();
        }
        sent.set(HttpHeaders.CONTENT_TYPE, type);
        if (headOnly) {
            sent.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
            return response.end();
        }
        return response.end(body);
    }
}
