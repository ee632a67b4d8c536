package dev.attune.testkit;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * A policy with a model for each arm that gets all its arms in one block. The contracts offer arms with any features; a policy whose first
 * feature is the number of a block keeps them through this wrapper:
 *
 * <pre>{@code
 * public ExplorationPath create(int dimension) {
 *     return new InOneBlock(new MyDisjointPolicy(1 + dimension), 2);
 * }
 * }</pre>
 *
 * @param of the policy, whose dimension counts the number of the block
 * @param block the block of all arms
 */
public record InOneBlock(ExplorationPath of, int block) implements ExplorationPath {
    private ActionSet withBlock(ActionSet arms) {
        Require.dimension(arms, dimension());
        double[][] rows = new double[arms.arms()][];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = withBlock(arms.features(k));
        }
        return ActionSet.ofRows(rows);
    }

    private double[] withBlock(double[] x) {
        double[] with = new double[x.length + 1];
        with[0] = block;
        System.arraycopy(x, 0, with, 1, x.length);
        return with;
    }

    @Override
    public int dimension() {
        return of.dimension() - 1;
    }

    @Override
    public SettingSpace space() {
        return of.space();
    }

    @Override
    public RewardRange rewards() {
        return of.rewards();
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        of.score(withBlock(arms), rng, out);
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        of.update(withBlock(x), y, setting);
    }

    @Override
    public Posterior posterior() {
        return of.posterior().block(block);
    }

    @Override
    public double predict(double[] x) {
        return of.predict(withBlock(x));
    }

    @Override
    public String stateName() {
        return of.stateName();
    }

    @Override
    public void writeState(StateWriter out) {
        of.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        of.readState(in);
    }

    @Override
    public void writePublished(StateWriter out) {
        of.writePublished(out);
    }
}
