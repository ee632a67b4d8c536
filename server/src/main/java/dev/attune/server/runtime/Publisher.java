package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import dev.attune.server.runtime.Writers.Turn;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Publishes what can be shown of bandits, so that readers need no turn of a bandit: changed bandits are published in turns of their own, each at
 * most twice a second.
 */
final class Publisher {
    private static final long EVERY_MILLIS = 500;

    private final Writers writers;
    private final PastStates past;
    private final RuntimeListener listener;
    private final Set<Entry> changed = ConcurrentHashMap.newKeySet();
    private final RepeatingThread thread = new RepeatingThread("attune-publisher", this::publishChanged);

    Publisher(Writers writers, PastStates past, RuntimeListener listener) {
        this.writers = writers;
        this.past = past;
        this.listener = listener;
    }

    void start() {
        thread.start();
    }

    /** Marks a bandit as changed. */
    void changed(Entry entry) {
        changed.add(entry);
    }

    private long publishChanged() {
        for (Entry entry : List.copyOf(changed)) {
            changed.remove(entry);
            writers.postInside(entry, this::publish);
        }
        return EVERY_MILLIS;
    }

    /** Publishes a bandit during its turn, if it is in memory. A failure must not disturb its work. */
    private boolean publish(Turn turn) {
        Entry entry = turn.entry();
        LiveBandit bandit = entry.bandit();
        if (bandit == null || entry.isDeleted()) {
            return false;
        }
        try {
            entry.publish(bandit, turn.now());
            past.offer(entry, bandit);
        } catch (RuntimeException e) {
            listener.warning("the statistics or the state of " + entry.name() + " cannot be kept: " + e);
        }
        return true;
    }

    /** Stops, and waits until nothing more is posted. */
    void close() throws InterruptedException {
        thread.close();
    }
}
