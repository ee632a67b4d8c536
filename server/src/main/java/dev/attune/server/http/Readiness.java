package dev.attune.server.http;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How far the service has come: starting, ready, stopping. For any number of threads. */
public final class Readiness {
    private volatile @Nullable Backend backend;
    private final long begun = System.nanoTime();
    private volatile String progress = "recovering";
    private volatile boolean stopping;

    /** It is still starting, and this is what it does. */
    public void progress(String what) {
        progress = what;
    }

    /** It can serve. */
    public void ready(Backend with) {
        backend = with;
    }

    /** It lets nobody in any more. */
    public void stopping() {
        stopping = true;
    }

    /** What requests work on, while it is ready. */
    Backend require() {
        Backend with = backend;
        if (stopping) {
            throw Problem.of(ProblemKind.STOPPED, "the service is stopping");
        } else if (with == null) {
            throw Problem.later(
                    ProblemKind.STARTING,
                    "the service is not ready yet: " + progress + ", " + seconds() + " s after its start",
                    1);
        }
        return with;
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    }

    /** What to tell whoever asks whether it is ready; null if it is. */
    @Nullable
    Problem trouble() {
        try {
            return require().bandits().failure().isPresent()
                    ? Problem.of(ProblemKind.STOPPED, "the journal cannot be written any more")
                    : null;
        } catch (Problem problem) {
            return problem;
        }
    }
}
