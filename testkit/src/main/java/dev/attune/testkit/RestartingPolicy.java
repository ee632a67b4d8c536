package dev.attune.testkit;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ModelBank;
import dev.attune.api.Policy;
import dev.attune.api.PolicyProvider;
import dev.attune.api.Posterior;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.policy.LinUcb;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * LinUCB that reports a change of the world after every {@value #PERIOD} rewards and then restarts, beside candidates that never lead: for tests
 * of what follows from a detected change and of what is shown of candidates on vectors.
 */
public final class RestartingPolicy implements ExplorationPath, Posterior, ModelBank {
    /** Name in the catalogue, where a test registers {@link Provider}. */
    public static final String NAME = "Restarting";

    /** Rewards between two changes. */
    public static final int PERIOD = 40;

    /** Makes the policy by name. */
    public static final class Provider implements PolicyProvider {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String summary() {
            return "LinUCB that restarts after every " + PERIOD + " rewards";
        }

        @Override
        public Policy create(int dimension) {
            return new RestartingPolicy(dimension);
        }
    }

    private static final List<String> CANDIDATES = List.of("young LinUCB", "mean of each arm", "old LinUCB");

    private LinUcb young;
    private long learnt;

    /** Creates a policy that has learnt nothing. */
    public RestartingPolicy(int dimension) {
        this.young = new LinUcb(dimension);
    }

    @Override
    public int dimension() {
        return young.dimension();
    }

    @Override
    public boolean perArm() {
        return false;
    }

    @Override
    public SettingSpace space() {
        return young.space();
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound round) {
        young.score(arms, rng, round);
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        young.update(x, y, setting);
        learnt++;
        if (learnt % PERIOD == 0) {
            young = new LinUcb(young.dimension());
        }
    }

    @Override
    public Posterior posterior() {
        return this;
    }

    @Override
    public long changes() {
        return learnt / PERIOD;
    }

    @Override
    public long lastChange() {
        return changes() * PERIOD;
    }

    @Override
    public Optional<ModelBank> bank() {
        return Optional.of(this);
    }

    @Override
    public int candidates() {
        return CANDIDATES.size();
    }

    @Override
    public String candidateName(int candidate) {
        return CANDIDATES.get(candidate);
    }

    @Override
    public double evidence(int candidate) {
        return -3.5 * candidate;
    }

    @Override
    public int leader() {
        return 0;
    }

    @Override
    public long leadingSince() {
        return lastChange();
    }

    @Override
    public String rejected(int candidate) {
        return candidate == 2 && changes() > 0 ? "the world has changed since it started" : "";
    }

    @Override
    public int size() {
        return young.dimension();
    }

    @Override
    public int budget() {
        return young.dimension();
    }

    @Override
    public long evicted() {
        return 0;
    }

    @Override
    public void coefficients(Visitor visitor) {}

    @Override
    public long count() {
        return young.posterior().count();
    }

    @Override
    public double[] mean() {
        return young.posterior().mean();
    }

    @Override
    public double[][] covariance() {
        return young.posterior().covariance();
    }

    @Override
    public void shape(double[] z) {
        young.posterior().shape(z);
    }

    @Override
    public double noise() {
        return young.posterior().noise();
    }

    @Override
    public double weight(double[] x) {
        return young.posterior().weight(x);
    }

    @Override
    public String stateName() {
        return "restarting LinUCB/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeLong(learnt);
        young.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        learnt = in.readLong();
        young.readState(in);
    }
}
