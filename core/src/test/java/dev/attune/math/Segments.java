package dev.attune.math;

/** Reads an envelope at one point. */
final class Segments {
    private Segments() {}

    /** The arm on top at alpha: that of the last segment that starts at or before it, or the first one. */
    static int armAt(UpperEnvelope envelope, double alpha) {
        int segment = 0;
        while (segment + 1 < envelope.segments() && envelope.from(segment + 1) <= alpha) {
            segment++;
        }
        return envelope.arm(segment);
    }
}
