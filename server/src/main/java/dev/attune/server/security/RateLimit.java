package dev.attune.server.security;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A limit of requests a second, with bursts of up to one second's requests. The state is one number, the time by which all requests so far
 * are paid for. Thread-safe.
 */
public final class RateLimit {
    private static final long BURST = TimeUnit.SECONDS.toNanos(1);

    private final long perSecond; // 0: no limit
    private final AtomicLong paidUntil = new AtomicLong(Long.MIN_VALUE);

    private RateLimit(long perSecond) {
        this.perSecond = perSecond;
    }

    /** Returns no limit. */
    public static RateLimit none() {
        return new RateLimit(0);
    }

    /** Returns a limit of at least one request a second. */
    public static RateLimit perSecond(long requests) {
        if (requests < 1 || requests > 1_000_000_000) {
            throw new IllegalArgumentException("rate = " + requests + " must be between 1 and 1000000000 a second");
        }
        return new RateLimit(requests);
    }

    /** Returns the requests a second; 0 for no limit. */
    public long perSecond() {
        return perSecond;
    }

    /**
     * Takes one request, if there is room for it.
     *
     * @param now in nanoseconds, of any origin
     * @return 0 if it was taken, otherwise the nanoseconds until there is room
     */
    public long take(long now) {
        if (perSecond == 0) {
            return 0;
        }
        while (true) {
            long before = paidUntil.get();
            long from = before == Long.MIN_VALUE || now - before > 0 ? now : before;
            long after = from - now + cost(1);
            if (after > BURST) {
                return after - BURST;
            }
            if (paidUntil.compareAndSet(before, from + cost(1))) {
                return 0;
            }
        }
    }

    /** Takes more requests, even beyond the limit: the entries of an admitted batch delay later requests. */
    public void charge(long more, long now) {
        if (perSecond > 0 && more > 0) {
            paidUntil.updateAndGet(
                    before -> (before == Long.MIN_VALUE || now - before > 0 ? now : before) + cost(more));
        }
    }

    private long cost(long requests) {
        return requests * BURST / perSecond;
    }
}
