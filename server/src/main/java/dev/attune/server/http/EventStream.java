package dev.attune.server.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A stream of server-sent events: the current values, then changes at intervals, with comments as heartbeats. It ends after 15 minutes, so that a
 * client whose key was removed is rejected when it reconnects, and when the client does not keep up.
 */
final class EventStream extends Streaming {
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(15);
    private static final Buffer HEARTBEAT = Buffer.buffer(": still here\n\n");

    /**
     * An event.
     *
     * @param name of the event
     * @param json one line of it
     */
    record Event(String name, String json) {
        Buffer toBuffer() {
            return Buffer.buffer("event: " + name + "\ndata: " + json + "\n\n");
        }
    }

    private final Supplier<CompletionStage<List<Event>>> news;
    private final long everyMillis;
    private final Runnable ended;
    private final long begun = System.nanoTime();
    private long last = begun;
    private boolean asking;

    /**
     * Creates a stream that has not started.
     *
     * @param news returns the events since its last call, which has completed; fails at the end of the stream
     * @param ended called once at its end
     */
    EventStream(Supplier<CompletionStage<List<Event>>> news, long everyMillis, Runnable ended) {
        this.news = news;
        this.everyMillis = everyMillis;
        this.ended = ended;
    }

    @Override
    void next(Context context, HttpServerResponse response) {
        if (isClosed()) {
            return;
        }
        if (System.nanoTime() - begun > LONGEST_NANOS) {
            end(response);
            return;
        }
        if (!asking && !response.writeQueueFull()) { // a slow client gets less
            asking = true;
            news.get()
                    .whenComplete((events, failed) -> context.runOnContext(go -> {
                        asking = false;
                        if (failed != null) {
                            end(response);
                        } else {
                            write(events, response);
                        }
                    }));
        }
        context.owner().setTimer(everyMillis, timer -> next(context, response));
    }

    private void write(List<Event> events, HttpServerResponse response) {
        if (isClosed()) {
            return;
        }
        long now = System.nanoTime();
        for (Event event : events) {
            response.write(event.toBuffer());
            last = now;
        }
        if (now - last > HEARTBEAT_NANOS) {
            response.write(HEARTBEAT);
            last = now;
        }
    }

    private void end(HttpServerResponse response) {
        if (!isClosed()) {
            close();
            if (!response.ended() && !response.closed()) {
                response.end();
            }
        }
    }

    @Override
    void free() {
        ended.run();
    }
}
