package dev.attune.flink.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink cluster with two task managers in this process. */
final class TestCluster implements AutoCloseable {
    private static final int TASK_MANAGERS = 2;
    private static final int SLOTS = 2;
    private static final long SECONDS = 240;

    private final MiniCluster cluster;

    private TestCluster(MiniCluster cluster) {
        this.cluster = cluster;
    }

    static TestCluster start() throws Exception {
        Configuration settings = new Configuration();
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
        settings.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofSeconds(20));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(TASK_MANAGERS)
                .setNumSlotsPerTaskManager(SLOTS)
                .setConfiguration(settings)
                .build());
        cluster.start();
        return new TestCluster(cluster);
    }

    /** Submits a job, from a savepoint if there is one. */
    JobID submit(StreamExecutionEnvironment env, Optional<String> savepoint) throws Exception {
        JobGraph graph = env.getStreamGraph().getJobGraph();
        savepoint.ifPresent(path -> graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(path)));
        cluster.submitJob(graph).get(SECONDS, TimeUnit.SECONDS);
        return graph.getJobID();
    }

    /** Stops a job with a savepoint; its path. If it is just starting again after a failure, waits until it runs. */
    String stop(JobID job, Path folder) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (true) {
            try {
                return cluster.stopWithSavepoint(job, folder.toUri().toString(), false, SavepointFormatType.CANONICAL)
                        .get(SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (System.nanoTime() > until) {
                    throw e;
                }
                Thread.sleep(200);
            }
        }
    }

    void cancel(JobID job) throws Exception {
        cluster.cancelJob(job).get(SECONDS, TimeUnit.SECONDS);
    }

    /** Kills a task manager with all that runs on it; another takes its place, and a spare one joins in case it does not register in time. */
    void killTaskManager() throws Exception {
        cluster.terminateTaskManager(0).get(SECONDS, TimeUnit.SECONDS);
        cluster.startTaskManager();
        cluster.startTaskManager();
    }

    @Override
    public void close() {
        cluster.closeAsync().join();
    }
}
