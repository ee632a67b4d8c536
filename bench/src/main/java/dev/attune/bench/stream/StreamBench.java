package dev.attune.bench.stream;

import dev.attune.bench.Figure;
import dev.attune.bench.stream.GeneratedRecords.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The stream job on this machine, a reward for each decision. LinUCB with its default tuner, d = 20, K = 20; for words the default policy.
 *
 * <pre>
 *   catalogue.perCore   decisions a second of CPU time of the operator's thread; arms come from the catalogue
 *   catalogue.perSecond decisions a second by the clock; another thread makes the records
 *   asTheyAre.*         the same with numbers that are not standardised
 *   inline.*            standardised again, with all arms in each request: 400 numbers to read
 *   words.*             10 arms, up to 32 of 10,000 words in each request, the default policy
 *   state.d20 ...       bytes of a bandit's saved state with 20, ... features, and of the entries of a decision while it waits, and afterwards
 *   state.words1000 ... the same of the default policy after 10,000 rewards in a world of 1,000, ... words
 *   checkpoint.seconds  of 10,000 bandits with 20 decisions each, from the call until it is complete on disk
 *   checkpoint.bytes    its size, and of each bandit
 *   rocksdb.perCore ... decisions a second as above, with state on disk and an incremental checkpoint each second
 *   rocksdb.fullBytes   of the state of 10,000 bandits that have decided
 *   rocksdb.idleBytes   that a checkpoint writes each second while 25 of them are used each second: the median of nine, the most and the mean; now and
 *                       then RocksDB merges its files, and the next checkpoint writes the merged ones
 *   stream.*            from topic to topic, exactly once, a checkpoint each second; broker, job and reader in this process:
 *   .startSeconds       from the start of the job on a backlog of 600,000 requests until the first decision can be read
 *   .decisionsPerSecond by the clock, for the last two thirds of the backlog
 *   .checkpointMillis   the longest checkpoint
 *   .idleSeconds        from a single request until its decision can be read, the longest of five
 *   .busySeconds        the same beside two busy threads
 * </pre>
 */
public final class StreamBench {
    private static final String BENCH = "stream";
    private static final String ROCKSDB = "org/rocksdb/RocksDB.class";
    private static final int TURNS = 100; // bandits that take turns
    private static final int MANY = 10_000; // bandits in a checkpoint
    private static final int EACH = 20; // decisions of each
    private static final long WARM = 100_000;
    private static final long MEASURED = 200_000;
    private static final long BROKER_MEASURED = 600_000;
    private static final int ATTEMPTS = 100; // to delete a folder
    private static final int QUIET = 30; // looks at a deleted folder: longer than the second between two checkpoints
    private static final int INTERRUPTED = 130; // exit code
    private static final int IDLE_CHECKPOINTS = 9; // Flink keeps ten
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Path folder;
    private final Consumer<String> progress;
    private final Consumer<Figure> out;

    private StreamBench(Path folder, Consumer<String> progress, Consumer<Figure> out) {
        this.folder = folder;
        this.progress = progress;
        this.out = out;
    }

    /**
     * Measures.
     *
     * @param progress receives what is measured next
     */
    public static void run(Consumer<String> progress, Consumer<Figure> out) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("attune-bench-stream");
        Thread remover = new Thread(() -> removeAndHalt(folder)); // if the benchmark is interrupted
        Runtime.getRuntime().addShutdownHook(remover);
        try {
            new StreamBench(folder, progress, out).run();
        } finally {
            delete(folder);
            Runtime.getRuntime().removeShutdownHook(remover);
        }
    }

    private void run() throws IOException, InterruptedException {
        progress.accept("the operator, arms from the catalogue");
        operator("catalogue", Kind.CATALOGUE, settings());
        progress.accept("the operator, arms from the catalogue, numbers as they are");
        operator("asTheyAre", Kind.AS_THEY_ARE, settings());
        progress.accept("the operator, arms in the request");
        operator("inline", Kind.INLINE, settings());
        progress.accept("the operator, words in the request");
        operator("words", Kind.WORDS, settings());
        states();
        progress.accept("a checkpoint of " + MANY + " bandits");
        checkpoint(folder.resolve("checkpoint"));
        if (StreamBench.class.getClassLoader().getResource(ROCKSDB) == null) {
            progress.accept("RocksDB is not on the class path: state on disk is not measured");
        } else {
            progress.accept("the operator with state on disk");
            operator("rocksdb", Kind.CATALOGUE, onDisk(folder.resolve("rocksdb")));
            progress.accept("checkpoints of " + MANY + " bandits on disk");
            idle(folder.resolve("idle"));
        }
        progress.accept("from topic to topic");
        topics(folder.resolve("broker"));
    }

    /** Returns settings with which Flink leaves no file outside of the folder that is removed. */
    private Configuration settings() throws IOException {
        Configuration settings = new Configuration();
        String temporary = Files.createDirectories(folder.resolve("flink")).toString();
        settings.set(CoreOptions.TMP_DIRS, temporary);
        settings.set(WebOptions.TMP_DIR, temporary);
        settings.set(WebOptions.UPLOAD_DIR, temporary);
        return settings;
    }

    /** Returns settings of state on disk, with an incremental checkpoint each second. */
    private Configuration onDisk(Path checkpoints) throws IOException {
        Configuration settings = settings();
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        settings.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        return settings;
    }

    private void topics(Path broker) throws IOException, InterruptedException {
        BrokerBench.Result result = BrokerBench.run(broker, TURNS, BROKER_MEASURED, settings());
        progress.accept("the longest checkpoint: " + result.longest());
        result.failures().forEach(progress);
        figure("stream.startSeconds", result.startSeconds(), "s");
        figure("stream.decisionsPerSecond", result.decisionsPerSecond(), "decisions/s");
        figure("stream.checkpointMillis", result.checkpointMillis(), "ms");
        figure("stream.checkpoints", result.checkpoints(), "complete");
        figure("stream.checkpointsFailed", result.failedCheckpoints(), "failed");
        figure("stream.idleSeconds", result.idleSeconds(), "s");
        figure("stream.busySeconds", result.busySeconds(), "s");
    }

    private void operator(String name, Kind kind, Configuration settings) throws IOException {
        long last = WARM + MEASURED;
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        OperatorBench.build(env, new GeneratedRecords(kind, TURNS, Long.MAX_VALUE), 2 * last, new Meter(WARM, last));
        double cpuBefore = processSeconds();
        Map<String, Object> measured;
        try {
            measured = env.execute(BENCH).getAllAccumulatorResults();
        } catch (Exception e) {
            throw new IOException("the job has failed: " + e.getMessage(), e);
        }
        double cpu = processSeconds() - cpuBefore;
        if (number(measured, Meter.DECISIONS) != last) {
            throw new IllegalStateException(number(measured, Meter.DECISIONS) + " decisions instead of " + last);
        }
        figure(name + ".perCore", MEASURED / seconds(measured, Meter.CPU), "decisions/s");
        figure(name + ".perSecond", MEASURED / seconds(measured, Meter.NANOS), "decisions/s");
        figure(
                name + ".perCoreOfAll",
                last / cpu,
                "decisions/s"); // start, compiler, collector and the maker of records included
    }

    private void states() {
        for (int dimension : new int[] {20, 64, 200}) {
            states("d" + dimension, StateSizes.ofVectors(dimension));
        }
        for (int words : new int[] {1_000, 10_000}) {
            states("words" + words, StateSizes.ofWords(words));
        }
    }

    private void states(String name, StateSizes sizes) {
        figure("state." + name, sizes.bandit, "B");
        figure("state." + name + ".waiting", sizes.waiting, "B/decision");
        figure("state." + name + ".remembered", sizes.remembered, "B/decision");
    }

    private static double seconds(Map<String, Object> measured, String name) {
        return number(measured, name) * 1e-9;
    }

    private static long number(Map<String, Object> measured, String name) {
        return measured.get(name) instanceof Number number ? number.longValue() : 0;
    }

    private void checkpoint(Path where) throws IOException, InterruptedException {
        long records = 2L * MANY * EACH;
        Configuration settings = settings();
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, where.toUri().toString());
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1, settings);
        OperatorBench.build(env, new GeneratedRecords(Kind.CATALOGUE, MANY, records), Long.MAX_VALUE, new Meter(1, 2));
        try {
            JobClient job = env.executeAsync(BENCH);
            while (decisions(job) < records / 2) {
                Thread.sleep(LOOK.toMillis());
            }
            long began = System.nanoTime();
            job.triggerSavepoint(where.toUri().toString(), SavepointFormatType.NATIVE)
                    .get();
            double seconds = (System.nanoTime() - began) * 1e-9;
            job.cancel().get();
            long bytes = size(where);
            figure("checkpoint.seconds", seconds, "s");
            figure("checkpoint.bytes", bytes, "B");
            figure("checkpoint.bytesPerBandit", (double) bytes / MANY, "B");
        } catch (ExecutionException e) {
            throw new IOException("the job has failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the job does not start: " + e.getMessage(), e);
        }
    }

    /** Returns the bytes that each of the last checkpoints wrote, ascending. */
    private static long[] written(MiniCluster cluster, JobID job) throws Exception {
        return checkpoints(cluster, job).getHistory().getCheckpoints().stream()
                .filter(CompletedCheckpointStats.class::isInstance)
                .limit(IDLE_CHECKPOINTS)
                .mapToLong(AbstractCheckpointStats::getCheckpointedSize)
                .sorted()
                .toArray();
    }

    /** Measures what checkpoints write once all bandits have decided and only a few go on. */
    private void idle(Path where) throws IOException, InterruptedException {
        long records = 2L * MANY; // one decision of each
        Configuration settings = onDisk(where);
        settings.setString("rest.bind-port", "0");
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .setConfiguration(settings)
                .build());
        try {
            cluster.start();
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
            OperatorBench.build(
                    env, new GeneratedRecords(Kind.CATALOGUE, MANY, records), Long.MAX_VALUE, new Meter(1, 2));
            JobGraph graph = env.getStreamGraph().getJobGraph();
            JobID job = graph.getJobID();
            cluster.submitJob(graph).get();
            long until = System.nanoTime() + PATIENCE.toNanos();
            long last = -1;
            long complete = 0;
            while (complete < last + IDLE_CHECKPOINTS
                    || last < 0) { // those that follow the last decision of the backlog
                Thread.sleep(LOOK.toMillis());
                complete = checkpoints(cluster, job).getCounts().getNumberOfCompletedCheckpoints();
                boolean idle = number(accumulators(cluster, job), Meter.DECISIONS) >= records / 2;
                last = idle && last < 0 ? complete : last;
                if (System.nanoTime() > until) {
                    throw new IOException("only " + complete + " checkpoints within " + PATIENCE);
                }
            }
            CompletedCheckpointStats newest =
                    checkpoints(cluster, job).getHistory().getLatestCompletedCheckpoint();
            if (newest == null) {
                throw new IOException("there was no checkpoint");
            }
            figure("rocksdb.fullBytes", newest.getStateSize(), "B");
            long[] written = written(cluster, job);
            figure("rocksdb.idleBytes", written[written.length / 2], "B");
            figure("rocksdb.idleMostBytes", written[written.length - 1], "B");
            figure("rocksdb.idleMeanBytes", LongStream.of(written).average().orElse(0), "B");
            figure("rocksdb.idleMillis", newest.getEndToEndDuration(), "ms");
            cluster.cancelJob(job).get();
        } catch (IOException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the job has failed: " + e.getMessage(), e);
        } finally {
            cluster.closeAsync().join();
        }
    }

    private static CheckpointStatsSnapshot checkpoints(MiniCluster cluster, JobID job)
            throws ExecutionException, InterruptedException {
        return cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot();
    }

    private static Map<String, Object> accumulators(MiniCluster cluster, JobID job)
            throws ExecutionException, InterruptedException {
        Map<String, Object> values = new HashMap<>();
        cluster.getExecutionGraph(job).get().getAccumulatorsSerialized().forEach((name, value) -> {
            try {
                values.put(
                        name,
                        value.deserializeValue(StreamBench.class.getClassLoader())
                                .getUnchecked());
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException("the accumulator " + name + " cannot be read", e);
            }
        });
        return values;
    }

    private static long decisions(JobClient job) throws ExecutionException, InterruptedException {
        return number(job.getAccumulators().get(), Meter.DECISIONS);
    }

    private static double processSeconds() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() * 1e-9;
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            long bytes = 0;
            for (Path file : all) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    /** Deletes a folder until nothing appears in it any more, and then ends the process, since broker and job may still be writing. */
    private static void removeAndHalt(Path folder) {
        for (int quiet = 0; quiet < QUIET; quiet++) {
            if (Files.exists(folder)) {
                quiet = 0;
                delete(folder);
            }
            try {
                Thread.sleep(LOOK.toMillis());
            } catch (InterruptedException e) {
                break;
            }
        }
        Runtime.getRuntime().halt(INTERRUPTED);
    }

    /** Deletes a folder, in which the broker or the job may still be writing. */
    private static void delete(Path folder) {
        for (int attempt = 0; Files.exists(folder) && attempt < ATTEMPTS; attempt++) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException ignored) {
                // a file has appeared or disappeared
            }
        }
    }

    private void figure(String name, double value, String unit) {
        out.accept(new Figure(BENCH, name, value, unit));
    }
}
