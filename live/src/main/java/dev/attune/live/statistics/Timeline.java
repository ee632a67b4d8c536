package dev.attune.live.statistics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Recent totals in buckets of one length; empty buckets are left out. Time never goes back. */
final class Timeline {
    /**
     * The totals of one step of a timeline. Immutable.
     *
     * @param time of its begin
     * @param tally its sums, which must not change
     * @param arms number of choices of each of the more frequent arms, which must not change
     * @param otherArms number of choices of all others
     */
    record Bucket(long time, Tally tally, Map<String, Long> arms, long otherArms) {
        private Bucket transfer(SavedFields saved) {
            return new Bucket(
                    saved.any(time),
                    tally.transfer(saved),
                    saved.counts(arms, FrequentArms.CAPACITY),
                    saved.count(otherArms));
        }
    }

    private final Span span;
    private final int parameters;
    private final ArrayDeque<Bucket> closed = new ArrayDeque<>();
    private long start = Long.MIN_VALUE; // of the bucket that is open
    private Tally open;
    private final long[] chosen = new long[FrequentArms.CAPACITY]; // in the open bucket, by index of the frequent arm
    private long otherArms;

    Timeline(Span span, int parameters) {
        this.span = span;
        this.parameters = parameters;
        this.open = new Tally(parameters);
    }

    Span span() {
        return span;
    }

    /** Returns the sums of the bucket at a time, which becomes the open one. */
    Tally at(long time, FrequentArms arms) {
        long begin = Math.max(start, Math.floorDiv(time, span.bucketMillis()) * span.bucketMillis());
        if (begin > start) {
            if (!open.isEmpty()) {
                closed.addLast(asBucket(open, arms));
            }
            open = new Tally(parameters);
            Arrays.fill(chosen, 0);
            otherArms = 0;
            start = begin;
            while (!closed.isEmpty() && closed.getFirst().time() <= start - span.millis()) {
                closed.removeFirst();
            }
        }
        return open;
    }

    /** Counts a choice in the open bucket: of the arm at an index, or of another one if negative. */
    void choose(int place) {
        if (place < 0) {
            otherArms++;
        } else {
            chosen[place]++;
        }
    }

    /** Moves the choices of the arm at an index to those of other arms. */
    void forget(int place) {
        otherArms += chosen[place];
        chosen[place] = 0;
    }

    private Bucket asBucket(Tally tally, FrequentArms arms) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int i = 0; i < chosen.length; i++) {
            if (chosen[i] > 0) {
                counts.put(arms.id(i), chosen[i]);
            }
        }
        return new Bucket(start, tally, counts, otherArms);
    }

    /** Returns all buckets, the open one copied. */
    List<Bucket> snapshot(FrequentArms arms) {
        List<Bucket> all = new ArrayList<>(closed.size() + 1);
        all.addAll(closed);
        if (!open.isEmpty()) {
            all.add(asBucket(open.copy(), arms));
        }
        return List.copyOf(all);
    }

    /**
     * Writes or reads all steps.
     *
     * @param arms number of frequent arms
     */
    void transfer(SavedFields saved, int arms) {
        saved.list(
                closed,
                span.buckets(),
                () -> new Bucket(0, new Tally(parameters), Map.of(), 0),
                bucket -> bucket.transfer(saved));
        start = saved.any(start);
        long last = Long.MIN_VALUE;
        for (Bucket bucket : closed) {
            saved.require(last < bucket.time && bucket.time < start, "buckets that are out of order");
            last = bucket.time;
        }
        open.transfer(saved);
        saved.counts(chosen);
        for (int i = arms; i < chosen.length; i++) {
            saved.require(chosen[i] == 0, "choices of an arm that they do not know");
        }
        otherArms = saved.count(otherArms);
    }
}
