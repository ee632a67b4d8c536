package dev.attune.server.runtime;

import dev.attune.api.RewardRange;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.RewardMessage;
import dev.attune.live.statistics.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bandit in the runtime: the queue of its tasks, and its state, which is in memory or not. One writer has a turn at a time; fields that
 * are not guarded otherwise belong to that writer.
 */
final class Entry {
    /** The position of a bandit that is in no snapshot. */
    static final long NOWHERE = -1;

    private final int number;
    private final String name;
    private final LiveDefinition definition;
    private final RewardRange learnable;
    private final String text;
    private final long created;

    private final ArrayDeque<Task<?>> queue = new ArrayDeque<>(); // guarded by this, as is scheduled
    private boolean scheduled;

    private @Nullable LiveBandit bandit;
    private long applied;
    private boolean spoilt;

    private volatile Standing standing = Standing.NOTHING;
    private volatile Visible visible = Visible.NOTHING;
    private volatile boolean gone;
    private volatile long inSnapshot = NOWHERE;

    /**
     * Creates an entry without a bandit in memory.
     *
     * @param text its definition in the journal
     * @param created position of its creation in the journal
     * @param applied up to which position of the journal its state is complete
     */
    Entry(int number, String name, LiveDefinition definition, String text, long created, long applied) {
        this.number = number;
        this.name = name;
        this.definition = definition;
        this.learnable = definition.bandit().learnableRewards();
        this.text = text;
        this.created = created;
        this.applied = applied;
    }

    /** Returns the entry of a bandit in the journal or a snapshot, without the bandit in memory. */
    static Entry stored(int number, String name, String text, long created, long applied) {
        return new Entry(number, name, DefinitionJson.parse(text), text, created, applied);
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    LiveDefinition definition() {
        return definition;
    }

    /** Rejects an invalid reward. */
    void checkReward(RewardMessage reward) {
        definition.rules().check(learnable, reward.id(), reward.value());
    }

    String text() {
        return text;
    }

    long created() {
        return created;
    }

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
    synchronized boolean goesOn() {
        scheduled = !queue.isEmpty();
        return scheduled;
    }

    /** Returns the bandit, if it is in memory. */
    @Nullable
    LiveBandit bandit() {
        return bandit;
    }

    /** Sets the loaded bandit. */
    void enter(LiveBandit loaded) {
        bandit = loaded;
        spoilt = false;
    }

    /** Removes the bandit from memory. */
    void leave() {
        bandit = null;
        visible = visible.left(name);
    }

    /** Returns the position of the journal up to which the state is complete. */
    long applied() {
        return applied;
    }

    void applied(long position) {
        applied = position;
    }

    /** Discards the bandit in memory, which may be ahead of the journal; it must be rebuilt from the journal. */
    void spoil() {
        spoilt = bandit != null || spoilt;
        bandit = null;
    }

    boolean spoilt() {
        return spoilt;
    }

    Standing standing() {
        return standing;
    }

    void standing(Standing now) {
        standing = now;
    }

    Visible visible() {
        return visible;
    }

    void visible(Visible now) {
        visible = now;
    }

    /** Marks the bandit as deleted. */
    void end() {
        gone = true;
        bandit = null;
        standing = Standing.NOTHING;
    }

    boolean gone() {
        return gone;
    }

    /** Returns the position up to which its state in the last snapshot is complete; {@link #NOWHERE} if it is in none. */
    long inSnapshot() {
        return inSnapshot;
    }

    void inSnapshot(long position) {
        inSnapshot = position;
    }

    /** Returns the line of a bandit that has not been in memory since the start. */
    Row unseen() {
        Standing now = standing;
        return Row.unseen(
                name, definition.bandit().policy(), definition.bandit().tuner(), now.paused(), now.counters());
    }

    BanditOverview summary() {
        Standing now = standing;
        return new BanditOverview(name, definition, now.paused(), now.counters());
    }
}
