package dev.attune.server.runtime;

import java.time.Duration;

/** Hears what a runtime does, for logs and metrics. Called from the runtime's own threads, so it must be quick and never throw. */
public interface RuntimeListener {
    /** Hears nothing. */
    RuntimeListener NONE = new RuntimeListener() {};

    /** People should be told of something, in one line. */
    default void warning(String message) {}

    /**
     * Recovery is over.
     *
     * @param events how many events of the journal were replayed and compared
     * @param took how long all of it took
     */
    default void recovered(long events, Duration took) {}

    /**
     * A commit of the journal is durable.
     *
     * @param records how many records it had
     * @param bytes how many bytes
     * @param nanos how long write and fsync took
     */
    default void committed(int records, int bytes, long nanos) {}

    /**
     * A snapshot is there.
     *
     * @param position from which a recovery would go on
     * @param bytes on disk
     * @param took how long it took
     */
    default void snapshot(long position, long bytes, Duration took) {}

    /**
     * A bandit has learnt, at the end of windows or at once.
     *
     * @param bandit its name
     * @param learnt how many rewards were learnt
     * @param expired how many decisions were given up without one
     */
    default void learnt(String bandit, long learnt, long expired) {}

    /**
     * The model of a bandit was replaced by a younger one, because the world had changed.
     *
     * @param bandit its name
     * @param changes how often
     * @param rewards number of rewards that the bandit has learnt so far
     */
    default void worldChanged(String bandit, long changes, long rewards) {}

    /**
     * A bandit has decided.
     *
     * @param bandit its name
     * @param decisions how many decisions were made
     * @param explored in how many of them the arm was not the one with the largest estimate
     * @param regretProxy what they gave up by their own estimates
     */
    default void decided(String bandit, long decisions, long explored, double regretProxy) {}
}
