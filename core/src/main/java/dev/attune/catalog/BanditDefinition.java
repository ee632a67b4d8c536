package dev.attune.catalog;

import dev.attune.api.Blocks;
import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.RewardRange;
import dev.attune.api.TunerProvider;
import dev.attune.api.Tuning;
import dev.attune.api.UniformShare;
import dev.attune.encode.EncoderDefinition;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Optional;

/**
 * What a bandit is made from, by names of the {@link Catalog}: what {@link dev.attune.Attune#bandit()} produces and what is stored with a saved
 * bandit.
 *
 * @param policy name of a policy; one with a model for each arm distinguishes arms by their ids
 * @param tuner name of a tuner; an empty name is replaced by the {@linkplain Catalog#defaultTuner default} of the policy
 * @param encoder how named features become vectors or sparse arms; empty for a bandit on vectors
 * @param dimension length of the vectors; not used by a policy that takes sparse arms
 * @param options everything else
 */
public record BanditDefinition(
        String policy, String tuner, Optional<EncoderDefinition> encoder, int dimension, Options options) {
    private static final int OF_FEATURES = 1; // version of the layout: of a bandit that forgets nothing
    private static final int OF_VECTORS = 2;
    private static final int WITH_FORGETTING = 2; // more: the same with how it forgets, after the horizon
    private static final int WITH_DECAY = 4; // more: the same with a uniform share that decays
    private static final long LARGEST_STATE = 1L << 30; // bytes of matrices; a saved bandit must stay below 2^31
    private static final long SMALL_STATE = 8_192; // bytes of a bandit beside its matrices
    private static final long SPARSE_STATE = 1L << 20;
    private static final int LEAST_ARMS = 64; // that must have room, if each has a model of its own
    private static final int MATRICES_OF_ARM = 6; // V in three forms; G, Bp and M of VOI
    private static final int MODELS_OF_DETECTION = 3; // the model and two younger ones

    /**
     * Checks that policy and tuner exist and fit each other, and that the bandit fits into memory.
     *
     * @throws IllegalArgumentException naming what is invalid
     */
    public BanditDefinition {
        PolicyProvider provider = Catalog.policy(policy);
        policy = provider.name();
        tuner = (tuner.isEmpty() ? Catalog.defaultTuner(provider) : Catalog.tuner(tuner)).name();
        if (dimension < 1) {
            throw new IllegalArgumentException("dimension = " + dimension + " must be at least 1");
        }
        if (encoder.isPresent() && encoder.get().dimension() != dimension) {
            throw new IllegalArgumentException("dimension = " + dimension + " is not that of the encoder, "
                    + encoder.get().dimension());
        }
        if (provider.sparse() && encoder.isEmpty() && provider.create(1).dimension() == 0) {
            throw new IllegalArgumentException(
                    policy + " takes named features, not vectors of " + dimension + " numbers");
        }
        boolean sparse = provider.sparse() && encoder.isPresent();
        if (!sparse) {
            requireRoom(policy, tuner, dimension, options.forgetting());
        }
        int least = sparse ? 0 : provider.perArm() ? 2 : 1;
        Catalog.tuner(tuner)
                .tune(policy(policy, tuner, least, options.forgetting()), options.rounds(), Catalog.candidates());
    }

    /** Returns whether the policy takes sparse arms: named features then have no fixed number of slots. */
    public boolean sparse() {
        return encoder.isPresent() && Catalog.policy(policy).sparse();
    }

    /** Returns the definition of a bandit on named features. */
    public static BanditDefinition ofFeatures(String policy, String tuner, EncoderDefinition encoder, Options options) {
        return new BanditDefinition(policy, tuner, Optional.of(encoder), encoder.dimension(), options);
    }

    /** Returns the definition of a bandit on vectors. */
    public static BanditDefinition ofVectors(String policy, String tuner, int dimension, Options options) {
        return new BanditDefinition(policy, tuner, Optional.empty(), dimension, options);
    }

    /** Returns this definition with other options. */
    public BanditDefinition withOptions(Options other) {
        return new BanditDefinition(policy, tuner, encoder, dimension, other);
    }

    /** Creates the policy, having learnt nothing. */
    public Policy createPolicy() {
        PolicyProvider provider = Catalog.policy(policy);
        int ofFeatures = provider.sparse() ? 0 : provider.perArm() ? 1 + dimension : dimension;
        return policy(policy, tuner, encoder.isPresent() ? ofFeatures : dimension, options.forgetting());
    }

    private static Policy policy(String policy, String tuner, int features, Forgetting forgetting) {
        PolicyProvider provider = Catalog.policy(policy);
        return Catalog.tuner(tuner).needsCalibration()
                ? provider.createCalibrated(features, forgetting)
                : provider.create(features, forgetting);
    }

    /** Creates what tunes the policy, with the paper's candidates for tuners that choose among some. */
    public Tuning tune(Policy created) {
        return Catalog.tuner(tuner).tune(created, options.rounds(), Catalog.candidates());
    }

    /**
     * Returns the rewards that can be learnt: those that are declared, as far as the policy accepts them.
     *
     * @throws IllegalArgumentException if there are none
     */
    public RewardRange learnableRewards() {
        RewardRange declared = options.rewards();
        RewardRange own = Catalog.policy(policy).create(2).rewards();
        double low = Math.max(declared.low(), own.low());
        double high = Math.min(declared.high(), own.high());
        if (!(low < high)) {
            throw new IllegalArgumentException("rewards in [" + declared.low() + ", " + declared.high()
                    + "] are not for " + policy + ", which learns those in [" + own.low() + ", " + own.high() + "]");
        }
        return new RewardRange(low, high);
    }

    /** Returns how many arms can have models of their own at a time, so that they can be saved together. */
    public int mostArms() {
        return (int) Math.min(
                Blocks.MOST, LARGEST_STATE / (matricesOfArm(policy, options.forgetting()) * square(dimension)));
    }

    /** Returns the least that the state of a bandit takes: a shorter file is invalid. */
    public long leastBytes() {
        if (sparse() || Catalog.policy(policy).perArm()) {
            return 0;
        }
        return matrices(policy, tuner) * square(dimension);
    }

    /**
     * Returns about how many bytes a bandit takes: its matrices, for 64 arms if each has its own, or a fixed allowance for the coefficients of a sparse
     * model, whose number is not known beforehand.
     */
    public long typicalBytes() {
        return sparse() ? SPARSE_STATE : each(policy, tuner, options.forgetting()) * square(dimension) + SMALL_STATE;
    }

    private static long square(long dimension) {
        return Double.BYTES * dimension * dimension;
    }

    private static long matrices(String policy, String tuner) {
        PolicyProvider bottom = Catalog.policy(policy);
        TunerProvider top = Catalog.tuner(tuner);
        return (long) bottom.squareMatrices() + top.squareMatrices();
    }

    /** Returns the matrices beyond those of a bandit that detects no changes. */
    private static long matricesOfDetection(String policy, Forgetting forgetting, int ofModel) {
        boolean detects = forgetting.detects() && Catalog.policy(policy).canForget(forgetting);
        return detects ? (MODELS_OF_DETECTION - 1L) * ofModel : 0;
    }

    private static long matricesOfArm(String policy, Forgetting forgetting) {
        return MATRICES_OF_ARM + matricesOfDetection(policy, forgetting, 3);
    }

    /** Returns the number of matrices of a bandit. */
    private static long each(String policy, String tuner, Forgetting forgetting) {
        PolicyProvider provider = Catalog.policy(policy);
        return provider.perArm()
                ? LEAST_ARMS * matricesOfArm(policy, forgetting)
                : matrices(policy, tuner) + matricesOfDetection(policy, forgetting, provider.squareMatrices());
    }

    private static void requireRoom(String policy, String tuner, int dimension, Forgetting forgetting) {
        PolicyProvider provider = Catalog.policy(policy);
        long each = each(policy, tuner, forgetting);
        if (each * square(dimension) > LARGEST_STATE) {
            throw new IllegalArgumentException("dimension = " + dimension + " is too large for " + policy + " tuned by "
                    + tuner + ": " + each + " matrices of " + dimension + " x " + dimension + " numbers need "
                    + gigabytes(each * square(dimension)) + " GB; the limit is " + gigabytes(LARGEST_STATE)
                    + " GB, which is enough for " + (long) Math.sqrt((double) LARGEST_STATE / each / Double.BYTES)
                    + " features"
                    + (forgetting.detects() && provider.canForget(forgetting)
                            ? ", and for more if changes are not detected"
                            : ""));
        }
    }

    private static String gigabytes(long bytes) {
        return Long.toString(Math.max(1, Math.round(bytes / 1e9)));
    }

    /** Writes the definition. */
    public void write(StateWriter out) {
        boolean forgets = !options.forgetting().equals(Forgetting.NONE);
        UniformShare share = options.uniformShare();
        out.writeInt((encoder.isPresent() ? OF_FEATURES : OF_VECTORS)
                + (forgets ? WITH_FORGETTING : 0)
                + (share.decays() ? WITH_DECAY : 0));
        out.writeString(policy);
        out.writeString(tuner);
        out.writeDouble(options.rewards().low());
        out.writeDouble(options.rewards().high());
        out.writeLong(options.seed());
        out.writeDouble(share.least());
        out.writeLong(options.warmup());
        out.writeLong(options.horizon());
        if (forgets) {
            out.writeString(options.forgetting().toString());
        }
        encoder.ifPresentOrElse(of -> of.write(out), () -> out.writeInt(dimension));
    }

    /**
     * Reads a definition that {@link #write} wrote.
     *
     * @throws StateFormatException if it is of another version or invalid
     */
    public static BanditDefinition read(StateReader in) {
        int version = in.readInt();
        int last = OF_VECTORS + WITH_FORGETTING + WITH_DECAY;
        if (version < OF_FEATURES || version > last) {
            throw new StateFormatException("the saved bandit definition has version " + version
                    + ", this program reads versions " + OF_FEATURES + " to " + last);
        }
        boolean decays = version > WITH_DECAY;
        int layout = decays ? version - WITH_DECAY : version;
        boolean forgets = layout > WITH_FORGETTING;
        try {
            String policy = in.readString();
            String tuner = in.readString();
            RewardRange rewards = new RewardRange(in.readDouble(), in.readDouble());
            Options options = new Options(
                    in.readLong(),
                    rewards,
                    new UniformShare(in.readDouble(), decays),
                    in.readLong(),
                    in.readLong(),
                    forgets ? Forgetting.parse(in.readString()) : Forgetting.NONE);
            return layout == OF_FEATURES + (forgets ? WITH_FORGETTING : 0)
                    ? ofFeatures(policy, tuner, EncoderDefinition.read(in), options)
                    : ofVectors(policy, tuner, in.readInt(), options);
        } catch (IllegalArgumentException e) {
            throw new StateFormatException("the saved bandit definition is invalid: " + e.getMessage());
        }
    }
}
