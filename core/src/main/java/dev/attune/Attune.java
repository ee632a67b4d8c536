package dev.attune;

import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import dev.attune.api.PathTuner;
import dev.attune.api.RewardRange;
import dev.attune.api.Tuner;
import dev.attune.model.Link;
import dev.attune.policy.DisjointLinTs;
import dev.attune.policy.DisjointLinUcb;
import dev.attune.policy.GlmTsl;
import dev.attune.policy.GlmUcb;
import dev.attune.policy.Gloc;
import dev.attune.policy.LaplaceTs;
import dev.attune.policy.LinTs;
import dev.attune.policy.LinUcb;
import dev.attune.policy.SgdTs;
import dev.attune.policy.UcbGlm;
import dev.attune.tuner.ValueOfInformation;

/**
 * The front door: a bandit that tunes itself, with no knob to guess.
 *
 * <pre>{@code
 * var bandit = Attune.linUcb(25).build();
 * Decision d = bandit.decide(arms);
 * bandit.reward(d, 1.0);
 * }</pre>
 */
public final class Attune {
    private Attune() {}

    /** LinUCB: for rewards that are roughly linear in the features; the one to start with. */
    public static Builder linUcb(int dimension) {
        return new Builder(new LinUcb(dimension));
    }

    /** LinTS: Thompson sampling for a linear model. */
    public static Builder linTs(int dimension) {
        return new Builder(new LinTs(dimension));
    }

    /**
     * LinUCB with a model for each arm: the first feature of an arm is the number of its block, such as {@link
     * dev.attune.encode.ArmBlocks} gives out, and the dimension counts it.
     */
    public static Builder linUcbDisjoint(int dimension) {
        return new Builder(new DisjointLinUcb(dimension));
    }

    /** LinTS with a model for each arm; see {@link #linUcbDisjoint}. */
    public static Builder linTsDisjoint(int dimension) {
        return new Builder(new DisjointLinTs(dimension));
    }

    /** UCB-GLM with Fisher widths: for rewards of 0 and 1, or between. */
    public static Builder ucbGlm(int dimension) {
        return new Builder(UcbGlm.withFisherWidths(Link.LOGISTIC, dimension, 1));
    }

    /** GLM-UCB: as UCB-GLM, with the bonus on the mean reward. */
    public static Builder glmUcb(int dimension) {
        return new Builder(new GlmUcb(dimension));
    }

    /** GLM-TSL: Thompson sampling for a logistic model. */
    public static Builder glmTsl(int dimension) {
        return new Builder(new GlmTsl(dimension));
    }

    /** Laplace-TS: the cheapest logistic policy, for many features. */
    public static Builder laplaceTs(int dimension) {
        return new Builder(new LaplaceTs(dimension));
    }

    /** GLOC: logistic, with constant memory. Its widths are no posterior's, so it is tuned by regret balancing (ED2RB). */
    public static Builder gloc(int dimension) {
        return new Builder(new Gloc(dimension));
    }

    /** SGD-TS: logistic, in batches. */
    public static Builder sgdTs(int dimension) {
        return new Builder(new SgdTs(dimension));
    }

    /** Any policy of one's own with an exploration path. */
    public static Builder of(ExplorationPath policy) {
        return new Builder(policy);
    }

    /** What may be said about a bandit before it is made; nothing has to be. */
    public static final class Builder {
        private final ExplorationPath policy;
        private Options options = Options.DEFAULT;

        private Builder(ExplorationPath policy) {
            this.policy = policy;
        }

        /** The seed of all random draws; 0 unless said otherwise. */
        public Builder seed(long seed) {
            options = options.seed(seed);
            return this;
        }

        /** The range of rewards; others are then refused. */
        public Builder rewards(double low, double high) {
            options = options.rewards(new RewardRange(low, high));
            return this;
        }

        /** Share of uniformly random rounds, so that other policies can be evaluated from the log; 0 unless set. */
        public Builder floor(double share) {
            options = options.floor(share);
            return this;
        }

        /** Rounds of random choice before the tuner begins; 0 unless the policy needs some. */
        public Builder warmup(long rounds) {
            options = options.warmup(rounds);
            return this;
        }

        /** The bandit, tuned by the {@linkplain Catalog#defaultTuner default} for its policy. */
        public SelfTuningBandit build() {
            return policy instanceof Gloc
                    ? Catalog.defaultTuner(policy).tuning().tune(policy, Horizon.unknown(), options)
                    : SelfTuningBandit.of(policy, ValueOfInformation.of(policy.posterior()), options);
        }

        /** The bandit, tuned by something else that reads the exploration path. */
        public SelfTuningBandit tunedBy(PathTuner path) {
            return SelfTuningBandit.of(policy, path, options);
        }

        /** The bandit, with all its hyperparameters tuned by a tuner of settings. */
        public SelfTuningBandit tunedBy(Tuner tuner) {
            return SelfTuningBandit.of(policy, tuner, options);
        }

        /** The exploration rate by {@link ValueOfInformation}, the other hyperparameters by a tuner of settings. */
        public SelfTuningBandit othersTunedBy(Tuner tuner) {
            return SelfTuningBandit.of(policy, ValueOfInformation.of(policy.posterior()), tuner, options);
        }
    }
}
