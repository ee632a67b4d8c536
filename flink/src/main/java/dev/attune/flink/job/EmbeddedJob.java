package dev.attune.flink.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The stream job on a Flink in this process, for trials. Its state survives it: the next job on the same folder continues. */
public final class EmbeddedJob implements AutoCloseable {
    private static final Duration RESTART_DELAY = Duration.ofSeconds(1);
    private static final long STOP_SECONDS = 60;

    private final JobClient client;
    private final Path folder;
    private final Optional<Path> resumed;

    private EmbeddedJob(JobClient client, Path folder, Optional<Path> resumed) {
        this.client = client;
        this.folder = folder;
        this.resumed = resumed;
    }

    /**
     * Starts a job, from the last checkpoint of the folder if there is one.
     *
     * @param folder of checkpoints, in place of the configured one
     * @throws IllegalArgumentException if the broker does not answer or lacks a topic
     */
    public static EmbeddedJob start(JobConfig config, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Optional<Path> last = LastCheckpoint.in(folder);
        Configuration settings = new Configuration();
        settings.set(TaskManagerOptions.NUM_TASK_SLOTS, config.parallelism());
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, RESTART_DELAY);
        last.ifPresent(path ->
                settings.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toUri().toString()));
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(config.parallelism(), settings);
        StreamJob.build(env, config.withCheckpoints(folder.toUri().toString()));
        try {
            return new EmbeddedJob(env.executeAsync("attune"), folder, last);
        } catch (Exception e) {
            throw new IOException("the job does not start: " + e.getMessage(), e);
        }
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
            client.getJobExecutionResult().get();
        } catch (ExecutionException e) {
            throw new IOException("the job has failed: " + e.getCause(), e);
        }
    }

    /** Stops it with a savepoint, from which the next start continues. */
    @Override
    public void close() throws IOException {
        try {
            client.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
                    .get(STOP_SECONDS, TimeUnit.SECONDS);
            client.getJobExecutionResult().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the job did not stop in order; its last checkpoint stays: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
