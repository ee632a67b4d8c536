package dev.attune.server.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Open connections, requests and bodies of all threads. */
final class Traffic {
    private final HttpOptions.Limits limits;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicLong bodies = new AtomicLong();

    Traffic(HttpOptions.Limits limits) {
        this.limits = limits;
    }

    /** Counts a connection; false if there are too many, and it must be closed. */
    boolean connected() {
        return connections.incrementAndGet() <= limits.connections();
    }

    void disconnected() {
        connections.decrementAndGet();
    }

    void begun() {
        underWay.incrementAndGet();
    }

    void done() {
        underWay.decrementAndGet();
    }

    /** Returns the number of requests without an answer. */
    int underWay() {
        return underWay.get();
    }

    /** Reserves bytes for a body; false if there is no room. */
    boolean hold(long bytes) {
        if (bodies.addAndGet(bytes) > limits.bodies()) {
            bodies.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void release(long bytes) {
        bodies.addAndGet(-bytes);
    }
}
