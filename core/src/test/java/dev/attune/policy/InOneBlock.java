package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.PathScorer;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.math.RoundRandom;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/** A policy for blocks that gets all its arms in one of them: with that it keeps the contract of one for any features. */
record InOneBlock(ExplorationPath of, double block) implements ExplorationPath {
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
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        of.score(withBlock(arms), rng, out);
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        of.update(withBlock(x), y, setting);
    }

    @Override
    public PathScorer frozen() {
        PathScorer frozen = of.frozen();
        return (arms, rng, round) -> frozen.score(withBlock(arms), rng, round);
    }

    @Override
    public Posterior posterior() {
        return of.posterior();
    }

    @Override
    public ScoredRound round() {
        return of.round();
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

    /** Arms in as many blocks as there are, one each: the same features for all. */
    static ActionSet oneEach(int blocks, double... features) {
        double[][] rows = new double[blocks][1 + features.length];
        for (int a = 0; a < blocks; a++) {
            rows[a][0] = a;
            System.arraycopy(features, 0, rows[a], 1, features.length);
        }
        return ActionSet.ofRows(rows);
    }

    /** Features of round t, between -1 and 1. */
    static double[] features(long t, int p) {
        RoundRandom rng = new RoundRandom(99, t);
        double[] f = new double[p];
        for (int i = 0; i < p; i++) {
            f[i] = 2 * rng.nextDouble() - 1;
        }
        return f;
    }
}
