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
 * GLM-TSL: Thompson sampling from the Laplace approximation of a generalized linear model.
 *
 * <pre>
 *   theta solves sum (y - mu(x' theta)) x = lambda theta
 *   H = lambda I + sum mu'(x' theta) x x'
 *   u ~ N(0, H^-1), one draw a round
 *   index of arm a:  x_a' (theta + explore u)
 * </pre>
 *
 * <p>Cost per round: 2 K d multiplications and O(d^2) to score, O(d^2) amortised to learn.
 *
 * <p>Departures: the ridge lambda, 1 unless it is passed or tuned, makes theta and H defined from the first round, so
 * the tau random rounds of the publication are not needed. Between refreshes the slopes inside H are those of when each
 * x was last passed over.
 *
 * <p>Kveton, Zaheer, Szepesvari, Li, Ghavamzadeh, Boutilier, "Randomized exploration in generalized linear bandits",
 * AISTATS 2020, Algorithm 1.
 */
public final class GlmTsl extends ModelPolicy<GlmModel> {
    /** explore; steeper than for UCB, so the preset is smaller. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    /** Makes a logistic policy with lambda = 1 at first; path tuners set lambda by the evidence of the rewards. */
    public GlmTsl(int dimension) {
        this(Link.LOGISTIC, dimension);
    }

    /** Makes a policy with this link and lambda = 1 at first; path tuners set lambda by the evidence of the rewards. Nothing is forgotten. */
    public GlmTsl(Link link, int dimension) {
        this(link, dimension, Forgetting.NONE);
    }

    /** Makes a policy with this link and lambda, which is kept: tuners do not change it. Nothing is forgotten. */
    public GlmTsl(Link link, int dimension, double lambda) {
        this(new GlmModel(link, dimension, lambda), Forgetting.NONE);
    }

    /** Makes a policy with this link and lambda = 1 at first; path tuners set lambda by the evidence of the rewards. */
    public GlmTsl(Link link, int dimension, Forgetting forgetting) {
        this(new GlmModel(link, dimension, forgetting), forgetting);
    }

    private GlmTsl(GlmModel model, Forgetting forgetting) {
        super(model, SPACE, stateName("GLM-TSL", forgetting));
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndDraw(arms, rng, out); // lines 7-8: theta~ ~ N(theta-bar, a^2 H^-1), argmax x' theta~
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y); // lines 4-5 of the next round: theta-bar and H
    }

    /**
     * Returns explore = sigma/m sqrt(M) sqrt(d ln(T/d) + 2 ln T), the same in every round, with the smallest slope m =
     * 0.1 and the largest M = 1/4 that the experiments of Kang, Hsieh and Lee (2024) put in.
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        int d = model().dimension();
        double T = c.horizon();
        double inside = d * Math.max(0, StrictMath.log(T / d)) + 2 * StrictMath.log(T);
        Setting fixed = SPACE.setting(c.sigma() / 0.1 * Math.sqrt(0.25) * Math.sqrt(inside));
        return Optional.of(t -> fixed);
    }
}
