package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.math.ArmForms;
import dev.attune.model.FrozenScorer;
import dev.attune.model.GlmModel;
import dev.attune.model.Link;
import dev.attune.model.Precision;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
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
 * <p>Departures: the ridge lambda = 1 makes theta defined from the first round, so the tau random rounds of the
 * publication are not needed.
 *
 * <p>Li, Lu, Zhou, "Provably optimal algorithms for generalized linear contextual bandits", ICML 2017, Algorithm 1.
 */
public final class UcbGlm implements ExplorationPath {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(1));

    private final int d;
    private final GlmModel model;
    private final Precision V; // or the model's own H, for Fisher widths

    /** Logistic, with prior precision lambda = 1. */
    public UcbGlm(int dimension) {
        this(Link.LOGISTIC, dimension, 1);
    }

    /** With a link and prior precision of choice. */
    public UcbGlm(Link link, int dimension, double lambda) {
        this(new GlmModel(link, dimension, lambda), new Precision(dimension, lambda));
    }

    private UcbGlm(GlmModel model, Precision widths) {
        this.d = model.dimension();
        this.model = model;
        this.V = widths;
    }

    /**
     * With widths sqrt(x' H^-1 x) from the Fisher information in place of V: one unit of exploration is then one standard
     * deviation of the score, which tuners that weigh what is known against what is not rely on.
     */
    public static UcbGlm withFisherWidths(Link link, int dimension, double lambda) {
        GlmModel model = new GlmModel(link, dimension, lambda);
        return new UcbGlm(model, model.fisher());
    }

    /** The same link and prior with Fisher widths, having learnt nothing. */
    public UcbGlm untrainedWithFisherWidths() {
        return withFisherWidths(model.link(), d, model.lambda());
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public SettingSpace space() {
        return SPACE;
    }

    @Override
    public RewardRange rewards() {
        return model.link().rewards();
    }

    @Override
    public double reward(double mean) {
        return model.link().mean(mean);
    }

    @Override
    public Posterior posterior() {
        return model;
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        Require.dimension(arms, d);
        out.resize(arms.arms(), d);
        ArmForms.linear(model.mean(), arms.byFeature(), arms.arms(), out.mean());
        V.widths(arms, out); // line 5: argmax x' theta + alpha |x|_{V^-1}
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        if (!fisherWidths()) {
            V.add(1, x); // line 6
        }
        model.add(x, y); // line 4 of the next round: the maximum likelihood estimate
    }

    /** explore = sigma/kappa sqrt(d/2 ln(1 + 2T/d) + ln(1/delta)), the same in every round. */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        double inside = 0.5 * d * StrictMath.log(1 + 2.0 * c.horizon() / d) + StrictMath.log(1 / c.delta());
        Setting fixed = SPACE.setting(c.sigma() / c.kappa() * Math.sqrt(inside));
        return t -> fixed;
    }

    /** The generalized linear model. */
    public GlmModel model() {
        return model;
    }

    @Override
    public void writeShared(StateWriter out) {
        model.writeShared(out);
        if (!fisherWidths()) {
            V.writeState(out);
        }
    }

    @Override
    public String stateName() {
        return fisherWidths() ? "UCB-GLM with Fisher widths/1" : "UCB-GLM/1";
    }

    private boolean fisherWidths() {
        return V.equals(model.fisher());
    }

    @Override
    public void writeState(StateWriter out) {
        model.writeState(out);
        if (!fisherWidths()) {
            V.writeState(out);
        }
    }

    @Override
    public void readState(StateReader in) {
        model.readState(in);
        if (!fisherWidths()) {
            V.readState(in);
        }
    }
}
