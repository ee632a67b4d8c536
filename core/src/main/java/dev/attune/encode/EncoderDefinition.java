package dev.attune.encode;

import dev.attune.api.Require;
import dev.attune.encode.Interaction.Place;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * What an {@link Encoder} does with named features: everything that the vectors depend on, except the features themselves
 * and the means and scales that were learnt. It is part of a saved model.
 *
 * <p>A feature of the context has the same value for all arms of a round. On its own it shifts the estimate of every arm
 * alike and never changes which one is chosen; it only explains part of the reward. For the context to matter, it must be
 * joined with something that differs between arms. Unless said otherwise, every feature of the context is joined with every
 * feature of the arm ({@code context x arm}), or with the arm's identity if it has no features ({@code context x id}).
 *
 * @param dimension length of the vectors, 64 unless said otherwise; at most {@value #LARGEST_DIMENSION}, because a round
 *     takes 8 bytes for each slot of each arm, and even a policy with a diagonal model reads them all
 * @param bias whether slot 0 is always 1; no feature is hashed there then
 * @param armIdentity which arms have their identity as a feature
 * @param contextAlone whether features of the context enter on their own
 * @param armAlone whether features of an arm enter on their own
 * @param interactions what is joined; a pair of features enters once, however many of them name it
 * @param standardise whether numbers are standardised with mean and scale as learnt so far
 * @param unitNorm whether every vector is scaled to length 1
 * @param hashSeed another seed puts features into other slots
 */
public record EncoderDefinition(
        int dimension,
        boolean bias,
        ArmIdentity armIdentity,
        boolean contextAlone,
        boolean armAlone,
        List<Interaction> interactions,
        boolean standardise,
        boolean unitNorm,
        long hashSeed) {
    /** The dimension unless one is given. */
    public static final int DEFAULT_DIMENSION = 64;
    /** The largest dimension. */
    public static final int LARGEST_DIMENSION = 1 << 16;
    /** How many interactions can be declared. */
    public static final int MOST_INTERACTIONS = 64;

    private static final int VERSION = 1;

    /** Checks that the parts fit together. */
    public EncoderDefinition {
        Require.positive("dimension", dimension);
        if (dimension > LARGEST_DIMENSION) {
            throw new IllegalArgumentException("dimension = " + dimension + " must be at most " + LARGEST_DIMENSION);
        }
        if (bias && dimension == 1) {
            throw new IllegalArgumentException("dimension = 1 has room for the bias only; it must be at least 2");
        }
        interactions = List.copyOf(interactions);
        if (interactions.size() > MOST_INTERACTIONS) {
            throw new IllegalArgumentException("there are " + interactions.size() + " interactions; at most "
                    + MOST_INTERACTIONS + " can be declared");
        }
        HashSet<Interaction> different = new HashSet<>();
        for (Interaction interaction : interactions) {
            if (!different.add(interaction)) {
                throw new IllegalArgumentException("interaction " + interaction + " is declared twice");
            }
            if (armIdentity == ArmIdentity.NEVER && interaction.right().place() == Place.ID) {
                throw new IllegalArgumentException(
                        "interaction " + interaction + " needs the identity of arms, which is set to NEVER");
            }
        }
        if (!armAlone && armIdentity == ArmIdentity.NEVER && interactions.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing tells arms apart: neither arm features, nor identity, nor interactions");
        }
    }

    /** Begins with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Slots that features are hashed into. */
    public int hashedSlots() {
        return bias ? dimension - 1 : dimension;
    }

    /** Writes the definition. */
    public void write(StateWriter out) {
        out.writeInt(VERSION);
        out.writeInt(dimension);
        out.writeString(armIdentity.name());
        for (boolean choice : new boolean[] {bias, contextAlone, armAlone, standardise, unitNorm}) {
            out.writeInt(choice ? 1 : 0);
        }
        out.writeLong(hashSeed);
        out.writeInt(interactions.size());
        for (Interaction interaction : interactions) {
            out.writeString(interaction.toString());
        }
    }

    /**
     * Reads a definition that {@link #write} wrote.
     *
     * @throws StateFormatException if it is of another version or invalid
     */
    public static EncoderDefinition read(StateReader in) {
        int version = in.readInt();
        if (version != VERSION) {
            throw new StateFormatException(
                    "the saved encoder definition has version " + version + ", this program reads version " + VERSION);
        }
        int dimension = in.readInt();
        String armIdentity = in.readString();
        boolean[] choices = new boolean[5];
        for (int i = 0; i < choices.length; i++) {
            choices[i] = in.readCount(1) == 1;
        }
        long hashSeed = in.readLong();
        int n = in.readCount(MOST_INTERACTIONS);
        try {
            List<Interaction> interactions = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                interactions.add(Interaction.parse(in.readString()));
            }
            return new EncoderDefinition(
                    dimension,
                    choices[0],
                    ArmIdentity.valueOf(armIdentity),
                    choices[1],
                    choices[2],
                    interactions,
                    choices[3],
                    choices[4],
                    hashSeed);
        } catch (IllegalArgumentException e) {
            throw new StateFormatException("the saved encoder definition is invalid: " + e.getMessage());
        }
    }

    /** Says what differs from the defaults. */
    public static final class Builder {
        private int dimension = DEFAULT_DIMENSION;
        private boolean bias = true;
        private ArmIdentity armIdentity = ArmIdentity.AUTO;
        private boolean contextAlone = true;
        private boolean armAlone = true;
        private Optional<List<Interaction>> interactions = Optional.empty();
        private boolean standardise = true;
        private boolean unitNorm;
        private long hashSeed;

        private Builder() {}

        /** Length of the vectors; 64 unless set. Choose it by the {@link Encoder#collisions() collision rate}. */
        public Builder dimension(int length) {
            dimension = length;
            return this;
        }

        /** Whether slot 0 is always 1; it is unless set. */
        public Builder bias(boolean wanted) {
            bias = wanted;
            return this;
        }

        /** Which arms have their identity as a feature; those without features unless set. */
        public Builder armIdentity(ArmIdentity which) {
            armIdentity = which;
            return this;
        }

        /** Whether features of the context enter on their own; they do unless set. */
        public Builder contextAlone(boolean wanted) {
            contextAlone = wanted;
            return this;
        }

        /** Whether features of an arm enter on their own; they do unless set. */
        public Builder armAlone(boolean wanted) {
            armAlone = wanted;
            return this;
        }

        /**
         * What is joined, instead of {@code context x arm} and {@code context x id}; such as {@code context.country x
         * arm.genre}. None at all if none is given.
         */
        public Builder interactions(String... texts) {
            interactions =
                    Optional.of(Arrays.stream(texts).map(Interaction::parse).toList());
            return this;
        }

        /** Whether numbers are standardised; they are unless set. */
        public Builder standardise(boolean wanted) {
            standardise = wanted;
            return this;
        }

        /** Whether every vector is scaled to length 1; it is not unless set. */
        public Builder unitNorm(boolean wanted) {
            unitNorm = wanted;
            return this;
        }

        /** Another seed puts features into other slots; 0 unless set. */
        public Builder hashSeed(long seed) {
            hashSeed = seed;
            return this;
        }

        /** The definition, checked. */
        public EncoderDefinition build() {
            List<Interaction> joined = interactions.orElseGet(this::defaultInteractions);
            return new EncoderDefinition(
                    dimension, bias, armIdentity, contextAlone, armAlone, joined, standardise, unitNorm, hashSeed);
        }

        private List<Interaction> defaultInteractions() {
            Interaction withArm = Interaction.parse("context x arm");
            return armIdentity == ArmIdentity.NEVER
                    ? List.of(withArm)
                    : List.of(withArm, Interaction.parse("context x id"));
        }
    }
}
