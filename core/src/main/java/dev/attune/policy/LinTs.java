package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.model.BlockRidge;
import dev.attune.model.LinearModel;
import dev.attune.model.RidgeModel;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * LinTS: Thompson sampling for a linear model; the arm that is best for one draw of the coefficients.
 *
 * <pre>
 *   V = lambda I + sum x x'     b = sum x y     theta = V^-1 b
 *   u ~ N(0, V^-1), one draw a round
 *   index of arm a:  x_a' (theta + explore u)
 *   disjoint: x = (a, f), a the number of the arm's block; the same with V_a, theta_a and u_a of its block, and f for x
 * </pre>
 *
 * <p>Cost per round with d coefficients: 2 K d multiplications and O(d^2) to score, O(d^2) to learn. Disjoint, with d
 * coefficients a block: d normals and O(d^2) an arm to score, O(d^2) to learn.
 *
 * <p>Where the paper is silent: lambda is 1 unless it is passed or tuned. It has one parameter for all arms; the
 * disjoint form is the same with features that are zero outside the arm's own coordinates, without the zeros.
 *
 * <p>Agrawal, Goyal, "Thompson sampling for contextual bandits with linear payoffs", ICML 2013, Algorithm 1 (their v is
 * our explore); Abeille, Lazaric, "Linear Thompson sampling revisited", AISTATS 2017.
 */
public final class LinTs extends ModelPolicy<LinearModel> {
    /** explore; steeper than for UCB, so the preset is smaller. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    /** Makes a policy with lambda = 1 at first; path tuners set lambda by the evidence of the rewards. Nothing is forgotten. */
    public LinTs(int dimension) {
        this(dimension, Forgetting.NONE);
    }

    /** Makes a policy with this lambda, which is kept: tuners do not change it. Nothing is forgotten. */
    public LinTs(int dimension, double lambda) {
        this(dimension, lambda, Forgetting.NONE);
    }

    /** Makes a policy with lambda = 1 at first; path tuners set lambda by the evidence of the rewards. */
    public LinTs(int dimension, Forgetting forgetting) {
        this(new RidgeModel(dimension, forgetting), "LinTS", forgetting);
    }

    /** Makes a policy with this lambda, which is kept: tuners do not change it. */
    public LinTs(int dimension, double lambda, Forgetting forgetting) {
        this(new RidgeModel(dimension, lambda, forgetting), "LinTS", forgetting);
    }

    private LinTs(LinearModel model, String name, Forgetting forgetting) {
        super(model, SPACE, stateName(name, forgetting));
    }

    /** Returns a policy with a model for each block of arms; the dimension counts the block's number. Nothing is forgotten. */
    public static LinTs disjoint(int dimension) {
        return disjoint(dimension, Forgetting.NONE);
    }

    /** Returns a policy with a model for each block of arms and a lambda that is kept. Nothing is forgotten. */
    public static LinTs disjoint(int dimension, double lambda) {
        return new LinTs(new BlockRidge(LinUcb.blockDimension(dimension), lambda), "LinTS-disjoint", Forgetting.NONE);
    }

    /** Returns a policy with a model for each block of arms; the dimension counts the block's number. */
    public static LinTs disjoint(int dimension, Forgetting forgetting) {
        return new LinTs(new BlockRidge(LinUcb.blockDimension(dimension), forgetting), "LinTS-disjoint", forgetting);
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndDraw(arms, rng, out); // sample mu~ from N(mu-hat, v^2 B^-1), play argmax b' mu~
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y); // B += b b', f += b r
    }

    /**
     * Returns explore(t) = sigma sqrt(9 d ln(t/delta)) as published by Agrawal and Goyal; d is that of a block if
     * disjoint.
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        int d = model().blockDimension();
        return Optional.of(t -> SPACE.setting(c.sigma() * Math.sqrt(9 * d * StrictMath.log(t / c.delta()))));
    }

    /**
     * Returns the value with which the experiments of Kang, Hsieh and Lee (2024) were run: LinUCB's with sigma/5. They
     * had one model for all arms.
     */
    public Schedule theoryAsReleased(TheoryConstants c) {
        int d = model().blockDimension();
        double lambda = model().lambda();
        return t -> SPACE.setting(LinUcb.radius(d, lambda, c.sigma() / 5, c.delta(), c.norm(), t));
    }
}
