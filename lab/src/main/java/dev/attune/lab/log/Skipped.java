package dev.attune.lab.log;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a reader skipped, or accepted in spite of a fault, and why.
 *
 * @param reasons counts by reason, in the order in which the reasons first appeared
 */
public record Skipped(Map<String, Count> reasons) {
    /** Nothing was skipped. */
    public static final Skipped NOTHING = new Skipped(Map.of());

    /** Keeps a copy. */
    public Skipped {
        reasons = Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
    }

    /** Returns the count of a reason. */
    public long times(String reason) {
        Count count = reasons.get(reason);
        return count == null ? 0 : count.times();
    }

    /** Returns both together; the reasons must differ. */
    public Skipped and(Skipped other) {
        Map<String, Count> all = new LinkedHashMap<>(reasons);
        all.putAll(other.reasons);
        return new Skipped(all);
    }

    /** Returns the counts as clauses, each after a semicolon; empty if there are none. */
    public String summary() {
        StringBuilder text = new StringBuilder();
        reasons.forEach((reason, count) -> text.append("; ")
                .append(String.format(Locale.ROOT, "%,d", count.times()))
                .append(count.lost() ? " lost, " : " with ")
                .append(reason)
                .append(count.first().isEmpty() ? "" : " (first: " + count.first() + ")"));
        return text.toString();
    }

    /** Returns how many events were lost, as far as can be known. */
    public long lost() {
        return reasons.values().stream()
                .filter(Count::lost)
                .mapToLong(Count::times)
                .sum();
    }

    /**
     * The count of one reason.
     *
     * @param times how often it occurred
     * @param first where it occurred first, such as {@code line 12}
     * @param lost whether an event was lost; false if it was accepted, or there was none to lose
     */
    public record Count(long times, String first, boolean lost) {}

    /** Counts by reason in constant memory: beyond a hundred reasons, further ones are counted together. */
    public static final class Counter {
        private static final int MOST_REASONS = 100;
        private static final String ALL_OTHERS = "other reasons";

        private final Map<String, Count> counts = new LinkedHashMap<>();

        /** Creates a counter at zero. */
        public Counter() {}

        /**
         * Counts an occurrence.
         *
         * @param where such as {@code line 12}; the first one is kept
         * @param lost whether an event was lost by it
         */
        public void count(String reason, String where, boolean lost) {
            String key = counts.size() < MOST_REASONS || counts.containsKey(reason) ? reason : ALL_OTHERS;
            add(key, 1, where, lost);
        }

        /** Counts many at once, without the place of the first. */
        void add(String reason, long many, boolean lost) {
            if (many > 0) {
                add(reason, many, "", lost);
            }
        }

        private void add(String reason, long many, String where, boolean lost) {
            counts.merge(
                    reason,
                    new Count(many, where, lost),
                    (before, now) -> new Count(before.times() + many, before.first(), before.lost() || lost));
        }

        /** Returns the counts so far. */
        public Skipped skipped() {
            return new Skipped(counts);
        }
    }
}
