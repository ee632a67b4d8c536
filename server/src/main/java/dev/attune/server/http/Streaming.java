package dev.attune.server.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;

/** The body of an answer that is written in parts, on the thread of the connection, until it is complete or the client is gone. */
abstract class Streaming {
    private boolean closed;

    /** Starts, after the headers. */
    final void begin(Context context, HttpServerResponse response) {
        response.exceptionHandler(e -> close());
        response.closeHandler(gone -> close());
        if (response.closed()) {
            close();
        } else {
            next(context, response);
        }
    }

    /** Writes a part, and arranges for the next one unless it is closed. */
    abstract void next(Context context, HttpServerResponse response);

    /** Frees what it holds. */
    abstract void free();

    /** Writes no more. Also called instead of {@link #begin}. */
    final void close() {
        if (!closed) {
            closed = true;
            free();
        }
    }

    final boolean isClosed() {
        return closed;
    }
}
