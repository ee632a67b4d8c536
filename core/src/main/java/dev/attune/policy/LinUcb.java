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
 * LinUCB: the arm with the largest upper confidence bound of a linear model, one for all arms or one for each.
 *
 * <pre>
 *   V = lambda I + sum x x'     b = sum x y     theta = V^-1 b
 *   index of arm a:  x_a' theta + explore sqrt(x_a' V^-1 x_a)
 *   disjoint: x = (a, f), a the number of the arm's block; the same with V_a, b_a and theta_a of its block, and f for x
 * </pre>
 *
 * <p>Cost per round with d coefficients, those of one block if disjoint: K d (d+3)/2 multiplications to score, O(d^2)
 * to learn.
 *
 * <p>Where the paper is silent: lambda is 1, as in the paper's line 5, unless it is passed or tuned; the form with one
 * theta for all arms; in the disjoint form arms may share a block, and the block of a retired arm can be cleared and
 * given to another. There is no intercept unless one of the features is constant.
 *
 * <p>Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article recommendation", WWW 2010,
 * Algorithm 1. Theory: Abbasi-Yadkori, Pal, Szepesvari, NIPS 2011, Theorem 2.
 */
public final class LinUcb extends ModelPolicy<LinearModel> {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(1));

    /** Makes a policy with lambda = 1 at first; path tuners set lambda by the evidence of the rewards. Nothing is forgotten. */
    public LinUcb(int dimension) {
        this(dimension, Forgetting.NONE);
    }

    /** Makes a policy with this lambda, which is kept: tuners do not change it. Nothing is forgotten. */
    public LinUcb(int dimension, double lambda) {
        this(dimension, lambda, Forgetting.NONE);
    }

    /** Makes a policy with lambda = 1 at first; path tuners set lambda by the evidence of the rewards. */
    public LinUcb(int dimension, Forgetting forgetting) {
        this(new RidgeModel(dimension, forgetting), "LinUCB", forgetting);
    }

    /** Makes a policy with this lambda, which is kept: tuners do not change it. */
    public LinUcb(int dimension, double lambda, Forgetting forgetting) {
        this(new RidgeModel(dimension, lambda, forgetting), "LinUCB", forgetting);
    }

    private LinUcb(LinearModel model, String name, Forgetting forgetting) {
        super(model, SPACE, stateName(name, forgetting));
    }

    /** Returns a policy with a model for each block of arms; the dimension counts the block's number. Nothing is forgotten. */
    public static LinUcb disjoint(int dimension) {
        return disjoint(dimension, Forgetting.NONE);
    }

    /** Returns a policy with a model for each block of arms and a lambda that is kept. Nothing is forgotten. */
    public static LinUcb disjoint(int dimension, double lambda) {
        return new LinUcb(new BlockRidge(blockDimension(dimension), lambda), "LinUCB-disjoint", Forgetting.NONE);
    }

    /** Returns a policy with a model for each block of arms; the dimension counts the block's number. */
    public static LinUcb disjoint(int dimension, Forgetting forgetting) {
        return new LinUcb(new BlockRidge(blockDimension(dimension), forgetting), "LinUCB-disjoint", forgetting);
    }

    static int blockDimension(int dimension) {
        if (dimension < 2) {
            throw new IllegalArgumentException(
                    "dimension = " + dimension + " must be at least 2: the number of the block, then features");
        }
        return dimension - 1;
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndWidths(arms, out); // lines 4-9: theta-hat_a, new arms from A = I and b = 0, and p_a
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y); // lines 12-13: A += x x', b += r x
    }

    /**
     * Returns explore(t) = sigma sqrt(d ln((1 + t/lambda)/delta)) + S sqrt(lambda), S = 1 in {@link
     * TheoryConstants#ofPaper}. For disjoint models as published, for rewards in [0, 1]: 1 + sqrt(ln(2/delta)/2).
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        if (perArm()) {
            Setting fixed = SPACE.setting(1 + Math.sqrt(StrictMath.log(2 / c.delta()) / 2));
            return Optional.of(t -> fixed);
        }
        int d = model().dimension();
        double lambda = model().lambda();
        return Optional.of(t -> SPACE.setting(radius(d, lambda, c.sigma(), c.delta(), c.norm(), t)));
    }

    /** Returns the radius of the ellipsoid that holds theta* in every round with probability 1 - delta. */
    static double radius(int d, double lambda, double sigma, double delta, double norm, long t) {
        return sigma * Math.sqrt(d * StrictMath.log((1 + t / lambda) / delta)) + norm * Math.sqrt(lambda);
    }
}
