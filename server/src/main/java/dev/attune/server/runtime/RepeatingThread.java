package dev.attune.server.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A daemon thread that repeats a step until it is closed. */
final class RepeatingThread {
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** A step of the work. */
    interface Step {
        /** Does the step; returns the milliseconds to sleep after it. */
        long run() throws InterruptedException;
    }

    RepeatingThread(String name, Step step) {
        this.thread = new Thread(() -> repeat(step), name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void repeat(Step step) {
        try {
            boolean stopped = false;
            while (!stopped) {
                stopped = closed.await(step.run(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // does not happen
        }
    }

    /** Stops, and waits until the last step is over. */
    void close() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
