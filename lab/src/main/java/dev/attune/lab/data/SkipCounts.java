package dev.attune.lab.data;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Counts what a reader of click logs found and what it skipped, by reason. Every line is either an event or counted under exactly
 * one of the reasons that are about lines.
 */
public final class SkipCounts {
    /** Why something was skipped, or kept although it is unusual. */
    public enum Reason {
        /** The line cannot be read. */
        MALFORMED_LINE("lines that cannot be read", true),
        /** The shown article is not in the list of the line. */
        SHOWN_NOT_LISTED("lines whose shown article is not among those listed", true),
        /** The shown article has no features in its timestamp. */
        SHOWN_WITHOUT_FEATURES("lines whose shown article has no features 1 to 6 in its timestamp", true),
        /** An article without any features. */
        ARTICLE_WITHOUT_FEATURES("mentions of an article without features", false),
        /** An article with features other than 1 to 6. */
        ARTICLE_WITH_OTHER_FEATURES("mentions of an article with other features than 1 to 6", false),
        /** An article that was on offer in a timestamp, but never shown. */
        ARTICLE_NEVER_SHOWN("articles with features, listed in a timestamp but never shown in it", false),
        /** A timestamp without a usable article. */
        EMPTY_TIMESTAMP("timestamps without any usable article", false),
        /** A user about whom only the constant feature is known; the line is used. */
        USER_WITHOUT_FEATURES("lines with a user of whom only the constant is known; kept", false);

        private final String meaning;
        private final boolean wholeLine;

        Reason(String meaning, boolean wholeLine) {
            this.meaning = meaning;
            this.wholeLine = wholeLine;
        }

        /** Returns the description. */
        public String meaning() {
            return meaning;
        }
    }

    private final EnumMap<Reason, Long> counts = new EnumMap<>(Reason.class);
    private final EnumMap<Reason, String> first = new EnumMap<>(Reason.class);
    private long lines;

    SkipCounts() {}

    /** Returns an independent copy. */
    SkipCounts copy() {
        SkipCounts copy = new SkipCounts();
        copy.counts.putAll(counts);
        copy.first.putAll(first);
        copy.lines = lines;
        return copy;
    }

    void line() {
        lines++;
    }

    void add(Reason reason, long many) {
        if (many > 0) {
            counts.merge(reason, many, Long::sum);
        }
    }

    void add(Reason reason, Supplier<String> where) {
        counts.merge(reason, 1L, Long::sum);
        first.computeIfAbsent(reason, none -> where.get());
    }

    /** Returns the number of lines that were read. */
    public long lines() {
        return lines;
    }

    /** Returns the number of lines that were used. */
    public long events() {
        long events = lines;
        for (Map.Entry<Reason, Long> entry : counts.entrySet()) {
            events -= entry.getKey().wholeLine ? entry.getValue() : 0;
        }
        return events;
    }

    /** Returns the count of a reason. */
    public long count(Reason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /** Returns file and line of the first occurrence, or an empty text. */
    public String firstAt(Reason reason) {
        return first.getOrDefault(reason, "");
    }
}
