package dev.attune.server.http;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** Sends answers with the security headers of all answers. */
final class SafeHeaders {
    private static final CharSequence[] ALWAYS = {
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

    private SafeHeaders() {}

    /**
     * Sends an answer.
     *
     * @param headOnly whether the request is HEAD, and the body is left out
     */
    static Future<Void> send(Reply reply, HttpServerResponse response, boolean headOnly) {
        MultiMap headers = response.headers();
        for (int i = 0; i < ALWAYS.length; i += 2) {
            headers.set(ALWAYS[i], ALWAYS[i + 1]);
        }
        reply.headers().forEach(headers::set);
        response.setStatusCode(reply.status());
        Buffer body = reply.body();
        Streaming stream = reply.stream();
        if (stream != null) {
            headers.set(HttpHeaders.CONTENT_TYPE, reply.type());
            if (headOnly) {
                stream.cancel();
                return response.end();
            }
            headers.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            response.setChunked(true);
            return Future.succeededFuture(); // the stream ends it
        }
        if (body == null) {
            return response.end();
        }
        headers.set(HttpHeaders.CONTENT_TYPE, reply.type());
        if (headOnly) {
            headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
            return response.end();
        }
        return response.end(body);
    }
}
