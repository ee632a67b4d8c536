package dev.attune.bench.service;

import dev.attune.bench.Figure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The service under load, on loopback, with a fresh data folder in the working folder; service and load share the machine. First 1,000
 * bandits are made and used. Then decisions and their rewards are sent to one bandit, every answer after the fsync of what it reports: as
 * many as possible for the first half of the time, then half as many at a fixed rate ({@link Pairs}). At the end the service is killed, the
 * journal is searched for everything that was acknowledged, and the service is started again.
 *
 * <pre>
 *   decisionsPerSecond, rewardsPerSecond   answered, as many as possible
 *   fullP50Millis, fullP99Millis           from sending to the answer, decisions and rewards together, at that load
 *   serverCores, loadCores                 processor time over time
 *   serverMicros                           processor time of the service for a decision and its reward
 *   steadyPerSecond                        decisions a second at the fixed rate, with as many rewards
 *   p50Millis, p99Millis, p999Millis, maxMillis   from the moment a request is due to its answer, decisions and rewards together
 *   lost                                   acknowledged, but not in the journal
 *   memoryBegin, memoryMiddle, memoryEnd   of the service, as the kernel counts it; its heap is limited to 768 MB
 *   bandits                                made and used before
 *   restartSeconds, restartEvents          from start to ready after the kill, and how many events the journal has
 *   recoverySeconds                        the share of it that replayed the journal, beside the warm-up
 * </pre>
 */
public final class ServiceBench {
    private static final String BENCH = "service";
    private static final String LOADED = "loaded";
    private static final int BANDITS = 1_000;
    private static final String WINDOW = "2s"; // short, so that what waits has stopped growing when measuring begins
    private static final double WARM_SECONDS = 8; // or as long as is measured, if that is less
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-Xms768m", "-Xmx768m");
    private static final double STEADY = 0.5; // share of the greatest throughput

    private final Load load;
    private final int seconds;
    private final int connections;
    private final double perSecond;
    private final List<String> jvm;
    private final long leastEvents;
    private final DoubleConsumer progress;
    private final Consumer<Figure> out;
    private final Pairs.Tally tally = new Pairs.Tally();

    private ServiceBench(
            Load load,
            int seconds,
            int connections,
            double perSecond,
            List<String> jvm,
            long leastEvents,
            DoubleConsumer progress,
            Consumer<Figure> out) {
        this.load = load;
        this.seconds = seconds;
        this.connections = connections;
        this.perSecond = perSecond;
        this.jvm = jvm.isEmpty() ? JVM : jvm;
        this.leastEvents = leastEvents;
        this.progress = progress;
        this.out = out;
    }

    /**
     * Measures.
     *
     * @param load what decisions are asked for
     * @param perSecond the fixed rate of decisions; 0 for half of the greatest throughput
     * @param jvm options of the service's JVM; empty for a heap of 768 MB with the serial collector
     * @param leastEvents the load continues, unmeasured, until the journal has about this many events; 0 to restart with what there is
     * @param progress receives the share that is done
     */
    public static void run(
            Load load,
            int seconds,
            int connections,
            double perSecond,
            List<String> jvm,
            long leastEvents,
            DoubleConsumer progress,
            Consumer<Figure> out)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "attune-bench-service");
        try {
            new ServiceBench(load, seconds, connections, perSecond, jvm, leastEvents, progress, out).run(folder);
        } finally {
            delete(folder);
        }
    }

    private void run(Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path log = folder.resolve("log");
        int port = ServerProcess.freePort();
        try (ServerProcess server = ServerProcess.start(port, data, log, jvm, List.of())) {
            server.awaitReady(PATIENCE);
            Requests requests = new Requests(server.address(), load);
            many(server, requests);
            load(server, requests);
            server.kill();
        }
        figure("lost", tally.acknowledged.lost(data), "");
        restart(port, data, log);
        progress.accept(1);
    }

    /** Makes many bandits, and has each decide and learn. */
    private void many(ServerProcess server, Requests requests) throws IOException {
        Stream<ByteBuffer> created = IntStream.range(0, BANDITS).mapToObj(i -> requests.create("bandit-" + i, WINDOW));
        Iterator<ByteBuffer> all = Stream.concat(Stream.of(requests.create(LOADED, WINDOW)), created)
                .iterator();
        play(server, new LoadLoop.Once(all));
        List<String> bodies = load.bodies(BANDITS);
        List<ByteBuffer> used = IntStream.range(0, BANDITS)
                .mapToObj(i -> requests.decide("bandit-" + i, bodies.get(i)))
                .toList();
        int[] left = {2 * BANDITS};
        play(server, new Pairs(requests, used, 0, () -> left[0]-- > 0, tally));
        figure("bandits", BANDITS, "");
    }

    private void load(ServerProcess server, Requests requests) throws IOException {
        List<ByteBuffer> bodies = load.bodies(load.different()).stream()
                .map(body -> requests.decide(LOADED, body))
                .toList();
        play(server, new Pairs(requests, bodies, 0, until(Math.min(WARM_SECONDS, seconds), 0, 0.1), tally));
        double begin = ProcessUsage.megabytes(server.handle());
        double greatest = full(server, requests, bodies);
        double middle = ProcessUsage.megabytes(server.handle());
        steady(server, requests, bodies, perSecond == 0 ? STEADY * greatest : perSecond);
        figure("memoryBegin", begin, "MB");
        figure("memoryMiddle", middle, "MB");
        figure("memoryEnd", ProcessUsage.megabytes(server.handle()), "MB");
        long[] more = {leastEvents / 3 - tally.acknowledged.rewards()}; // a pair is decided, rewarded and joined
        play(server, new Pairs(requests, bodies, 0, () -> more[0]-- > 0, tally));
    }

    /** As many as possible; returns the decisions a second. */
    private double full(ServerProcess server, Requests requests, List<ByteBuffer> bodies) throws IOException {
        tally.decisions.clear();
        tally.rewards.clear();
        double serverBefore = ProcessUsage.cpuSeconds(server.handle());
        double ownBefore = ProcessUsage.cpuSeconds(ProcessHandle.current());
        long began = System.nanoTime();
        play(server, new Pairs(requests, bodies, 0, until(seconds / 2.0, 0.1, 0.5), tally));
        double took = (System.nanoTime() - began) * 1e-9;
        double greatest = tally.decisions.count() / took;
        figure("decisionsPerSecond", greatest, "1/s");
        figure("rewardsPerSecond", tally.rewards.count() / took, "1/s");
        Latencies both = tally.decisions.with(tally.rewards);
        figure("fullP50Millis", both.millis(0.5), "ms");
        figure("fullP99Millis", both.millis(0.99), "ms");
        double served = ProcessUsage.cpuSeconds(server.handle()) - serverBefore;
        figure("serverCores", served / took, "cores");
        figure("serverMicros", 1e6 * served / tally.decisions.count(), "us");
        figure("loadCores", (ProcessUsage.cpuSeconds(ProcessHandle.current()) - ownBefore) / took, "cores");
        return greatest;
    }

    /** At a fixed rate. */
    private void steady(ServerProcess server, Requests requests, List<ByteBuffer> bodies, double rate)
            throws IOException {
        tally.decisions.clear();
        tally.rewards.clear();
        long began = System.nanoTime();
        play(server, new Pairs(requests, bodies, rate, until(seconds / 2.0, 0.5, 0.9), tally));
        figure("steadyPerSecond", tally.decisions.count() / ((System.nanoTime() - began) * 1e-9), "1/s");
        Latencies both = tally.decisions.with(tally.rewards);
        figure("p50Millis", both.millis(0.5), "ms");
        figure("p99Millis", both.millis(0.99), "ms");
        figure("p999Millis", both.millis(0.999), "ms");
        figure("maxMillis", both.millis(1), "ms");
    }

    private void restart(int port, Path data, Path log) throws IOException, InterruptedException {
        long began = System.nanoTime();
        try (ServerProcess server = ServerProcess.start(port, data, log, jvm, List.of())) {
            server.awaitReady(PATIENCE);
            figure("restartSeconds", (System.nanoTime() - began) * 1e-9, "s");
            figure("recoverySeconds", metric(server, "attune_recovery_seconds"), "s");
            server.stop();
        }
        figure("restartEvents", Acknowledged.events(data), "");
    }

    private static double metric(ServerProcess server, String name) throws IOException, InterruptedException {
        return server.get("/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .findFirst()
                .orElse(Double.NaN);
    }

    private BooleanSupplier until(double time, double from, double to) {
        long began = System.nanoTime();
        return () -> {
            double share = (System.nanoTime() - began) * 1e-9 / time;
            progress.accept(from + Math.min(share, 1) * (to - from));
            return share < 1;
        };
    }

    private void play(ServerProcess server, LoadLoop.Script script) throws IOException {
        try (LoadLoop loop = new LoadLoop(server.address(), connections)) {
            loop.run(script);
        }
    }

    private void figure(String name, double value, String unit) {
        out.accept(new Figure(BENCH, name, value, unit));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
