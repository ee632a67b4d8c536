package dev.attune;

import dev.attune.api.Forgetting;
import dev.attune.api.Options;
import dev.attune.api.PathTuner;
import dev.attune.api.Policy;
import dev.attune.api.RewardRange;
import dev.attune.api.Tuner;
import dev.attune.api.Tuning;
import dev.attune.api.UniformShare;
import dev.attune.catalog.BanditDefinition;
import dev.attune.catalog.Catalog;
import dev.attune.encode.EncoderDefinition;
import dev.attune.engine.SelfTuningBandit;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The front door: contextual bandits that tune themselves.
 *
 * <pre>{@code
 * Bandit bandit = Attune.bandit().build();
 * Decision decision = bandit.decide(Features.of("country", "DE", "age", 31), "tea", "coffee", "juice");
 * bandit.reward(decision, 1.0);
 * }</pre>
 */
public final class Attune {
    private Attune() {}

    /** Returns a builder with everything automatic: named features, a policy, and a tuner that finds the exploration rate. */
    public static Builder bandit() {
        return new Builder();
    }

    /** Options of a bandit; each has a default, so that none has to be set. A builder is not safe under threads. */
    public static final class Builder {
        private Optional<String> policy = Optional.empty();
        private Optional<Policy> ownPolicy = Optional.empty();
        private String tuner = "";
        private Optional<Tuning> ownTuning = Optional.empty();
        private Optional<EncoderDefinition> encoder = Optional.empty();
        private OptionalInt dimension = OptionalInt.empty();
        private OptionalLong seed = OptionalLong.empty();
        private Options options = Options.DEFAULT.withUniformShare(UniformShare.DEFAULT);

        private Builder() {}

        /**
         * Sets the policy by its name in the {@link Catalog}, ignoring case. Unless set it is {@value Catalog#DEFAULT_POLICY} for named features of any
         * number, which chooses its model by prediction, and {@value Catalog#DEFAULT_POLICY_ON_VECTORS} for vectors.
         */
        public Builder policy(String name) {
            policy = Optional.of(name);
            ownPolicy = Optional.empty();
            return this;
        }

        /** Sets a policy object, which must not be used by anything else; the bandit then takes vectors of its dimension. */
        public Builder policy(Policy object) {
            ownPolicy = Optional.of(object);
            return this;
        }

        /** Sets the tuner by its name in the {@link Catalog}, ignoring case; the default of the policy unless set. */
        public Builder tuner(String name) {
            tuner = name;
            ownTuning = Optional.empty();
            return this;
        }

        /** Sets a tuner object for all hyperparameters of the policy. */
        public Builder tuner(Tuner object) {
            return tuner(Tuning.of(object));
        }

        /** Sets a tuner object for the exploration rate; the policy's other hyperparameters keep their presets. */
        public Builder tuner(PathTuner object) {
            return tuner(Tuning.of(object));
        }

        /** Sets tuner objects: for the exploration rate, for the other hyperparameters, or for both. */
        public Builder tuner(Tuning objects) {
            ownTuning = Optional.of(objects);
            return this;
        }

        /** Makes a bandit on vectors of this length, for {@link Bandit#decide(dev.attune.api.ActionSet)}, instead of named features. */
        public Builder vectors(int length) {
            dimension = OptionalInt.of(length);
            return this;
        }

        /** Sets how named features are encoded; the defaults of {@link EncoderDefinition} unless set. */
        public Builder encoder(EncoderDefinition definition) {
            encoder = Optional.of(definition);
            return this;
        }

        /**
         * Sets the key of all random draws. Unless set, it is drawn from the system's entropy, so that copies of a program differ, and {@link
         * Bandit#seed()} reports it. Tests and replays set it.
         */
        public Builder seed(long value) {
            seed = OptionalLong.of(value);
            return this;
        }

        /** Sets the range of rewards; others are then rejected. Any reward unless set. */
        public Builder rewards(double low, double high) {
            options = options.withRewards(new RewardRange(low, high));
            return this;
        }

        /**
         * Sets a share of uniformly random rounds that is the same at all times; {@link UniformShare#DEFAULT} unless set. With 0 an arm may never be
         * chosen again: whether the bandit beats a random arm then cannot be told, nor can other policies be evaluated from its decisions.
         */
        public Builder uniformShare(double share) {
            return uniformShare(UniformShare.constant(share));
        }

        /** Sets the share of uniformly random rounds, such as one that decays. */
        public Builder uniformShare(UniformShare share) {
            options = options.withUniformShare(share);
            return this;
        }

        /** Sets the rounds of random choice before the tuner starts; 0 unless set, or what policy and tuner need. */
        public Builder warmup(long rounds) {
            options = options.withWarmup(rounds);
            return this;
        }

        /** Sets the number of rounds, for tuners that must know it; unknown unless set. */
        public Builder horizon(long rounds) {
            options = options.withHorizon(rounds);
            return this;
        }

        /**
         * Sets how the model of a policy that is set by name forgets: {@code detected}, {@code none}, or a number of rewards, such as {@code 2000},
         * for a fixed memory. Detected unless set: a younger model replaces the model when it has predicted the rewards better for long enough.
         */
        public Builder forgetting(String way) {
            return forgetting(Forgetting.parse(way));
        }

        /** Sets how the model of a policy that is set by name forgets; {@link Forgetting#DETECTED} unless set. */
        public Builder forgetting(Forgetting way) {
            options = options.withForgetting(way);
            return this;
        }

        /** The policy; LinUCB for vectors with a tuner that needs one model with a matrix of covariances, or a tuner object. */
        private String policyName() {
            boolean ofOneModel = dimension.isPresent()
                    && (ownTuning.isPresent()
                            || (!tuner.isEmpty() && Catalog.tuner(tuner).needsCalibration()));
            return policy.orElse(
                    ofOneModel
                            ? "LinUCB"
                            : dimension.isPresent() ? Catalog.DEFAULT_POLICY_ON_VECTORS : Catalog.DEFAULT_POLICY);
        }

        private Options options() {
            return options.withSeed(seed.orElseGet(() -> new SecureRandom().nextLong()));
        }

        /**
         * Returns the definition of the bandit, by which it can be made again.
         *
         * @throws IllegalArgumentException naming what is invalid, also if the bandit would not fit into memory
         * @throws IllegalStateException if policy or tuner are objects, which have no name
         */
        public BanditDefinition definition() {
            if (ownPolicy.isPresent() || ownTuning.isPresent()) {
                throw new IllegalStateException(
                        "a bandit of policy or tuner objects has no definition: register a provider"
                                + " and set them by name");
            }
            if (dimension.isPresent() && encoder.isPresent()) {
                throw new IllegalArgumentException("vectors(" + dimension.getAsInt()
                        + ") and encoder(...) exclude each other: a bandit takes vectors or named features");
            }
            return dimension.isPresent()
                    ? BanditDefinition.ofVectors(policyName(), tuner, dimension.getAsInt(), options())
                    : BanditDefinition.ofFeatures(
                            policyName(),
                            tuner,
                            encoder.orElseGet(() -> EncoderDefinition.builder().build()),
                            options());
        }

        /**
         * Creates the bandit, having learnt nothing.
         *
         * @throws IllegalArgumentException naming what is invalid, also if the bandit would not fit into memory
         */
        public Bandit build() {
            return ownPolicy.isPresent() || ownTuning.isPresent()
                    ? Bandit.ofObjects(objects())
                    : Bandit.of(definition());
        }

        /**
         * Creates a bandit with the state that {@link Bandit#save()} saved, for bandits of policy or tuner objects: the builder must have the same
         * objects, untrained, and the same options; the seed is the saved one unless it is set. Bandits made by names need only {@link
         * Bandit#load}.
         *
         * @throws dev.attune.state.StateFormatException if the bytes are damaged, foreign, or of another bandit
         */
        public Bandit load(byte[] saved) {
            return Bandit.ofObjects(objects(), seed.isPresent(), saved);
        }

        private SelfTuningBandit objects() {
            if (encoder.isPresent()) {
                throw new IllegalArgumentException(
                        "encoder(...) is for a policy and tuner set by name; objects take vectors");
            }
            int d = ownPolicy
                    .map(Policy::dimension)
                    .orElseGet(() -> dimension.orElseThrow(() ->
                            new IllegalArgumentException("a tuner object needs a policy object, or vectors(length)")));
            if (dimension.isPresent() && dimension.getAsInt() != d) {
                throw new IllegalArgumentException(
                        "vectors(" + dimension.getAsInt() + ") is not the dimension of the policy, " + d);
            }
            Policy bottom =
                    ownPolicy.orElseGet(() -> Catalog.policy(policyName()).create(d, options.forgetting()));
            Tuning top =
                    ownTuning.orElseGet(() -> (tuner.isEmpty() ? Catalog.defaultTuner(bottom) : Catalog.tuner(tuner))
                            .tune(bottom, options.rounds(), Catalog.candidates()));
            return SelfTuningBandit.of(bottom, top, options());
        }
    }
}
