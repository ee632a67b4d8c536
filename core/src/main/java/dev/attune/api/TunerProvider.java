package dev.attune.api;

/**
 * Puts a tuner on a policy, by name. An extension point: an implementation with a public constructor without arguments is registered in {@code
 * META-INF/services/dev.attune.api.TunerProvider}, or returned by a registered {@link ProviderGroup}.
 */
public interface TunerProvider {
    /** Returns the name by which commands, files and reports refer to the tuner; unique whatever the case. */
    String name();

    /** Returns what the tuner does, in a line. */
    String summary();

    /** Returns what the tuner needs of the policy and of the user, in a line. */
    default String needs() {
        return "nothing";
    }

    /** Returns where the tuner was published or is explained; empty if nowhere. */
    default String citation() {
        return "";
    }

    /** Returns whether it chooses among candidate exploration rates, which the caller may set. */
    default boolean choosesAmongCandidates() {
        return false;
    }

    /** Returns whether it relies on bonuses that are standard deviations ({@link PolicyProvider#createCalibrated}). */
    default boolean needsCalibration() {
        return false;
    }

    /** Returns the number of d x d matrices in the saved state of the tuner; p x p for each arm if the policy is per arm. */
    default int squareMatrices() {
        return 0;
    }

    /**
     * Makes a tuner for a policy.
     *
     * @param policy the policy to tune; not changed
     * @param horizon the number of rounds, those of the warm-up included
     * @param candidates exploration rates for a tuner that chooses among candidates; ignored by others
     * @throws IllegalArgumentException if the policy lacks what the tuner needs
     */
    Tuning tune(Policy policy, Horizon horizon, double[] candidates);
}
