package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.model.GlmModel;
import dev.attune.model.Link;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * GLM-UCB: optimism in the mean reward of a generalized linear model.
 *
 * <pre>
 *   theta solves sum (y - mu(x' theta)) x = lambda theta
 *   V = lambda I + sum x x'
 *   index of arm a:  mu(x_a' theta) + explore sqrt(x_a' V^-1 x_a)
 * </pre>
 *
 * <p>The bonus is in units of reward, where UCB-GLM's is in units of the score: for the logistic link, whose slope is
 * at most 1/4, a comparable exploration rate is four times smaller.
 *
 * <p>Cost per round: K d (d+3)/2 multiplications and K exponentials to score, O(d^2) amortised to learn.
 *
 * <p>Departures: the publication starts with d linearly independent arms and projects the estimate on the admissible
 * parameters; here the ridge lambda, 1 unless it is passed, does the work of both. Tuners never change it.
 *
 * <p>Filippi, Cappe, Garivier, Szepesvari, "Parametric bandits: the generalized linear case", NIPS 2010, Algorithm 1.
 */
public final class GlmUcb extends ModelPolicy<GlmModel> {
    /** explore, in units of reward. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    /** Makes a logistic policy with lambda = 1. */
    public GlmUcb(int dimension) {
        this(Link.LOGISTIC, dimension);
    }

    /** Makes a policy with this link and lambda = 1. */
    public GlmUcb(Link link, int dimension) {
        this(link, dimension, 1);
    }

    /** Makes a policy with this link and lambda. Nothing is forgotten. */
    public GlmUcb(Link link, int dimension, double lambda) {
        this(link, dimension, lambda, Forgetting.NONE);
    }

    /** Makes a policy with this link and lambda, whose model forgets. */
    public GlmUcb(Link link, int dimension, double lambda, Forgetting forgetting) {
        super(GlmModel.inUnitsOfReward(link, dimension, lambda, forgetting), SPACE, stateName("GLM-UCB", forgetting));
    }

    /** Returns the mean itself: the index is in units of reward already. */
    @Override
    public double reward(double mean) {
        return mean;
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndWidths(arms, out); // line 7: argmax mu(m_a' theta) + rho(t) |m_a|_{M^-1}
        double[] mean = out.mean();
        for (int k = 0; k < arms.arms(); k++) {
            mean[k] = model().link().mean(mean[k]);
        }
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y); // line 5 of the next round: the estimate, equation (5)
    }

    /**
     * Returns explore(t) = 2 k_mu q / c_mu sqrt(2 d ln t ln(2 d T/delta)) with q = sqrt(3 + 2 ln(1 + 2/lambda)),
     * rewards and features bounded by one, k_mu the largest and c_mu = kappa the smallest slope of the link.
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        int d = model().dimension();
        double steepest = model().link() == Link.LOGISTIC ? 0.25 : 1;
        double q = Math.sqrt(3 + 2 * StrictMath.log(1 + 2 / model().lambda()));
        double spread = 2 * d * StrictMath.log(2.0 * d * c.horizon() / c.delta());
        return Optional.of(t -> SPACE.setting(2 * steepest * q / c.kappa() * Math.sqrt(spread * StrictMath.log(t))));
    }
}
