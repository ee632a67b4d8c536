package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import dev.attune.live.statistics.Published;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
    private final Thread thread = new Thread(this::run, "attune-publisher");
    private final CountDownLatch closed = new CountDownLatch(1);

    Publisher(Writers writers, PastStates past, RuntimeListener listener) {
        this.writers = writers;
        this.past = past;
        this.listener = listener;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Marks a bandit as changed. */
    void changed(Entry entry) {
        changed.add(entry);
    }

    private void run() {
        try {
            while (!closed.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                List<Entry> due = List.copyOf(changed);
                for (Entry entry : due) {
                    changed.remove(entry);
                    writers.postInside(entry, turn -> publish(entry, turn.now()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // does not happen
        }
    }

    /** Publishes a bandit during its turn, if it is in memory. A failure must not disturb its work. */
    private boolean publish(Entry entry, long now) {
        LiveBandit bandit = entry.bandit();
        if (bandit == null || entry.gone()) {
            return false;
        }
        try {
            publish(entry, bandit, now);
            past.offer(entry, bandit);
        } catch (RuntimeException e) {
            listener.warning("the statistics or the state of " + entry.name() + " cannot be kept: " + e);
        }
        return true;
    }

    /** Publishes a bandit during its turn. */
    static Published publish(Entry entry, LiveBandit bandit, long now) {
        Published published = bandit.publish();
        entry.visible(Visible.of(published, now));
        return published;
    }

    /** Stops, and waits until nothing more is posted. */
    void close() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
