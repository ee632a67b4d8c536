package dev.attune.server.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;

/** An answer that is written bit by bit. */
interface Streaming {
    /** Begins on the thread of the connection; headers are set already. */
    void begin(Context context, HttpServerResponse response);
}
