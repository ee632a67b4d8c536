package dev.attune.server.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * A stream of server-sent events: the current values, then changes at intervals, with comments as heartbeats. It ends after 15 minutes, so that a
 * client whose key was removed is rejected when it reconnects, and when the client does not keep up.
 */
final class EventStream implements Streaming {
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

    /** The source of events. */
    @FunctionalInterface
    interface Source {
        /** Returns the events since the last call; fails at the end of the stream. Not called again before it has completed. */
        CompletionStage<List<Event>> news();
    }

    private final Source source;
    private final long everyMillis;
    private final Runnable ended;
    private final long begun = System.nanoTime();
    private long last = begun;
    private boolean asking;
    private boolean over;

    /**
     * Creates a stream that has not started.
     *
     * @param ended called once at its end
     */
    EventStream(Source source, long everyMillis, Runnable ended) {
        this.source = source;
        this.everyMillis = everyMillis;
        this.ended = ended;
    }

    @Override
    public void begin(Context context, HttpServerResponse response) {
        response.exceptionHandler(e -> end(response));
        response.closeHandler(closed -> end(response));
        if (response.closed()) {
            end(response);
            return;
        }
        tick(context, response);
    }

    @Override
    public void cancel() {
        over = true;
        ended.run();
    }

    private void tick(Context context, HttpServerResponse response) {
        if (over) {
            return;
        }
        if (System.nanoTime() - begun > LONGEST_NANOS) {
            end(response);
            return;
        }
        if (!asking && !response.writeQueueFull()) { // a slow client gets less
            asking = true;
            source.news()
                    .whenComplete((events, failed) -> context.runOnContext(go -> {
                        asking = false;
                        if (failed != null) {
                            end(response);
                        } else {
                            write(events, response);
                        }
                    }));
        }
        context.owner().setTimer(everyMillis, timer -> tick(context, response));
    }

    private void write(List<Event> events, HttpServerResponse response) {
        if (over) {
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
        if (over) {
            return;
        }
        over = true;
        ended.run();
        if (!response.ended() && !response.closed()) {
            response.end();
        }
    }
}
