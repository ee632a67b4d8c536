package dev.attune.lab.tuner;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathScorer;
import dev.attune.api.Posterior;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/** A policy whose prior precision stays as it was given: nobody sees that its model could change it. */
final class GivenPrior implements ExplorationPath {
    private final ExplorationPath policy;

    GivenPrior(ExplorationPath policy) {
        this.policy = policy;
    }

    @Override
    public Posterior posterior() {
        return new Opaque(policy.posterior());
    }

    @Override
    public PathScorer frozen() {
        return policy.frozen();
    }

    @Override
    public ScoredRound round() {
        return policy.round();
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound round) {
        policy.score(arms, rng, round);
    }

    @Override
    public int dimension() {
        return policy.dimension();
    }

    @Override
    public SettingSpace space() {
        return policy.space();
    }

    @Override
    public RewardRange rewards() {
        return policy.rewards();
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        policy.update(x, y, setting);
    }

    @Override
    public int holdRounds() {
        return policy.holdRounds();
    }

    @Override
    public int warmupRounds() {
        return policy.warmupRounds();
    }

    @Override
    public String stateName() {
        return policy.stateName();
    }

    @Override
    public void writeState(StateWriter out) {
        policy.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        policy.readState(in);
    }

    /** A posterior and nothing else. */
    private record Opaque(Posterior posterior) implements Posterior {
        @Override
        public int dimension() {
            return posterior.dimension();
        }

        @Override
        public long count() {
            return posterior.count();
        }

        @Override
        public double[] mean() {
            return posterior.mean();
        }

        @Override
        public double[][] covariance() {
            return posterior.covariance();
        }

        @Override
        public void shape(double[] z) {
            posterior.shape(z);
        }

        @Override
        public double noise() {
            return posterior.noise();
        }

        @Override
        public double weight(double[] x) {
            return posterior.weight(x);
        }
    }
}
