package dev.attune.server.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How much is going on, in all threads of the door together. */
final class Traffic {
    private final DoorOptions limits;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicLong bodies = new AtomicLong();

    Traffic(DoorOptions limits) {
        this.limits = limits;
    }

    /** Counts a connection; false if there are too many, and then it must go. */
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

    /** Requests without an answer. */
    int underWay() {
        return underWay.get();
    }

    /** Makes room for so many bytes of a body; false if there is none, and then nothing was taken. */
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
