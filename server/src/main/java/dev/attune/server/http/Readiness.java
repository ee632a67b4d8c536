package dev.attune.server.http;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The state of the service: starting, ready, stopping. Thread-safe. */
public final class Readiness {
    /** Time for which a service with a failed journal is alive, so that its state can be looked at before a supervisor restarts it. */
    static final long ALIVE_SECONDS = 30;

    private volatile @Nullable Backend backend;
    private final LongSupplier nanos;
    private final long begun;
    private volatile String progress = "recovering";
    private volatile boolean stopping;
    private volatile long failed; // when; 0 if it has not

    /** Creates the state of a service that starts. */
    public Readiness() {
        this(System::nanoTime);
    }

    Readiness(LongSupplier nanos) {
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
    }

    /** Sets the current step of the start. */
    public void progress(String what) {
        progress = what;
    }

    /** Makes the service ready. */
    public void ready(Backend with) {
        backend = with;
    }

    /** Rejects requests from now on. */
    public void stopping() {
        stopping = true;
    }

    /** Notes that the journal has failed. */
    public void failed() {
        failed = nanos.getAsLong();
    }

    /** Returns the backend; rejects the request if the service is not ready. */
    Backend require() {
        Backend with = backend;
        if (stopping) {
            throw HttpProblem.of(ProblemKind.STOPPED, "the service is stopping");
        } else if (with == null) {
            throw HttpProblem.later(
                    ProblemKind.STARTING,
                    "the service is not ready yet: " + progress + ", " + seconds() + " s after its start",
                    1);
        }
        return with;
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - begun);
    }

    /** Returns why the service should be started again; null while there is no reason. */
    @Nullable
    HttpProblem death() {
        Backend with = backend;
        if (with == null || with.bandits().failure().isEmpty()) {
            return null;
        }
        if (failed == 0) {
            failed();
        }
        long since = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - failed);
        return since < ALIVE_SECONDS
                ? null
                : HttpProblem.of(
                        ProblemKind.STOPPED,
                        "the journal failed at least " + since + " s ago; start the service again");
    }

    /** Returns why the service is not ready; null if it is. */
    @Nullable
    HttpProblem trouble() {
        try {
            return require().bandits().failure().isPresent()
                    ? HttpProblem.of(ProblemKind.STOPPED, "the journal has failed")
                    : null;
        } catch (HttpProblem problem) {
            return problem;
        }
    }
}
