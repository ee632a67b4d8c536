package dev.attune.server.http;

import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.server.runtime.Bandits;
import dev.attune.server.runtime.RuntimeListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Metrics for Prometheus. Names of bandits are labels only on request, because there may be thousands. */
public final class ServiceMetrics implements RuntimeListener, AutoCloseable {
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

    private final PrometheusMeterRegistry registry = registry();
    private final boolean perBandit;
    private final Map<Answered, Timer> requests = new ConcurrentHashMap<>();
    private final Map<String, BanditMeters> bandits = new ConcurrentHashMap<>();
    private final Map<RewardOutcome, Counter> rewards = new EnumMap<>(RewardOutcome.class);
    private final Timer fsync = timer("attune.fsync", "Time to make a group of events durable", Tags.empty());
    private final DistributionSummary commits = DistributionSummary.builder("attune.commit.records")
            .description("Events that became durable together")
            .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
            .register(registry);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private volatile long lastSnapshot = System.nanoTime();
    private volatile double recoverySeconds;

    /**
     * Creates the metrics.
     *
     * @param perBandit whether decisions and rewards are counted for each bandit by name
     */
    public ServiceMetrics(boolean perBandit) {
        this.perBandit = perBandit;
        for (RewardOutcome outcome : RewardOutcome.values()) {
            rewards.put(
                    outcome,
                    counter("attune.rewards", "Rewards by outcome", Tags.of("outcome", DefinitionJson.word(outcome))));
        }
        if (!perBandit) {
            metersOf("");
        }
        gauge("attune.recovery.seconds", "Duration of the replay at the start", () -> recoverySeconds);
    }

    /** Returns a registry that leaves out metrics whose names promtool rejects; filters must be there before the first metric. */
    private static PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config()
                .meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"))
                .meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        return registry;
    }

    /** Requests to a route with a status of 1xx, 2xx and so on. */
    private record Answered(String route, int hundreds) {}

    private record BanditMeters(
            Counter decisions,
            Counter explored,
            Counter regretProxy,
            Counter joined,
            Counter expired,
            Counter changes) {}

    /**
     * Adds gauges of the bandits.
     *
     * @param mostWaiting how many decisions may wait for rewards
     */
    public void watch(Bandits all, long mostWaiting) {
        gauge("attune.waiting", "Decisions that wait for rewards", all::waiting);
        gauge(
                "attune.waiting.limit",
                "Decisions that may wait for rewards; beyond it requests get 503",
                () -> mostWaiting);
        for (boolean memory : new boolean[] {false, true}) {
            Gauge.builder("attune.bandits", () -> memory ? all.residents() : all.bandits())
                    .description("Bandits, all and those in memory")
                    .tag("state", memory ? "in-memory" : "all")
                    .register(registry);
        }
    }

    /** Adds gauges of the disk, and the age of its last snapshot. */
    public void watchDisk(Path folder) {
        gauge(
                "attune.disk.free.bytes",
                "Free space on the disk of the data folder",
                () -> space(folder, FileStore::getUsableSpace));
        gauge(
                "attune.disk.total.bytes",
                "Size of the disk of the data folder",
                () -> space(folder, FileStore::getTotalSpace));
        gauge("attune.snapshot.age.seconds", "Time since the last snapshot, or since the start", this::snapshotAge);
    }

    /** A number of a file store. */
    private interface Space {
        long of(FileStore store) throws IOException;
    }

    private static double space(Path folder, Space space) {
        try {
            return space.of(Files.getFileStore(folder));
        } catch (IOException e) {
            return Double.NaN; // the folder is not there yet, or the disk has failed
        }
    }

    /** Adds a gauge of the models that a service follows. */
    public void watchModels(DoubleSupplier seconds) {
        gauge(
                "attune.model.age.seconds",
                "Time since the stream has published a model of any bandit",
                seconds::getAsDouble);
    }

    /** Adds a gauge of the certificate. */
    void watch(Certificate certificate) {
        gauge("attune.certificate.expiry.seconds", "Time until the certificate expires", certificate::secondsLeft);
    }

    /** Adds the metrics of the process and its JVM. */
    public void watchProcess() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }

    private void gauge(String name, String help, Supplier<Number> value) {
        Gauge.builder(name, value).description(help).register(registry);
    }

    private Counter counter(String name, String help, Tags tags) {
        return Counter.builder(name).description(help).tags(tags).register(registry);
    }

    /** Returns the metrics in the text format of Prometheus. */
    String scrape() {
        return registry.scrape();
    }

    /** Counts an answered request. */
    void answered(String route, int status, long nanos) {
        requests.computeIfAbsent(
                        new Answered(route, status / 100),
                        key -> timer(
                                "attune.http",
                                "Requests by route and status, from the head to the answer",
                                Tags.of("route", route, "status", key.hundreds + "xx")))
                .record(nanos, TimeUnit.NANOSECONDS);
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
    public void counted(String bandit, BanditCounters before, BanditCounters after) {
        BanditMeters meters = metersOf(bandit);
        meters.decisions.increment(after.decisions() - before.decisions());
        meters.explored.increment(after.explored() - before.explored());
        meters.regretProxy.increment(after.regretProxy() - before.regretProxy());
        meters.joined.increment(after.learnt() - before.learnt());
        meters.expired.increment(after.expired() - before.expired());
        meters.changes.increment(after.changes() - before.changes());
    }

    private BanditMeters metersOf(String bandit) {
        return bandits.computeIfAbsent(perBandit ? bandit : "", name -> {
            Tags tags = perBandit ? Tags.of("bandit", name) : Tags.empty();
            return new BanditMeters(
                    counter("attune.decisions", "Decisions", tags),
                    counter("attune.exploring", "Decisions that were not the greedy choice", tags),
                    counter("attune.regret.proxy", "Estimated cost of exploration, in rewards", tags),
                    counter("attune.joined", "Decisions whose rewards were learnt", tags),
                    counter("attune.expired", "Decisions that ended without a reward", tags),
                    counter("attune.changes", "Models replaced because the world had changed", tags));
        });
    }

    private Timer timer(String name, String help, Tags tags) {
        return Timer.builder(name)
                .description(help)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private double snapshotAge() {
        return (System.nanoTime() - lastSnapshot) / 1e9;
    }
}
