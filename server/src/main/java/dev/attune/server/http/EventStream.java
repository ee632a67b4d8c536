package dev.attune.server.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Server-sent events to one listener: at once, and then every so often what is new. A comment from time to time shows that the
 * connection lives. It ends after a while, so that a listener whose key was taken away has to come again, and when the listener does not
 * keep up for long.
 */
final class EventStream implements Streaming {
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(15);
    private static final Buffer HEARTBEAT = Buffer.buffer(": still here\n\n");

    /**
     * Something to tell.
     *
     * @param name of the event
     * @param json one line of it
     */
    record Event(String name, String json) {
        Buffer toBuffer() {
            return Buffer.buffer("event: " + name + "\ndata: " + json + "\n\n");
        }
    }

    /** What there is to tell. */
    @FunctionalInterface
    interface Source {
        /** What is new since the last time; fails when there will never be anything again. Called again only after it has answered. */
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
     * A stream that has not begun.
     *
     * @param ended hears of its end, once
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

    private void tick(Context context, HttpServerResponse response) {
        if (over) {
            return;
        }
        if (System.nanoTime() - begun > LONGEST_NANOS) {
            end(response);
            return;
        }
        if (!asking && !response.writeQueueFull()) { // a slow listener gets less
            asking = true;
            source.news()
                    .whenComplete((events, failed) -> context.runOnContext(go -> {
                        asking = false;
                        if (failed != null) {
                            end(response);
                        } else {
                            tell(events, response);
                        }
                    }));
        }
        context.owner().setTimer(everyMillis, timer -> tick(context, response));
    }

    private void tell(List<Event> events, HttpServerResponse response) {
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
