package dev.attune.lab.log;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a reader passed over, or took although it is odd, and why.
 *
 * @param reasons by reason in words, in the order in which they first appeared
 */
public record Skipped(Map<String, Count> reasons) {
    /** Nothing was. */
    public static final Skipped NOTHING = new Skipped(Map.of());

    /** Keeps a copy. */
    public Skipped {
        reasons = Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
    }

    /** How often something was counted under a reason. */
    public long times(String reason) {
        Count count = reasons.get(reason);
        return count == null ? 0 : count.times();
    }

    /** Both together; the reasons must differ. */
    public Skipped and(Skipped other) {
        Map<String, Count> all = new LinkedHashMap<>(reasons);
        all.putAll(other.reasons);
        return new Skipped(all);
    }

    /** How many events were lost, as far as can be known. */
    public long lost() {
        return reasons.values().stream()
                .filter(Count::lost)
                .mapToLong(Count::times)
                .sum();
    }

    /**
     * How often, and where first.
     *
     * @param times how often
     * @param first where it was seen first, such as {@code line 12}
     * @param lost whether an event was lost; false where it was taken all the same, or where there was none to lose
     */
    public record Count(long times, String first, boolean lost) {}
}
