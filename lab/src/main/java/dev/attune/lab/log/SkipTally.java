package dev.attune.lab.log;

import dev.attune.lab.log.Skipped.Count;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts what is passed over, by reason, in constant memory: when there are very many reasons, the last ones are counted together. */
public final class SkipTally {
    private static final int MOST_REASONS = 100;

    private final Map<String, Count> counts = new LinkedHashMap<>();

    /** Begins with nothing. */
    public SkipTally() {}

    /**
     * Counts once more.
     *
     * @param reason in words
     * @param where such as {@code line 12}; the first one is kept
     * @param lost whether an event was lost by it
     */
    public void count(String reason, String where, boolean lost) {
        String key = counts.size() < MOST_REASONS || counts.containsKey(reason) ? reason : Reason.ALL_OTHERS;
        Count before = counts.get(key);
        counts.put(
                key,
                before == null
                        ? new Count(1, where, lost)
                        : new Count(before.times() + 1, before.first(), before.lost() || lost));
    }

    /** What has been counted so far. */
    public Skipped skipped() {
        return new Skipped(counts);
    }
}
