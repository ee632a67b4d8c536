package dev.attune.bench;

import dev.attune.encode.Encoder;
import dev.attune.lab.log.CsvColumns;
import dev.attune.lab.log.DecisionLog;
import dev.attune.lab.log.GeneratedLog;
import dev.attune.lab.log.LogFormat;
import dev.attune.lab.log.LogHealth;
import dev.attune.lab.log.LoggedEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * How fast logs are read, on one thread: a made-up log in Decision Service JSON with 10 actions in every event and 10 features of
 * each is written to a temporary folder. {@code read}: parsing alone. {@code read.health}: with the measures of its health.
 * {@code read.encode}: with vectors of 64 numbers for every action. {@code heap.peak}: the most heap in use meanwhile, garbage
 * included; run with a small {@code -Xmx} to see how little is needed.
 */
public final class EvaluateBench {
    private static final String BENCH = "evaluate";
    private static final int ACTIONS = 10;
    private static final int FEATURES = 10;
    private static final double EPSILON = 0.2;
    private static final int DIMENSION = 64;
    private static final long SEED = 1;
    private static final int SAMPLE = 100;
    private static final double BYTES_A_MEGABYTE = 1e6;
    private static final double NANOS_A_MINUTE = 60e9;
    private static final int SMALL = 200; // megabytes; below, the JIT compiler gets a first pass for itself

    private final Path file;
    private final long events;
    private final boolean small;

    private EvaluateBench(Path file, long events, boolean small) {
        this.file = file;
        this.events = events;
        this.small = small;
    }

    /**
     * Measures; {@code progress} receives what is being measured, {@code out} each figure.
     *
     * @param megabytes size of the log
     */
    public static void run(int megabytes, Consumer<String> progress, Consumer<Figure> out) {
        try {
            Path folder = Files.createTempDirectory("attune-bench");
            Path file = folder.resolve("log.json");
            try {
                progress.accept("on a log of " + megabytes + " MB in " + file);
                long events = events(megabytes);
                log(events).write(file);
                new EvaluateBench(file, events, megabytes < SMALL).measure(progress, out);
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GeneratedLog log(long events) {
        return new GeneratedLog(events, ACTIONS, FEATURES, EPSILON, SEED);
    }

    private static long events(int megabytes) {
        long bytes = 0;
        for (int event = 0; event < SAMPLE; event++) {
            bytes += log(SAMPLE).line(event).length() + 1;
        }
        return Math.max(1, Math.round(megabytes * BYTES_A_MEGABYTE * SAMPLE / bytes));
    }

    private void measure(Consumer<String> progress, Consumer<Figure> out) throws IOException {
        out.accept(new Figure(BENCH, "log.size", Files.size(file) / BYTES_A_MEGABYTE, "MB"));
        out.accept(new Figure(BENCH, "log.events", events, "events"));
        heapPools(MemoryPoolMXBean::resetPeakUsage);
        progress.accept("reading");
        out.accept(speed("read", event -> {}));
        progress.accept("reading and health");
        out.accept(speed("read.health", new LogHealth()));
        progress.accept("reading and encoding");
        Encoder encoder = Encoder.of(DIMENSION);
        out.accept(speed("read.encode", event -> encoder.encode(event.context(), event.arms())));
        long[] peak = {0};
        heapPools(pool -> peak[0] += pool.getPeakUsage().getUsed());
        out.accept(new Figure(BENCH, "heap.peak", peak[0] / BYTES_A_MEGABYTE, "MB"));
    }

    private Figure speed(String name, Consumer<LoggedEvent> taker) throws IOException {
        double best = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn < (small ? 2 : 1); turn++) {
            long[] read = {0};
            long start = CpuTime.nanos();
            DecisionLog log = DecisionLog.open(file, LogFormat.DSJSON, CsvColumns.DEFAULT);
            log.read(taker.andThen(event -> read[0]++), bytes -> {});
            best = Math.min(best, CpuTime.nanos() - start);
            if (read[0] != events) {
                throw new IllegalStateException(read[0] + " events were read of " + events);
            }
        }
        return new Figure(BENCH, name, events * NANOS_A_MINUTE / best, "events/min");
    }

    private static void heapPools(Consumer<MemoryPoolMXBean> each) {
        ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .forEach(each);
    }
}
