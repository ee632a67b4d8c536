package dev.attune.server.runtime;

import dev.attune.api.RewardRange;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardMessage;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.live.statistics.Published;
import dev.attune.live.statistics.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A bandit in the runtime: the queue of its tasks, and its state, which is in memory or not. One writer has a turn at a time; fields that
 * are not guarded otherwise belong to that writer.
 */
final class Entry {
    /** The position of a bandit that is in no snapshot. */
    private static final long NOWHERE = -1;

    /**
     * What lists, limits and the clock need of a bandit, so that it need not be loaded.
     *
     * @param paused whether it rejects requests for decisions
     * @param counters of the bandit; after a start only the first four, until it is loaded
     * @param nextDeadline when the window of its oldest waiting decision ends; {@link Long#MAX_VALUE} if none waits
     */
    record Status(boolean paused, BanditCounters counters, long nextDeadline) {
        /** Of a new or deleted bandit. */
        static final Status NOTHING = new Status(false, BanditCounters.ZERO, Long.MAX_VALUE);

        static Status of(LiveBandit bandit) {
            return new Status(bandit.paused(), bandit.counters(), bandit.nextDeadline());
        }
    }

    private final int number;
    private final String name;
    private final LiveDefinition definition;
    private final String text;
    private final RewardRange learnable;
    private final long created;

    private final ArrayDeque<Task<?>> queue = new ArrayDeque<>(); // guarded by this, as is scheduled
    private boolean scheduled;

    private @Nullable LiveBandit bandit;
    private long applied;
    private boolean invalid;
    private long publishedAt;

    private volatile Status status = Status.NOTHING;
    private volatile @Nullable Published published; // null if the bandit is not in memory
    private volatile @Nullable Row unloaded; // its line when it was last unloaded; set before published is cleared
    private volatile boolean deleted;
    private volatile long inSnapshot = NOWHERE;

    /**
     * Creates an entry without a bandit in memory.
     *
     * @param text its definition in the journal
     * @param created position of its creation in the journal
     */
    Entry(int number, String name, LiveDefinition definition, String text, long created) {
        this.number = number;
        this.name = name;
        this.definition = definition;
        this.text = text;
        this.learnable = definition.bandit().learnableRewards();
        this.created = created;
        this.applied = created;
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    /** Returns its definition in the journal. */
    String text() {
        return text;
    }

    LiveDefinition definition() {
        return definition;
    }

    long created() {
        return created;
    }

    /** Rejects an invalid reward. */
    void checkReward(RewardMessage reward) {
        definition.rules().check(learnable, reward.id(), reward.value());
    }

    // --- tasks

    /** Queues a task; returns whether a turn must be scheduled. */
    synchronized boolean put(Task<?> task) {
        queue.add(task);
        boolean first = !scheduled;
        scheduled = true;
        return first;
    }

    synchronized int queued() {
        return queue.size();
    }

    synchronized List<Task<?>> take(int most) {
        List<Task<?>> taken = new ArrayList<>(Math.min(most, queue.size()));
        while (taken.size() < most && !queue.isEmpty()) {
            taken.add(queue.remove());
        }
        return taken;
    }

    /** Ends a turn; returns whether another one must be scheduled. */
    synchronized boolean endTurn() {
        scheduled = !queue.isEmpty();
        return scheduled;
    }

    // --- the state

    /** Returns the bandit, if it is in memory. */
    @Nullable
    LiveBandit bandit() {
        return bandit;
    }

    /** Sets the loaded bandit. */
    void load(LiveBandit loaded) {
        bandit = loaded;
        invalid = false;
    }

    /** Removes the bandit from memory. Of what can be shown only its line is kept. */
    void unload() {
        bandit = null;
        Published shown = published;
        if (shown != null) {
            unloaded = Row.of(name, shown, publishedAt, false);
            published = null;
        }
    }

    /** Discards the bandit in memory, which may be ahead of the journal; it must be rebuilt from the journal. */
    void invalidate() {
        invalid = bandit != null || invalid;
        bandit = null;
    }

    boolean isInvalid() {
        return invalid;
    }

    /** Marks the bandit as deleted. */
    void delete() {
        deleted = true;
        bandit = null;
        status = Status.NOTHING;
    }

    boolean isDeleted() {
        return deleted;
    }

    /** Returns the position of the journal up to which the state is complete. */
    long applied() {
        return applied;
    }

    void applied(long position) {
        applied = position;
    }

    /** Sets the position up to which its state in the last snapshot is complete. */
    void inSnapshot(long position) {
        inSnapshot = position;
    }

    /** Returns whether the last snapshot has its state. */
    boolean isInSnapshot() {
        return inSnapshot == applied;
    }

    // --- what is shown

    Status status() {
        return status;
    }

    void status(Status now) {
        status = now;
    }

    BanditView.Summary summary() {
        Status now = status;
        return new BanditView.Summary(name, definition, now.paused, now.counters);
    }

    /** Publishes the bandit during its turn. */
    Published publish(LiveBandit loaded, long now) {
        Published shown = loaded.publish();
        published = shown;
        publishedAt = now;
        return shown;
    }

    /** Returns what can be shown; empty if the bandit is not in memory. */
    Optional<Published> published() {
        return Optional.ofNullable(published);
    }

    /** Returns the line of the bandit, without loading it. */
    Row row(long now, boolean waitingLimitNear) {
        Published shown = published;
        if (shown != null) {
            return Row.of(name, shown, now, waitingLimitNear);
        }
        Row last = unloaded;
        if (last != null) {
            return last.later(now);
        }
        Status current = status;
        return Row.unseen(name, definition.bandit(), definition.control(), current.paused, current.counters);
    }
}
