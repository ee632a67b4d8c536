package dev.attune.live.statistics;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
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
        void write(StateWriter out) {
            out.writeLong(time);
            tally.write(out);
            out.writeInt(arms.size());
            arms.forEach((id, count) -> {
                PackedText.write(out, id);
                out.writeLong(count);
            });
            out.writeLong(otherArms);
        }

        static Bucket read(StateReader in, int parameters, int layout) {
            long time = in.readLong();
            Tally tally = Tally.read(in, parameters, layout);
            Map<String, Long> arms = new LinkedHashMap<>();
            int n = in.readCount(FrequentArms.CAPACITY);
            for (int i = 0; i < n; i++) {
                arms.put(PackedText.read(in), in.readTally());
            }
            return new Bucket(time, tally, arms, in.readTally());
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

    void write(StateWriter out) {
        out.writeInt(closed.size());
        closed.forEach(bucket -> bucket.write(out));
        out.writeLong(start);
        open.write(out);
        for (long count : chosen) {
            out.writeLong(count);
        }
        out.writeLong(otherArms);
    }

    static Timeline read(StateReader in, Span span, int parameters, int arms, int layout) {
        Timeline read = new Timeline(span, parameters);
        int n = in.readCount(span.buckets());
        long last = Long.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            Bucket bucket = Bucket.read(in, parameters, layout);
            read.closed.addLast(bucket);
            last = ascending(last, bucket.time());
        }
        read.start = in.readLong();
        if (n > 0) {
            ascending(last, read.start);
        }
        read.open = Tally.read(in, parameters, layout);
        for (int i = 0; i < read.chosen.length; i++) {
            read.chosen[i] = in.readTally();
            if (read.chosen[i] > 0 && i >= arms) {
                throw new StateFormatException("the saved statistics count choices of an arm that they do not know");
            }
        }
        read.otherArms = in.readTally();
        return read;
    }

    private static long ascending(long before, long time) {
        if (time <= before) {
            throw new StateFormatException("the saved statistics have buckets that are out of order");
        }
        return time;
    }
}
