package dev.attune.flink.fold;

import dev.attune.catalog.BanditDefinition;
import org.jspecify.annotations.Nullable;

/** The memory for the bandits of one subtask, and how much of it they take by estimate. */
public final class MemoryBudget {
    private static final int COPIES = 4; // of a bandit, while it is written

    private final long limit;
    private final boolean onDisk;
    private long used;

    /**
     * Creates an unused budget.
     *
     * @param limit in bytes
     * @param onDisk whether bandits are on disk, so that only one of them at a time is in memory
     */
    public MemoryBudget(long limit, boolean onDisk) {
        this.limit = limit;
        this.onDisk = onDisk;
    }

    /** Returns a budget without a limit. */
    public static MemoryBudget unlimited() {
        return new MemoryBudget(Long.MAX_VALUE, false);
    }

    /** Returns the estimated bytes of the bandits. */
    public long used() {
        return used;
    }

    /** Changes the estimated bytes of the bandits. */
    public void add(long bytes) {
        used += bytes;
    }

    /** Returns whether there is room for one more bandit of a definition. */
    boolean hasRoomFor(BanditDefinition definition) {
        return (onDisk ? 0 : used) <= limit - definition.typicalBytes();
    }

    /** Returns why not even one bandit of a definition fits; null if it does. */
    public @Nullable String excluded(BanditDefinition definition) {
        if (definition.typicalBytes() <= limit / COPIES) {
            return null;
        }
        return "a bandit needs about " + megabytes(definition.typicalBytes())
                + " MB, and one bandit of a task may have " + megabytes(limit / COPIES)
                + " MB: use fewer features, or task managers with more memory";
    }

    /** Returns why there is no room for one more bandit. */
    String full(BanditDefinition definition) {
        return "a bandit needs about " + megabytes(definition.typicalBytes())
                + " MB, and the bandits of this task take " + megabytes(used) + " of " + megabytes(limit)
                + " MB: add task managers or memory";
    }

    private static long megabytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }
}
