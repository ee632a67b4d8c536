package dev.attune.server;

import dev.attune.journal.JournalFailedException;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.http.Readiness;
import dev.attune.server.http.ServiceMetrics;
import dev.attune.server.runtime.RuntimeListener;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Passes events of the runtime to the metrics, and some of them to the log. */
final class MetricsListener implements RuntimeListener {
    private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ServiceMetrics metrics;
    private final ServerListener log;
    private final Readiness readiness;
    private long logged = System.nanoTime(); // of the thread of the recovery

    MetricsListener(ServiceMetrics metrics, ServerListener log, Readiness readiness) {
        this.metrics = metrics;
        this.log = log;
        this.readiness = readiness;
    }

    @Override
    public void warning(String message) {
        log.warning(message);
    }

    @Override
    public void failed(JournalFailedException why) {
        readiness.failed();
        log.internalError("journal", why);
    }

    @Override
    public void recovering(long events, long of) {
        String done = String.format(
                Locale.ROOT, "recovering, %,d of %,d events (%d %%)", events, of, 100 * events / Math.max(1, of));
        readiness.progress(done);
        long now = System.nanoTime();
        if (now - logged > LOG_NANOS) {
            logged = now;
            log.info(done);
        }
    }

    @Override
    public void recovered(long events, Duration took) {
        metrics.recovered(events, took);
        log.recovered(events, took);
    }

    @Override
    public void committed(int records, int bytes, long nanos) {
        metrics.committed(records, bytes, nanos);
    }

    @Override
    public void snapshot(long position, long bytes, Duration took) {
        metrics.snapshot(position, bytes, took);
    }

    @Override
    public void counted(String bandit, BanditCounters before, BanditCounters after) {
        metrics.counted(bandit, before, after);
        if (after.changes() > before.changes()) {
            log.info(String.format(
                    Locale.ROOT,
                    "%s: the model was replaced by a younger one, which had predicted the last rewards better; %,d rewards learnt so far",
                    bandit,
                    after.learnt()));
        }
    }
}
