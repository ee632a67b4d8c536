package dev.attune.flink.job;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CheckpointStatsStatus;
import org.apache.flink.runtime.checkpoint.FailedCheckpointStats;
import org.apache.flink.runtime.checkpoint.SubtaskStateStats;
import org.apache.flink.runtime.checkpoint.TaskStateStats;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.util.SerializedThrowable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports restarts of a job, and checkpoints that fail or are slow, each with its cause, to the log and to a listener. */
final class JobMonitor implements AutoCloseable {
    /** A checkpoint is slow if it takes longer than the time between checkpoints, and longer than this. */
    static final Duration SLOW = Duration.ofSeconds(2);

    private static final long POLL_MILLIS = 250; // the delay before a restart is longer, so that none is missed
    private static final double SECOND = 1e3;
    private static final double MEGABYTE = 1e6;
    private static final int LONGEST_CAUSE = 500;
    private static final Logger LOG = LoggerFactory.getLogger(JobMonitor.class);

    private final MiniCluster cluster;
    private final JobID job;
    private final long slowMillis;
    private final Consumer<String> listener;
    private final Thread thread = new Thread(this::run, "attune-monitor");
    private final Set<Long> reported = new HashSet<>(); // checkpoints that failed or were slow
    private long lastFailure;
    private int restarts;

    private JobMonitor(MiniCluster cluster, JobID job, Duration every, Consumer<String> listener) {
        this.cluster = cluster;
        this.job = job;
        this.slowMillis = Math.max(every.toMillis(), SLOW.toMillis());
        this.listener = listener;
    }

    static JobMonitor start(MiniCluster cluster, JobID job, Duration every, Consumer<String> listener) {
        JobMonitor monitor = new JobMonitor(cluster, job, every, listener);
        monitor.thread.setDaemon(true);
        monitor.thread.start();
        return monitor;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                look(cluster.getExecutionGraph(job).get());
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            LOG.debug("the monitor ends", e);
        } catch (ExecutionException | RuntimeException e) {
            LOG.debug("the monitor ends, because the job has ended", e);
        }
    }

    private void look(AccessExecutionGraph graph) {
        ErrorInfo failure = graph.getFailureInfo();
        if (failure != null && failure.getTimestamp() > lastFailure) {
            lastFailure = failure.getTimestamp();
            if (graph.getState() != JobStatus.FAILING && graph.getState() != JobStatus.FAILED) { // then it ends
                restarts++;
                report("restart " + restarts + " of the job, from its last checkpoint: "
                        + cause(failure.getException()));
            }
        }
        CheckpointStatsSnapshot checkpoints = graph.getCheckpointStatsSnapshot();
        if (checkpoints == null) {
            return;
        }
        Map<JobVertexID, String> names = new HashMap<>();
        for (AccessExecutionJobVertex vertex : graph.getVerticesTopologically()) {
            names.put(vertex.getJobVertexId(), vertex.getName());
        }
        for (AbstractCheckpointStats checkpoint : checkpoints.getHistory().getCheckpoints()) {
            look(checkpoint, names);
        }
    }

    private void look(AbstractCheckpointStats checkpoint, Map<JobVertexID, String> names) {
        long id = checkpoint.getCheckpointId();
        boolean savepoint = checkpoint.getProperties().isSavepoint();
        String name = (savepoint ? "savepoint " : "checkpoint ") + id;
        if (checkpoint instanceof FailedCheckpointStats failed) {
            if (reported.add(2 * id + 1)) {
                report(name + " failed: " + first(String.valueOf(failed.getFailureMessage()))
                        + " (details in the log)");
            }
            return;
        }
        boolean runs = checkpoint.getStatus() == CheckpointStatsStatus.IN_PROGRESS;
        long millis =
                runs ? System.currentTimeMillis() - checkpoint.getTriggerTimestamp() : checkpoint.getEndToEndDuration();
        if (millis > slowMillis && (runs ? reported.add(2 * id) : reported.add(-id))) {
            report(name + (runs ? " has been running for " : " was slow: ") + seconds(millis) + ", "
                    + slowest(checkpoint, names));
        }
    }

    /** Names the task that acknowledged last, or has not, and where its time went. */
    private static String slowest(AbstractCheckpointStats checkpoint, Map<JobVertexID, String> names) {
        TaskStateStats slowest = null;
        for (TaskStateStats task : checkpoint.getAllTaskStateStats()) {
            if (task.getNumberOfAcknowledgedSubtasks() < task.getNumberOfSubtasks()) {
                return "waits for " + names.getOrDefault(task.getJobVertexId(), "a task") + " ("
                        + task.getNumberOfAcknowledgedSubtasks() + " of " + task.getNumberOfSubtasks()
                        + " subtasks have finished)";
            }
            if (slowest == null || task.getLatestAckTimestamp() > slowest.getLatestAckTimestamp()) {
                slowest = task;
            }
        }
        SubtaskStateStats last = slowest == null ? null : slowest.getLatestAcknowledgedSubtaskStats();
        if (slowest == null || last == null) {
            return "no task has begun it";
        }
        return "last by " + names.getOrDefault(slowest.getJobVertexId(), "a task") + ": "
                + seconds(last.getCheckpointStartDelay()) + " until it began, "
                + seconds(last.getAlignmentDuration()) + " to align, "
                + seconds(last.getSyncCheckpointDuration() + last.getAsyncCheckpointDuration()) + " to write "
                + String.format(Locale.ROOT, "%.1f MB", last.getStateSize() / MEGABYTE);
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", Math.max(0, millis) / SECOND);
    }

    private void report(String line) {
        LOG.warn(line);
        listener.accept(line);
    }

    /** Returns the innermost cause of a failure, on one line. */
    static String cause(@Nullable Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null) {
            if (cause instanceof SerializedThrowable serialized) {
                Throwable original = serialized.deserializeError(JobMonitor.class.getClassLoader());
                cause = original instanceof SerializedThrowable ? cause : original;
            }
            if (cause.getCause() == null || cause.getCause() == cause) {
                break;
            }
            cause = cause.getCause();
        }
        return cause == null ? "unknown" : first(cause.toString());
    }

    private static String first(String text) {
        String line = Arrays.stream(text.split("\\R", -1)).findFirst().orElse("");
        return line.length() > LONGEST_CAUSE ? line.substring(0, LONGEST_CAUSE) + " ..." : line;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
