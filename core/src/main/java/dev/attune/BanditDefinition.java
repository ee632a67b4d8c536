package dev.attune;

import dev.attune.Catalog.PolicyEntry;
import dev.attune.Catalog.TunerEntry;
import dev.attune.api.Blocks;
import dev.attune.api.Horizon;
import dev.attune.api.RewardRange;
import dev.attune.encode.EncoderDefinition;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/**
 * A bandit for named features, by names of the {@link Catalog}: everything it takes to make one, and part of a saved model.
 *
 * <pre>{@code
 * EncodedBandit bandit = BanditDefinition.builder().policy("UCB-GLM").rewards(0, 1).build().build();
 * }</pre>
 *
 * @param policy a policy of the catalogue, as it is spelt there; if it has a model for each arm, arms are told apart by their ids
 * @param tuner a tuner of the catalogue, as it is spelt there; an empty name stands for the default and is replaced by it
 *     ({@link Catalog#defaultTuner})
 * @param encoder what is done with named features
 * @param rewards rewards that are accepted
 * @param seed all random draws are keyed by it
 * @param floor share of rounds with a uniformly random arm
 * @param warmup rounds of random choice before the tuner begins; CDT and CDT-double set their own
 * @param horizon number of rounds for tuners that must know it; 0 if nobody knows
 */
public record BanditDefinition(
        String policy,
        String tuner,
        EncoderDefinition encoder,
        RewardRange rewards,
        long seed,
        double floor,
        long warmup,
        long horizon) {
    private static final int VERSION = 1;
    private static final long LARGEST_MATRICES = 1L << 30; // bytes; a saved model must stay below 2^31
    private static final int LEAST_BLOCKS = 64; // arms that must have room, if each has a model of its own
    private static final long BYTES_OF_BLOCK = 56; // for each pair of features: V in three forms; G, Bp, M and Q of VOI

    /** Checks that there is such a policy and tuner, that they fit, and that the rest is in range. */
    public BanditDefinition {
        PolicyEntry entry = Catalog.policy(policy);
        policy = entry.name();
        if (tuner.isEmpty()) {
            tuner = Catalog.defaultTuner(entry.factory().apply(2)).name();
        }
        tuner = Catalog.tuner(tuner).name();
        if (horizon < 0) {
            throw new IllegalArgumentException("horizon = " + horizon + " must not be negative");
        }
        long each = bytesOfSquare(policy, tuner, options(rewards, seed, floor, warmup), horizon(horizon));
        each = entry.blocks() ? LEAST_BLOCKS * BYTES_OF_BLOCK : each;
        long d = encoder.dimension();
        if (each * d * d > LARGEST_MATRICES) {
            throw new IllegalArgumentException("dimension = " + d + " is too large for " + policy + " tuned by " + tuner
                    + ", which keep " + each / Double.BYTES + " numbers for each pair of features; at most "
                    + (long) Math.sqrt((double) LARGEST_MATRICES / each) + " is possible");
        }
    }

    /** Begins with LinUCB, its default tuner, and the defaults for all else. */
    public static Builder builder() {
        return new Builder();
    }

    /** A bandit that has learnt nothing. */
    public EncodedBandit build() {
        int d = encoder.dimension();
        return new EncodedBandit(this, bandit(Catalog.policy(policy).blocks() ? 1 + d : d));
    }

    /** The same with another floor. */
    public BanditDefinition withFloor(double share) {
        return new BanditDefinition(policy, tuner, encoder, rewards, seed, share, warmup, horizon);
    }

    /** The same with another seed. */
    public BanditDefinition withSeed(long number) {
        return new BanditDefinition(policy, tuner, encoder, rewards, number, floor, warmup, horizon);
    }

    /**
     * The rewards that can be learnt: those that are declared, as far as the policy knows what to do with them.
     *
     * @throws IllegalArgumentException if there are none
     */
    public RewardRange learnableRewards() {
        RewardRange own = Catalog.policy(policy).factory().apply(2).rewards();
        double low = Math.max(rewards.low(), own.low());
        double high = Math.min(rewards.high(), own.high());
        if (!(low < high)) {
            throw new IllegalArgumentException("rewards in [" + rewards.low() + ", " + rewards.high() + "] are not for "
                    + policy + ", which learns those in [" + own.low() + ", " + own.high() + "]");
        }
        return new RewardRange(low, high);
    }

    /** How many arms can have models of their own at a time, so that they can be saved together. */
    int mostBlocks() {
        long d = encoder.dimension();
        return (int) Math.min(Blocks.MOST, LARGEST_MATRICES / (BYTES_OF_BLOCK * d * d));
    }

    private SelfTuningBandit bandit(int dimension) {
        return bandit(policy, tuner, dimension, options(rewards, seed, floor, warmup), horizon(horizon));
    }

    private static SelfTuningBandit bandit(
            String policy, String tuner, int dimension, Options options, Horizon horizon) {
        TunerEntry top = Catalog.tuner(tuner);
        return top.tuning().tune(Catalog.policy(policy).factory().apply(dimension), horizon, options);
    }

    private static Options options(RewardRange rewards, long seed, double floor, long warmup) {
        return Options.DEFAULT.rewards(rewards).seed(seed).floor(floor).warmup(warmup);
    }

    private static Horizon horizon(long rounds) {
        return rounds == 0 ? Horizon.unknown() : Horizon.of(rounds);
    }

    /**
     * Bytes of state for each pair of features: those of all matrices, which a saved model has at any age. The state of a
     * fresh bandit is a quadratic in d, but for a digit more or less in its texts; this is the leading coefficient, from
     * bandits of dimension 2, 4 and 6.
     */
    private static long bytesOfSquare(String policy, String tuner, Options options, Horizon horizon) {
        long[] size = new long[3];
        for (int i = 0; i < size.length; i++) {
            StateWriter out = new StateWriter();
            bandit(policy, tuner, 2 * i + 2, options, horizon).writeState(out);
            size[i] = out.size();
        }
        long secondDifference = size[2] - 2 * size[1] + size[0];
        return Math.floorDiv(secondDifference + 4, 8L);
    }

    /** The least that the state of a bandit takes: a file that is shorter lies about its dimension. */
    long leastBytes() {
        long each = bytesOfSquare(policy, tuner, options(rewards, seed, floor, warmup), horizon(horizon));
        return each * encoder.dimension() * encoder.dimension();
    }

    /** Writes the definition. */
    public void write(StateWriter out) {
        out.writeInt(VERSION);
        out.writeString(policy);
        out.writeString(tuner);
        out.writeDouble(rewards.low());
        out.writeDouble(rewards.high());
        out.writeLong(seed);
        out.writeDouble(floor);
        out.writeLong(warmup);
        out.writeLong(horizon);
        encoder.write(out);
    }

    /**
     * Reads a definition that {@link #write} wrote.
     *
     * @throws StateFormatException if it is of another version or makes no sense
     */
    public static BanditDefinition read(StateReader in) {
        int version = in.readInt();
        if (version != VERSION) {
            throw new StateFormatException(
                    "the saved bandit definition has version " + version + ", this program reads version " + VERSION);
        }
        try {
            return new Builder()
                    .policy(in.readString())
                    .tuner(in.readString())
                    .rewards(in.readDouble(), in.readDouble())
                    .seed(in.readLong())
                    .floor(in.readDouble())
                    .warmup(in.readLong())
                    .horizon(in.readLong())
                    .encoder(EncoderDefinition.read(in))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new StateFormatException("the saved bandit definition makes no sense: " + e.getMessage());
        }
    }

    /** Says what differs from the defaults. */
    public static final class Builder {
        private String policy = "LinUCB";
        private String tuner = "";
        private EncoderDefinition encoder = EncoderDefinition.builder().build();
        private RewardRange rewards = RewardRange.REALS;
        private long seed;
        private double floor;
        private long warmup;
        private long horizon;

        private Builder() {}

        /** The name of a policy, whatever the case; LinUCB unless set. */
        public Builder policy(String name) {
            policy = name;
            return this;
        }

        /** The name of a tuner, whatever the case; empty, for the default, unless set. */
        public Builder tuner(String name) {
            tuner = name;
            return this;
        }

        /** What is done with named features; the defaults of {@link EncoderDefinition} unless set. */
        public Builder encoder(EncoderDefinition definition) {
            encoder = definition;
            return this;
        }

        /** The range of rewards; others are then refused. Any reward unless set. */
        public Builder rewards(double low, double high) {
            rewards = new RewardRange(low, high);
            return this;
        }

        /** The seed of all random draws; 0 unless set. */
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /** Share of uniformly random rounds, so that other policies can be evaluated from the log; 0 unless set. */
        public Builder floor(double share) {
            floor = share;
            return this;
        }

        /** Rounds of random choice before the tuner begins; 0 unless the policy needs some. */
        public Builder warmup(long rounds) {
            warmup = rounds;
            return this;
        }

        /** Number of rounds, for tuners that must know it; 0 if nobody knows, which it is unless set. */
        public Builder horizon(long rounds) {
            horizon = rounds;
            return this;
        }

        /** The definition, checked. */
        public BanditDefinition build() {
            return new BanditDefinition(policy, tuner, encoder, rewards, seed, floor, warmup, horizon);
        }
    }
}
