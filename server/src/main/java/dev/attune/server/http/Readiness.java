package dev.attune.server.http;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The state of the service: starting, ready, stopping. Thread-safe. */
public final class Readiness {
    private volatile @Nullable Backend backend;
    private final long begun = System.nanoTime();
    private volatile String progress = "recovering";
    private volatile boolean stopping;

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
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
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
