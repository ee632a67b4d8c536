package dev.attune.server.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;

/** The body of an answer that is written in parts. */
interface Streaming {
    /** Starts on the thread of the connection, after the headers. */
    void begin(Context context, HttpServerResponse response);

    /** Frees what it holds, instead of starting. */
    void cancel();
}
