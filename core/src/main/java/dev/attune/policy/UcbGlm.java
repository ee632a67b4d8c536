package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Require;
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
 * UCB-GLM: optimism in the linear score of a generalized linear model.
 *
 * <pre>
 *   theta solves sum (y - mu(x' theta)) x = lambda theta
 *   V = lambda I + sum x x'
 *   index of arm a:  x_a' theta + explore sqrt(x_a' V^-1 x_a)
 * </pre>
 *
 * <p>Cost per round: K d (d+3)/2 multiplications to score, O(d^2) amortised to learn (see {@link GlmModel}).
 *
 * <p>Departures: the ridge lambda, 1 unless it is passed or tuned, makes theta defined from the first round, so the tau
 * random rounds of the publication are not needed; {@link #withWarmup} has them.
 *
 * <p>Li, Lu, Zhou, "Provably optimal algorithms for generalized linear contextual bandits", ICML 2017, Algorithm 1.
 */
public final class UcbGlm extends ModelPolicy<GlmModel> {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(1));

    private final int tau; // random rounds at the start

    /** Makes a logistic policy with lambda = 1 at first; path tuners set lambda by the evidence of the rewards. */
    public UcbGlm(int dimension) {
        this(Link.LOGISTIC, dimension);
    }

    /** Makes a policy with this link and lambda = 1 at first; path tuners set lambda by the evidence of the rewards. Nothing is forgotten. */
    public UcbGlm(Link link, int dimension) {
        this(link, dimension, Forgetting.NONE);
    }

    /** Makes a policy with this link and lambda, which is kept: tuners do not change it. Nothing is forgotten. */
    public UcbGlm(Link link, int dimension, double lambda) {
        this(GlmModel.withDesign(link, dimension, lambda, Forgetting.NONE), 0, Forgetting.NONE);
    }

    /** Makes a policy with this link and lambda = 1 at first; path tuners set lambda by the evidence of the rewards. */
    public UcbGlm(Link link, int dimension, Forgetting forgetting) {
        this(GlmModel.withDesign(link, dimension, forgetting), 0, forgetting);
    }

    private UcbGlm(GlmModel model, int tau, Forgetting forgetting) {
        super(model, SPACE, stateName(model.hasDesign() ? "UCB-GLM" : "UCB-GLM with Fisher widths", forgetting));
        this.tau = tau;
    }

    /** Returns a policy as published: tau rounds of random choice (line 1), then the index with this lambda, which is kept. */
    public static UcbGlm withWarmup(Link link, int dimension, double lambda, int tau) {
        return new UcbGlm(
                GlmModel.withDesign(link, dimension, lambda, Forgetting.NONE),
                Require.positive("tau", tau),
                Forgetting.NONE);
    }

    /**
     * Returns a policy with widths sqrt(x' H^-1 x) from the Fisher information in place of V, and lambda = 1 at first.
     * One unit of exploration is then one standard deviation of the score, which tuners that weigh what is known
     * against what is not rely on. Nothing is forgotten.
     */
    public static UcbGlm withFisherWidths(Link link, int dimension) {
        return withFisherWidths(link, dimension, Forgetting.NONE);
    }

    /** Returns a policy with widths from the Fisher information and a lambda that is kept. Nothing is forgotten. */
    public static UcbGlm withFisherWidths(Link link, int dimension, double lambda) {
        return new UcbGlm(new GlmModel(link, dimension, lambda), 0, Forgetting.NONE);
    }

    /** Returns a policy with widths from the Fisher information and lambda = 1 at first, whose model forgets. */
    public static UcbGlm withFisherWidths(Link link, int dimension, Forgetting forgetting) {
        return new UcbGlm(new GlmModel(link, dimension, forgetting), 0, forgetting);
    }

    @Override
    public int warmupRounds() {
        return tau;
    }

    /** Returns whether the widths are those of the Fisher information. */
    @Override
    public boolean calibrated() {
        return !model().hasDesign();
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndWidths(arms, out); // line 5: argmax x' theta + alpha |x|_{V^-1}
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y); // line 6, and line 4 of the next round: the maximum likelihood estimate
    }

    /** Returns explore = sigma/kappa sqrt(d/2 ln(1 + 2T/d) + ln(1/delta)), the same in every round. */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        int d = model().dimension();
        double inside = 0.5 * d * StrictMath.log(1 + 2.0 * c.horizon() / d) + StrictMath.log(1 / c.delta());
        Setting fixed = SPACE.setting(c.sigma() / c.kappa() * Math.sqrt(inside));
        return Optional.of(t -> fixed);
    }
}
