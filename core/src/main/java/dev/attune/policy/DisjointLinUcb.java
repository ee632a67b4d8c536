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
 * LinUCB with disjoint linear models: as {@link LinUcb}, with coefficients of its own for each arm.
 *
 * <pre>
 *   x = (a, f), a the number of the arm's block
 *   A_a = lambda I + sum f f'     b_a = sum f r     theta_a = A_a^-1 b_a
 *   index of arm a:  f' theta_a + explore sqrt(f' A_a^-1 f)
 * </pre>
 *
 * <p>Cost per round with p features beside the block: p (p+3)/2 multiplications an arm to score, O(p^2) to learn.
 *
 * <p>Where the paper is silent: lambda is a choice, 1 as in the paper's line 5 unless said otherwise; arms may share a block;
 * a retired arm's block can be cleared and given to another. There is no intercept unless one of the features is constant.
 *
 * <p>Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article recommendation", WWW 2010,
 * Algorithm 1.
 */
public final class DisjointLinUcb implements ExplorationPath {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(1));

    private final BlockRidge model;

    /** With prior precision lambda = 1; the dimension counts the block's number. */
    public DisjointLinUcb(int dimension) {
        this(dimension, 1);
    }

    /** With a prior precision of choice. */
    public DisjointLinUcb(int dimension, double lambda) {
        this.model = new BlockRidge(blockDimension(dimension), lambda);
    }

    static int blockDimension(int dimension) {
        if (dimension < 2) {
            throw new IllegalArgumentException(
                    "dimension = " + dimension + " must be at least 2: the number of the block, then features");
        }
        return dimension - 1;
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
        model.meansAndWidths(arms, out); // lines 4-9: new arms begin with A = I and b = 0; theta-hat_a and p_a
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        model.add(x, y); // lines 12-13: A_a += x x', b_a += r x
    }

    @Override
    public void clear(int block) {
        model.clear(block);
    }

    /** As published, for rewards in [0, 1]: explore = 1 + sqrt(ln(2/delta)/2), the same in all rounds. */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        double explore = 1 + Math.sqrt(StrictMath.log(2 / c.delta()) / 2);
        return t -> SPACE.setting(explore);
    }

    /** The linear models. */
    public BlockRidge model() {
        return model;
    }

    @Override
    public String stateName() {
        return "LinUCB-disjoint/1";
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
