package dev.attune.server;

import dev.attune.server.http.ServiceMetrics;
import dev.attune.server.runtime.RuntimeListener;
import java.time.Duration;
import java.util.Locale;

/** Passes events of the runtime to the metrics, and some of them to the log. */
record MetricsListener(ServiceMetrics metrics, ServerListener log) implements RuntimeListener {
    @Override
    public void warning(String message) {
        log.warning(message);
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
    public void learnt(String bandit, long learnt, long expired) {
        metrics.learnt(bandit, learnt, expired);
    }

    @Override
    public void worldChanged(String bandit, long changes, long rewards) {
        metrics.worldChanged(bandit, changes, rewards);
        log.info(String.format(
                Locale.ROOT,
                "%s: the world changed: the model was replaced by a younger one; %,d rewards learnt so far",
                bandit,
                rewards));
    }

    @Override
    public void decided(String bandit, long decisions, long explored, double regretProxy) {
        metrics.decided(bandit, decisions, explored, regretProxy);
    }
}
