package dev.attune.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What other policies would have earned on the journals of bandits. Evaluations are requested by pages, take long, and run one at a time. The last
 * result of each of the last bandits is kept in memory.
 */
public final class Evaluations implements AutoCloseable {
    private static final int MOST_RESULTS = 32;
    private static final int RETRY_SECONDS = 30;
    private static final long STOP_MILLIS = 10_000;

    /** Values other policies on the decisions that a bandit has logged. */
    @FunctionalInterface
    public interface Evaluator {
        /**
         * Returns the result. Limits time and memory itself.
         *
         * @param progress gets short texts, such as "40 %, about 20 s left"
         * @throws IOException if the bandit cannot be evaluated; the message has the reason
         * @throws InterruptedException if the service stops
         */
        Result evaluate(String bandit, Consumer<String> progress) throws IOException, InterruptedException;
    }

    /**
     * A result.
     *
     * @param verdict the recommendation in one sentence
     * @param columns of the table
     * @param rows of the table, a policy each
     * @param text all that was found, as lines of fixed width
     */
    public record Result(String verdict, List<String> columns, List<List<String>> rows, String text) {}

    /** An evaluation that runs ({@code ended} is null), has a result, or has failed with a problem. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Run(
            String state,
            long began,
            String progress,
            String problem,
            @Nullable Long ended,
            @JsonUnwrapped @Nullable Result result) {
        static Run running(long began, String progress) {
            return new Run("running", began, progress, "", null, null);
        }
    }

    private final Evaluator evaluator;
    private final LongSupplier clock;
    private final Consumer<String> warnings;
    private final Map<String, Run> runs = new LinkedHashMap<>(); // guarded by this, as are thread and closed
    private @Nullable Thread thread;
    private boolean closed;

    /**
     * Creates one without results.
     *
     * @param clock milliseconds since 1970
     * @param warnings gets the reason of every failure
     */
    public Evaluations(Evaluator evaluator, LongSupplier clock, Consumer<String> warnings) {
        this.evaluator = evaluator;
        this.clock = clock;
        this.warnings = warnings;
    }

    /** Starts an evaluation, unless that of the same bandit is running. */
    synchronized void start(String bandit) {
        Run known = runs.get(bandit);
        if (known != null && known.ended == null) {
            return;
        }
        if (thread != null || closed) {
            throw HttpProblem.later(ProblemKind.BUSY, "another bandit is being evaluated", RETRY_SECONDS);
        }
        runs.remove(bandit); // the youngest is the last
        if (runs.size() >= MOST_RESULTS) {
            runs.remove(runs.keySet().iterator().next());
        }
        long began = clock.getAsLong();
        runs.put(bandit, Run.running(began, ""));
        Thread worker = new Thread(() -> run(bandit, began), "attune-evaluation");
        worker.setDaemon(true);
        thread = worker;
        worker.start();
    }

    private void run(String bandit, long began) {
        Result result = null;
        String problem = "";
        try {
            result = evaluator.evaluate(bandit, text -> keep(bandit, Run.running(began, text)));
        } catch (InterruptedException e) {
            problem = "the service was stopped";
        } catch (IOException | RuntimeException | Error e) {
            problem = e.getMessage() == null ? e.toString() : e.getMessage();
            warnings.accept(bandit + " cannot be evaluated: " + problem);
        }
        synchronized (this) {
            String state = result == null ? "failed" : "done";
            keep(bandit, new Run(state, began, "", problem, clock.getAsLong(), result));
            thread = null;
        }
    }

    private synchronized void keep(String bandit, Run run) {
        runs.put(bandit, run);
    }

    /** Returns the state of the evaluation of a bandit, for JSON. */
    synchronized Object state(String bandit) {
        Run run = runs.get(bandit);
        return run == null ? Map.of("state", "none") : run;
    }

    /** Ends the evaluation that runs. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
        }
        if (running != null) {
            running.interrupt();
            try {
                running.join(STOP_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
