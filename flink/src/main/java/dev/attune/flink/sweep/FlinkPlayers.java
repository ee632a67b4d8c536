package dev.attune.flink.sweep;

import dev.attune.lab.run.CellPlayers;
import dev.attune.lab.run.CellPlayers.FailedCellsException;
import dev.attune.lab.run.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/**
 * Plays cells on Flink: a bounded source of cells, and a function that plays them. The numbers are those of the local run, since a cell
 * depends on nothing but its plan and its seed.
 *
 * <p>When a task manager is lost, Flink starts the job again from its last checkpoint, so cells may be played twice, with the
 * same result; the receiver counts each once.
 */
public final class FlinkPlayers implements CellPlayers {
    private static final Duration CHECKPOINTS = Duration.ofSeconds(10);
    private static final Duration LONGEST_CELL = Duration.ofDays(2); // a checkpoint waits for the cells in progress
    // The first at once, then with growing delays: about eight minutes in all, for another task manager to start.
    private static final int RESTARTS = 12;
    private static final Duration BEFORE_FIRST_RESTART = Duration.ofSeconds(1);
    private static final Duration BEFORE_LAST_RESTART = Duration.ofMinutes(1);
    private static final int CANCEL_SECONDS = 10;

    private final Plan.Maker maker;
    private final Cluster cluster;

    /** The destination of a job. */
    @FunctionalInterface
    private interface Cluster {
        /** Opens an environment for a number of cells. */
        StreamExecutionEnvironment open(Configuration settings, int cells) throws IOException;
    }

    private FlinkPlayers(Plan.Maker maker, Cluster cluster) {
        this.maker = maker;
        this.cluster = cluster;
    }

    /**
     * Plays on a Flink in this process, which runs as long as the job.
     *
     * @param slots cells that are played at the same time
     */
    public static FlinkPlayers embedded(Plan.Maker maker, int slots) {
        return new FlinkPlayers(
                maker,
                (settings, cells) ->
                        StreamExecutionEnvironment.createLocalEnvironment(Math.min(slots, cells), settings));
    }

    /**
     * Plays on all free slots of a running cluster.
     *
     * @param most largest number of slots
     * @param jars of Attune and its dependencies, which are sent along
     */
    public static FlinkPlayers at(ClusterAddress address, Plan.Maker maker, int most, List<Path> jars) {
        String[] files = jars.stream().map(Path::toString).toArray(String[]::new);
        return new FlinkPlayers(maker, (settings, cells) -> {
            int slots = address.freeSlots();
            return StreamExecutionEnvironment.createRemoteEnvironment(address.host(), address.port(), settings, files)
                    .setParallelism(Math.min(Math.min(slots, most), cells));
        });
    }

    /** Plays where the program was submitted to, with the parallelism of the submission. */
    public static FlinkPlayers submitted(Plan.Maker maker) {
        return new FlinkPlayers(
                maker, (settings, cells) -> StreamExecutionEnvironment.getExecutionEnvironment(settings));
    }

    @Override
    public void play(Plan plan, List<Integer> cells, Finished finished) throws IOException {
        StreamExecutionEnvironment env = cluster.open(settings(), cells.size());
        CloseableIterator<Tuple3<Integer, Boolean, String>> played =
                Collected.of(env.fromSource(new CellSource(cells.size()), WatermarkStrategy.noWatermarks(), "cells")
                        .map(new PlayCell(maker, plan, cells))
                        .returns(PlayCell.PLAYED)
                        .name("play"));
        JobClient job = submit(env, "attune sweep: " + plan.spec().title());
        Thread stop = new Thread(() -> cancel(job));
        Runtime.getRuntime().addShutdownHook(stop);
        Map<Integer, String> failed = new TreeMap<>();
        boolean whole = false;
        try {
            while (next(played)) {
                Tuple3<Integer, Boolean, String> cell = played.next();
                if (cell.f1) {
                    finished.cell(cell.f0, cell.f2);
                } else {
                    failed.put(cell.f0, cell.f2);
                }
            }
            whole = true;
        } finally {
            forget(stop);
            if (!whole) {
                cancel(job);
            }
        }
        if (!failed.isEmpty()) {
            List<String> failures = new ArrayList<>();
            failed.forEach((cell, why) ->
                    failures.add(plan.describe(cell) + ", after " + PlayCell.ATTEMPTS + " attempts: " + why));
            throw new FailedCellsException(failures);
        }
    }

    private static Configuration settings() {
        Configuration settings = new Configuration();
        // Results are handed over at once, and again after a failure: the receiver counts each cell once.
        settings.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.AT_LEAST_ONCE);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINTS);
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, LONGEST_CELL);
        settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, BEFORE_FIRST_RESTART);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, BEFORE_LAST_RESTART);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER, 2.0);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, RESTARTS);
        // A subtask must not ask for its next cell before it has played the last.
        settings.set(PipelineOptions.OPERATOR_CHAINING, true);
        return settings;
    }

    private static JobClient submit(StreamExecutionEnvironment env, String name) throws IOException {
        try {
            return env.executeAsync(name);
        } catch (Exception e) {
            throw new IOException("Flink did not take the job: " + JobFailure.describe(e), e);
        }
    }

    private static boolean next(CloseableIterator<?> played) throws IOException {
        try {
            return played.hasNext();
        } catch (RuntimeException e) {
            throw new IOException(
                    "the job on Flink ended early: " + JobFailure.describe(e)
                            + ". What is finished is kept; the same command continues from there",
                    e);
        }
    }

    private static void cancel(JobClient job) {
        try {
            job.cancel().get(CANCEL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            // it has ended, or the cluster does not answer
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down and runs the hook
        }
    }
}
