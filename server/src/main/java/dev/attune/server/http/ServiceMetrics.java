package dev.attune.server.http;

import dev.attune.live.RewardOutcome;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.statistics.Alarm;
import dev.attune.live.statistics.BanditCounters;
import dev.attune.live.statistics.BanditVerdict;
import dev.attune.live.statistics.Row;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

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

    private static final long SCRAPE_NANOS = 1_000_000_000;

    /** A counter of each bandit, by what it counts. */
    private record BanditMeter(String name, String help, ToDoubleFunction<BanditCounters> count) {}

    private static final List<BanditMeter> BANDIT_METERS = List.of(
            new BanditMeter("attune.decisions", "Decisions", BanditCounters::decisions),
            new BanditMeter("attune.exploring", "Decisions that were not the greedy choice", BanditCounters::explored),
            new BanditMeter(
                    "attune.regret.proxy", "Estimated cost of exploration, in rewards", BanditCounters::regretProxy),
            new BanditMeter("attune.joined", "Decisions whose rewards were learnt", BanditCounters::learnt),
            new BanditMeter("attune.expired", "Decisions that ended without a reward", BanditCounters::expired),
            new BanditMeter(
                    "attune.changes", "Models replaced because the world had changed", BanditCounters::changes));

    private final PrometheusMeterRegistry registry = registry();
    private final boolean perBandit;
    private final Map<Answered, Timer> requests = new ConcurrentHashMap<>();
    private final Map<String, List<Counter>> bandits = new ConcurrentHashMap<>(); // in the order of BANDIT_METERS
    private final Map<RewardOutcome, Counter> rewards = new EnumMap<>(RewardOutcome.class);
    private final Timer fsync = timer("attune.fsync", "Time to make a group of events durable", Tags.empty());
    private final DistributionSummary commits = DistributionSummary.builder("attune.commit.records")
            .description("Events that became durable together")
            .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
            .register(registry);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private volatile long lastSnapshot = System.nanoTime();
    private volatile double recoverySeconds;
    private List<Row> rows = List.of(); // of the last scrape
    private long rowsAt;

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
            countersOf("");
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
        Map.<String, Supplier<Number>>of("all", all::bandits, "in-memory", all::residents)
                .forEach((state, value) -> Gauge.builder("attune.bandits", value)
                        .description("Bandits, all and those in memory")
                        .tag("state", state)
                        .register(registry));
        for (BanditVerdict.State state : BanditVerdict.State.values()) {
            Gauge.builder(
                            "attune.verdicts",
                            () -> rows(all).stream()
                                    .filter(row -> row.verdict().state() == state)
                                    .count())
                    .description("Bandits by what is known of the difference from their control")
                    .tag("verdict", DefinitionJson.word(state))
                    .register(registry);
        }
        for (Alarm.Kind kind : Alarm.Kind.values()) {
            if (kind.isForAttention()) {
                Gauge.builder(
                                "attune.alarms",
                                () -> rows(all).stream()
                                        .flatMap(row -> row.alarms().stream())
                                        .filter(alarm -> alarm.kind() == kind)
                                        .count())
                        .description("Alarms that are not acknowledged")
                        .tag("kind", DefinitionJson.word(kind))
                        .register(registry);
            }
        }
    }

    /** Returns the lines of all bandits, the same ones for all gauges of a scrape. */
    private synchronized List<Row> rows(Bandits all) {
        long now = System.nanoTime();
        if (rows.isEmpty() || now - rowsAt > SCRAPE_NANOS) {
            rows = all.rows();
            rowsAt = now;
        }
        return rows;
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
        List<Counter> counters = countersOf(bandit);
        for (int i = 0; i < counters.size(); i++) {
            ToDoubleFunction<BanditCounters> count = BANDIT_METERS.get(i).count;
            counters.get(i).increment(count.applyAsDouble(after) - count.applyAsDouble(before));
        }
    }

    private List<Counter> countersOf(String bandit) {
        return bandits.computeIfAbsent(perBandit ? bandit : "", name -> {
            Tags tags = perBandit ? Tags.of("bandit", name) : Tags.empty();
            return BANDIT_METERS.stream()
                    .map(meter -> counter(meter.name, meter.help, tags))
                    .toList();
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
