package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import dev.attune.live.statistics.Published;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets everybody see what bandits are like without asking their writers: what has changed is shown anew, each bandit at most twice a
 * second. A bandit shows itself in a turn of its own; nothing waits for it.
 */
final class Publisher {
    private static final long EVERY_MILLIS = 500;

    private final Writers writers;
    private final RuntimeListener listener;
    private final Set<Entry> changed = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::run, "attune-publisher");
    private final CountDownLatch closed = new CountDownLatch(1);

    Publisher(Writers writers, RuntimeListener listener) {
        this.writers = writers;
        this.listener = listener;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Something has happened to a bandit. */
    void changed(Entry entry) {
        changed.add(entry);
    }

    private void run() {
        try {
            while (!closed.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                List<Entry> due = List.copyOf(changed);
                for (Entry entry : due) {
                    changed.remove(entry);
                    writers.postInside(entry, turn -> show(entry, turn.now()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
        }
    }

    /** Shows a bandit, if it is in memory. Only in its turn. What goes wrong here must not disturb its work. */
    private boolean show(Entry entry, long now) {
        LiveBandit bandit = entry.bandit();
        if (bandit == null || entry.gone()) {
            return false;
        }
        try {
            show(entry, bandit, now);
        } catch (RuntimeException e) {
            listener.warning("the statistics of " + entry.name() + " cannot be shown: " + e);
        }
        return true;
    }

    /** Shows a bandit. Only in its turn. */
    static Published show(Entry entry, LiveBandit bandit, long now) {
        Published published = bandit.publish();
        entry.shown(Shown.of(published, now));
        return published;
    }

    /** Stops, and waits until nothing is posted any more. */
    void close() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
