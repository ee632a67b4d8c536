package dev.attune.api;

/**
 * Makes a policy by name. An extension point: an implementation with a public constructor without arguments is registered in {@code
 * META-INF/services/dev.attune.api.PolicyProvider}, or returned by a registered {@link ProviderGroup}.
 *
 * <p>Objects that one provider makes for the same dimension are equal in behaviour: a saved state of one can be read into another.
 */
public interface PolicyProvider {
    /** Returns the name by which commands, files and reports refer to the policy; unique whatever the case. */
    String name();

    /** Returns what the policy does, in a line. */
    String summary();

    /** Returns where the policy was published; empty if it was not. */
    default String citation() {
        return "";
    }

    /**
     * Makes a policy with presets for all else, which forgets nothing.
     *
     * @param dimension number of features of an arm, d
     * @throws IllegalArgumentException if the policy cannot have this dimension
     */
    Policy create(int dimension);

    /**
     * Makes a form of the policy whose bonuses are standard deviations of the posterior, for tuners that rely on them ({@link
     * TunerProvider#needsCalibration()}); by default {@code create(dimension)}.
     */
    default Policy createCalibrated(int dimension) {
        return create(dimension);
    }

    /**
     * Returns whether the policies can forget in this way. By default only {@link Forgetting#NONE}: nothing.
     */
    default boolean canForget(Forgetting forgetting) {
        return forgetting.equals(Forgetting.NONE);
    }

    /**
     * Makes a policy that forgets. Policies that cannot detect changes ignore that they should: detection is the default of every bandit.
     *
     * @throws IllegalArgumentException if the policy cannot have this dimension, or not this fixed memory
     */
    default Policy create(int dimension, Forgetting forgetting) {
        requireForgetting(this, forgetting);
        return create(dimension);
    }

    /** Does what {@link #createCalibrated(int)} does for a policy that forgets, with the rules of {@link #create(int, Forgetting)}. */
    default Policy createCalibrated(int dimension, Forgetting forgetting) {
        requireForgetting(this, forgetting);
        return createCalibrated(dimension);
    }

    /** Rejects a fixed memory that the policies of a provider cannot have. */
    static void requireForgetting(PolicyProvider provider, Forgetting forgetting) {
        if (forgetting.memory() > 0 && !provider.canForget(forgetting)) {
            throw new IllegalArgumentException("forgetting = " + forgetting + ": " + provider.name()
                    + " has no fixed memory; it takes "
                    + (provider.canForget(Forgetting.DETECTED) ? "detected or none" : "none"));
        }
    }

    /** Returns whether the policies have a model for each arm ({@link Policy#perArm()}). */
    default boolean perArm() {
        return false;
    }

    /**
     * Returns whether the policies take sparse arms ({@link ActionSet#crossed}): they have no fixed number of features, so {@link #create} ignores
     * the dimension and {@link Policy#dimension()} is 0. A provider whose policies take either form returns one for vectors if the dimension is
     * positive, and one for sparse arms if it is 0.
     */
    default boolean sparse() {
        return false;
    }

    /** Returns the hyperparameters of the policies. */
    default SettingSpace space() {
        return create(perArm() ? 2 : 1).space();
    }

    /**
     * Returns the number of d x d matrices in the saved state of a policy; p x p for each arm if it is {@link #perArm()}, with p the number of
     * features in a block. It bounds the dimension that a definition may ask for.
     */
    default int squareMatrices() {
        return 0;
    }
}
