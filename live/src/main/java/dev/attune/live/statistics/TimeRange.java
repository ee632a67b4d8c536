package dev.attune.live.statistics;

/**
 * A range of time in steps of a span.
 *
 * @param span whose steps are used
 * @param from begin of the first step, in milliseconds since 1970
 * @param to last millisecond that is counted; a step that ends later is not complete
 */
public record TimeRange(Span span, long from, long to) {
    /** Checks that it does not end before it begins. */
    public TimeRange {
        if (from > to) {
            throw new IllegalArgumentException("from = " + from + " must not be after to = " + to);
        }
    }

    /** Returns the range of a whole span that ends now. */
    public static TimeRange last(Span span, long now) {
        return new TimeRange(
                span,
                Math.floorDiv(now, span.bucketMillis()) * span.bucketMillis()
                        - (span.buckets() - 1) * span.bucketMillis(),
                now);
    }

    /**
     * Returns the whole steps that have a part in a range from a time until before another, the shortest steps that are kept since its begin. What
     * is no longer kept is left out, unless nothing else is in the range.
     *
     * @throws IllegalArgumentException if it ends before it begins
     */
    public static TimeRange between(long from, long to, long now) {
        Span kept = Span.THIRTY_DAYS;
        for (Span span : Span.values()) {
            if (from >= last(span, now).from) {
                kept = span;
                break;
            }
        }
        long step = kept.bucketMillis();
        long end = (Math.floorDiv(Math.max(from, to - 1), step) + 1) * step - 1;
        long begin = Math.floorDiv(from, step) * step;
        long oldest = last(kept, now).from;
        return new TimeRange(kept, oldest <= end ? Math.max(begin, oldest) : begin, Math.max(from, Math.min(end, now)));
    }
}
