package dev.attune.server.http;

import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.RuntimeListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Metrics for Prometheus. Names of bandits are labels only on request, because there may be thousands. */
public final class ServiceMetrics implements RuntimeListener {
    private static final Duration[] BUCKETS = {
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(1_000),
        Duration.ofMillis(5_000)
    };

    private static final int STATUSES = 6; // 1xx to 5xx

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final boolean perBandit;
    private final Map<String, AtomicReferenceArray<Timer>> requests = new ConcurrentHashMap<>();
    private final Map<String, BanditCounters> bandits = new ConcurrentHashMap<>();
    private final Map<RewardOutcome, Counter> rewards = new EnumMap<>(RewardOutcome.class);
    private final Timer fsync = timer("attune.fsync", Tags.empty());
    private final DistributionSummary commits = DistributionSummary.builder("attune.commit.records")
            .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
            .register(registry);
    private volatile long lastSnapshot; // in nanoseconds; 0 before the first
    private volatile double recoverySeconds;

    /**
     * Creates the metrics.
     *
     * @param perBandit whether decisions and rewards are counted for each bandit by name
     */
    public ServiceMetrics(boolean perBandit) {
        this.perBandit = perBandit;
        for (RewardOutcome outcome : RewardOutcome.values()) {
            rewards.put(outcome, registry.counter("attune.rewards", "outcome", DefinitionJson.word(outcome)));
        }
        if (!perBandit) {
            countersOf("");
        }
        Gauge.builder("attune.snapshot.age.seconds", this, ServiceMetrics::snapshotAge)
                .register(registry);
        Gauge.builder("attune.recovery.seconds", this, metrics -> metrics.recoverySeconds)
                .register(registry);
    }

    private record BanditCounters(
            Counter decisions,
            Counter explored,
            Counter regretProxy,
            Counter joined,
            Counter expired,
            Counter changes) {}

    /** Adds gauges of the bandits. */
    public void watch(Bandits all) {
        Gauge.builder("attune.waiting", all, Bandits::waiting).register(registry);
        Gauge.builder("attune.bandits", all, Bandits::bandits)
                .tag("state", "all")
                .register(registry);
        Gauge.builder("attune.bandits", all, Bandits::residents)
                .tag("state", "in-memory")
                .register(registry);
    }

    /** Returns the metrics in the text format of Prometheus. */
    String scrape() {
        return registry.scrape();
    }

    /** Counts an answered request. */
    void answered(String route, int status, long nanos) {
        int group = Math.min(status / 100, STATUSES - 1);
        Timer timer = requests.computeIfAbsent(route, key -> new AtomicReferenceArray<>(STATUSES))
                .updateAndGet(
                        group,
                        known -> known == null
                                ? timer("attune.http", Tags.of("route", route, "status", group + "xx"))
                                : known);
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Counts a reward. */
    void rewarded(RewardOutcome outcome) {
        Counter counter = rewards.get(outcome);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void recovered(long events, Duration took) {
        recoverySeconds = took.toNanos() / 1e9;
    }

    @Override
    public void committed(int records, int bytes, long nanos) {
        fsync.record(nanos, TimeUnit.NANOSECONDS);
        commits.record(records);
    }

    @Override
    public void snapshot(long position, long bytes, Duration took) {
        lastSnapshot = System.nanoTime();
    }

    @Override
    public void learnt(String bandit, long learnt, long expired) {
        BanditCounters counters = countersOf(bandit);
        counters.joined.increment(learnt);
        counters.expired.increment(expired);
    }

    @Override
    public void worldChanged(String bandit, long changes, long rewards) {
        countersOf(bandit).changes.increment(changes);
    }

    @Override
    public void decided(String bandit, long decisions, long explored, double regretProxy) {
        BanditCounters counters = countersOf(bandit);
        counters.decisions.increment(decisions);
        counters.explored.increment(explored);
        counters.regretProxy.increment(regretProxy);
    }

    private BanditCounters countersOf(String bandit) {
        return bandits.computeIfAbsent(perBandit ? bandit : "", name -> {
            Tags tags = perBandit ? Tags.of("bandit", name) : Tags.empty();
            return new BanditCounters(
                    registry.counter("attune.decisions", tags),
                    registry.counter("attune.exploring", tags),
                    registry.counter("attune.regret.proxy", tags),
                    registry.counter("attune.joined", tags),
                    registry.counter("attune.expired", tags),
                    registry.counter("attune.changes", tags));
        });
    }

    private Timer timer(String name, Tags tags) {
        return Timer.builder(name).tags(tags).serviceLevelObjectives(BUCKETS).register(registry);
    }

    private double snapshotAge() {
        return lastSnapshot == 0 ? Double.NaN : (System.nanoTime() - lastSnapshot) / 1e9;
    }
}
