package dev.attune.flink.job;

import dev.attune.kafka.JobPresence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream job on a Flink in this process, for trials. Its state survives it: the next job on the same folder continues. After a failure it restarts
 * from its last checkpoint, with a growing delay; it ends after {@value #ATTEMPTS} restarts without five minutes of quiet between them.
 */
public final class EmbeddedJob implements AutoCloseable {
    /** Restarts in a row, after which the job has failed. */
    public static final int ATTEMPTS = 10;

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration LAST_DELAY = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofMinutes(5);
    private static final long STOP_SECONDS = 60;
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedJob.class);

    private final FolderLock lock;
    private final MiniCluster cluster;
    private final JobID id;
    private final JobMonitor monitor;
    private final Path folder;
    private final Optional<Path> resumed;
    private final AtomicBoolean stopping = new AtomicBoolean();

    private EmbeddedJob(
            FolderLock lock, MiniCluster cluster, JobID id, JobMonitor monitor, Path folder, Optional<Path> resumed) {
        this.lock = lock;
        this.cluster = cluster;
        this.id = id;
        this.monitor = monitor;
        this.folder = folder;
        this.resumed = resumed;
    }

    /** Starts a job with the default settings of Flink. */
    public static EmbeddedJob start(JobConfig config, Path folder, Consumer<String> listener)
            throws IOException, InterruptedException {
        return start(config, folder, new Configuration(), listener);
    }

    /**
     * Starts a job, from the last checkpoint of the folder if there is one.
     *
     * @param folder of checkpoints, in place of the configured one
     * @param flink settings of Flink, which override those of this class
     * @param listener receives a line for each restart, and for each checkpoint that fails or is slow
     * @throws IllegalArgumentException if another job uses the folder or the group, or if the broker does not answer or lacks a topic
     */
    public static EmbeddedJob start(JobConfig config, Path folder, Configuration flink, Consumer<String> listener)
            throws IOException, InterruptedException {
        FolderLock lock = FolderLock.take(folder);
        MiniCluster cluster = null;
        try {
            Optional<Path> last = LastCheckpoint.in(folder);
            Configuration settings = settings();
            settings.addAll(flink);
            int parallelism = config.parallelism().orElse(Runtime.getRuntime().availableProcessors());
            StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
            StreamJob.build(env, config.on(parallelism, folder.toUri().toString()));
            StreamJob.refuseSecond(config, Duration.ZERO);
            JobGraph graph = env.getStreamGraph().getJobGraph();
            last.ifPresent(path -> graph.setSavepointRestoreSettings(
                    SavepointRestoreSettings.forPath(path.toUri().toString())));
            cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                    .setNumTaskManagers(1)
                    .setNumSlotsPerTaskManager(parallelism)
                    .setConfiguration(settings)
                    .build());
            cluster.start();
            cluster.submitJob(graph).get();
            Duration every = Duration.ofMillis(env.getCheckpointConfig().getCheckpointInterval());
            JobMonitor monitor = JobMonitor.start(cluster, graph.getJobID(), every, listener);
            return new EmbeddedJob(lock, cluster, graph.getJobID(), monitor, folder, last);
        } catch (IllegalArgumentException | IOException | InterruptedException e) {
            end(lock, cluster);
            throw e;
        } catch (Exception e) {
            end(lock, cluster);
            throw new IOException("the job does not start: " + JobMonitor.cause(e), e);
        }
    }

    private static Configuration settings() {
        Configuration settings = new Configuration();
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, FIRST_DELAY);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, LAST_DELAY);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER, 2.0);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD, QUIET);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, ATTEMPTS);
        return settings;
    }

    /** Returns the checkpoint from which it continued; empty if it started without one. */
    public Optional<Path> resumed() {
        return resumed;
    }

    /**
     * Waits until the job is stopped.
     *
     * @throws IOException if it has failed permanently
     */
    public void await() throws IOException, InterruptedException {
        try {
            JobResult result = cluster.requestJobResult(id).get();
            if (result.getSerializedThrowable().isPresent()) {
                Throwable failure = result.getSerializedThrowable().get();
                LOG.error("the job has failed", failure);
                throw new IOException("the job has failed and is not restarted: " + JobMonitor.cause(failure), failure);
            }
        } catch (ExecutionException e) {
            throw new IOException("the job has failed: " + JobMonitor.cause(e), e);
        } finally {
            monitor.close();
            if (!stopping.get()) { // else the thread that stops it ends Flink
                end(lock, cluster);
            }
        }
    }

    /** Stops it with a savepoint, from which the next start continues. */
    @Override
    public void close() throws IOException {
        stopping.set(true);
        monitor.close();
        try {
            cluster.stopWithSavepoint(id, folder.toUri().toString(), false, SavepointFormatType.CANONICAL)
                    .get(STOP_SECONDS, TimeUnit.SECONDS);
            cluster.requestJobResult(id).get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.error("the job was not stopped with a savepoint", e);
            throw new IOException(
                    "the job did not stop with a savepoint; its last checkpoint stays: " + JobMonitor.cause(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(lock, cluster);
        }
    }

    private static void end(FolderLock lock, @Nullable MiniCluster cluster) throws IOException {
        try {
            if (cluster != null) {
                cluster.closeAsync().get(STOP_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Flink did not end in order", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.close();
        }
    }

    /** The lock on a folder. The file names its holder and stays; the system releases the lock when the process ends. */
    private record FolderLock(FileChannel channel) {
        private static final String NAME = "lock";

        static FolderLock take(Path folder) throws IOException {
            Files.createDirectories(folder);
            Path file = folder.resolve(NAME);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException e) {
                lock = null; // held by this process
            }
            if (lock == null) {
                channel.close();
                String holder = Files.readString(file, StandardCharsets.UTF_8).strip();
                throw new IllegalArgumentException("the folder " + folder + " is in use by "
                        + (holder.isEmpty() ? "another job" : holder) + ": stop it, or use another folder");
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(JobPresence.sender().getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
            return new FolderLock(channel);
        }

        void close() throws IOException {
            channel.close(); // releases the lock
        }
    }
}
