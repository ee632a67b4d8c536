package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.model.BlockRidge;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * LinTS with disjoint linear models: as {@link LinTs}, with coefficients of its own, and so a draw of its own, for each
 * arm.
 *
 * <pre>
 *   x = (a, f), a the number of the arm's block
 *   B_a = lambda I + sum f f'     theta_a = B_a^-1 sum f r
 *   u_a ~ N(0, B_a^-1), one draw a round for each block on offer
 *   index of arm a:  f' (theta_a + explore u_a)
 * </pre>
 *
 * <p>Cost per round with p features beside the block: p normals and O(p^2) an arm to score, O(p^2) to learn.
 *
 * <p>Where the paper is silent: it has one parameter for all arms. One for each is the same with features that are zero
 * outside the arm's own coordinates; this is that case, without the zeros. lambda = 1.
 *
 * <p>Agrawal, Goyal, "Thompson sampling for contextual bandits with linear payoffs", ICML 2013, Algorithm 1.
 */
public final class DisjointLinTs implements ExplorationPath {
    /** explore; steeper than for UCB, so the preset is smaller. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    private final BlockRidge model;

    /** With prior precision lambda = 1; the dimension counts the block's number. */
    public DisjointLinTs(int dimension) {
        this(dimension, 1);
    }

    /** With a prior precision of choice. */
    public DisjointLinTs(int dimension, double lambda) {
        this.model = new BlockRidge(DisjointLinUcb.blockDimension(dimension), lambda);
    }

    @Override
    public int dimension() {
        return 1 + model.blockDimension();
    }

    @Override
    public SettingSpace space() {
        return SPACE;
    }

    @Override
    public Posterior posterior() {
        return model;
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), model.blockDimension());
        out.bonusesAreDrawn();
        model.meansAndDraws(arms, rng, out); // sample mu~_a from N(mu-hat_a, v^2 B_a^-1), play argmax b' mu~_a
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        model.add(x, y); // B_a += b b', f_a += b r
    }

    @Override
    public void clear(int block) {
        model.clear(block);
    }

    /** As published, for a block: explore(t) = sigma sqrt(9 p ln(t/delta)). */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        int p = model.blockDimension();
        return t -> SPACE.setting(c.sigma() * Math.sqrt(9 * p * StrictMath.log(t / c.delta())));
    }

    /** The linear models. */
    public BlockRidge model() {
        return model;
    }

    @Override
    public String stateName() {
        return "LinTS-disjoint/1";
    }

    @Override
    public void writeState(StateWriter out) {
        model.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        model.readState(in);
    }
}
