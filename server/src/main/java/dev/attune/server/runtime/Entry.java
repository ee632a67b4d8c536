package dev.attune.server.runtime;

import dev.attune.api.RewardRange;
import dev.attune.live.LiveBandit;
import dev.attune.live.LiveDefinition;
import dev.attune.live.statistics.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bandit's place in the runtime: its mailbox, and its state, which is in memory or not. One writer has a turn at a time; what is not
 * guarded otherwise is the writer's own.
 */
final class Entry {
    /** In no snapshot. */
    static final long NOWHERE = -1;

    private final int number;
    private final String name;
    private final LiveDefinition definition;
    private final RewardRange learnable;
    private final String text;
    private final long created;

    private final ArrayDeque<Letter<?>> mailbox = new ArrayDeque<>(); // guarded by this, as is scheduled
    private boolean scheduled;

    private @Nullable LiveBandit bandit;
    private long applied;
    private boolean spoilt;

    private volatile Standing standing = Standing.NOTHING;
    private volatile Shown shown = Shown.NOTHING;
    private volatile boolean gone;
    private volatile long inSnapshot = NOWHERE;

    /**
     * A bandit that is not in memory.
     *
     * @param text its definition as the journal tells it
     * @param created position of its beginning in the journal
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

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    LiveDefinition definition() {
        return definition;
    }

    /** Refuses what can be no reward of this bandit. */
    void checkReward(RewardOrder order) {
        definition.rules().check(learnable, order.rewardId(), order.value());
    }

    String text() {
        return text;
    }

    long created() {
        return created;
    }

    /** Puts a letter into the mailbox; whether a turn must be arranged for it. */
    synchronized boolean put(Letter<?> letter) {
        mailbox.add(letter);
        boolean first = !scheduled;
        scheduled = true;
        return first;
    }

    synchronized int letters() {
        return mailbox.size();
    }

    synchronized List<Letter<?>> take(int most) {
        List<Letter<?>> taken = new ArrayList<>(Math.min(most, mailbox.size()));
        while (taken.size() < most && !mailbox.isEmpty()) {
            taken.add(mailbox.remove());
        }
        return taken;
    }

    /** Ends a turn; whether another one must be arranged. */
    synchronized boolean goesOn() {
        scheduled = !mailbox.isEmpty();
        return scheduled;
    }

    /** The bandit, if it is in memory. */
    @Nullable
    LiveBandit bandit() {
        return bandit;
    }

    /** The bandit comes into memory. */
    void enter(LiveBandit loaded) {
        bandit = loaded;
        spoilt = false;
    }

    /** The bandit leaves memory. */
    void leave() {
        bandit = null;
        shown = shown.left(name);
    }

    /** Up to which position of the journal the state is complete. */
    long applied() {
        return applied;
    }

    void applied(long position) {
        applied = position;
    }

    /** The bandit in memory may be ahead of the journal: it must be made again from what the journal tells. */
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

    Shown shown() {
        return shown;
    }

    void shown(Shown now) {
        shown = now;
    }

    /** The bandit is deleted. */
    void end() {
        gone = true;
        bandit = null;
        standing = Standing.NOTHING;
    }

    boolean gone() {
        return gone;
    }

    /** Up to which position its state in the last snapshot is complete; {@link #NOWHERE} if it is in none. */
    long inSnapshot() {
        return inSnapshot;
    }

    void inSnapshot(long position) {
        inSnapshot = position;
    }

    /** All that is known of a bandit that has not been in memory since the start. */
    Row unseen() {
        Standing now = standing;
        return Row.unseen(
                name,
                definition.bandit().policy(),
                definition.bandit().tuner(),
                now.paused(),
                now.decisions(),
                now.waiting(),
                now.expired());
    }

    BanditSummary summary() {
        return summary(definition);
    }

    /** The same with the floor in force. */
    BanditSummary summary(LiveDefinition inForce) {
        Standing now = standing;
        return new BanditSummary(
                name, inForce, now.paused(), now.decisions(), now.learnt(), now.waiting(), now.expired());
    }
}
