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
import dev.attune.math.RoundRandom;
import dev.attune.model.FrozenScorer;
import dev.attune.model.GlmModel;
import dev.attune.model.Link;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
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
 * <p>Departures: the ridge lambda = 1 makes theta and H defined from the first round, so the tau random rounds of the
 * publication are not needed. Between refreshes the slopes inside H are those of when each x was last passed over.
 *
 * <p>Kveton, Zaheer, Szepesvari, Li, Ghavamzadeh, Boutilier, "Randomized exploration in generalized linear bandits",
 * AISTATS 2020, Algorithm 1.
 */
public final class GlmTsl implements ExplorationPath {
    /** explore; steeper than for UCB, so the preset is smaller. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    private final int d;
    private final GlmModel model;

    /** Logistic, with prior precision lambda = 1. */
    public GlmTsl(int dimension) {
        this(Link.LOGISTIC, dimension, 1);
    }

    /** With a link and prior precision of choice. */
    public GlmTsl(Link link, int dimension, double lambda) {
        this.d = Require.positive("dimension", dimension);
        this.model = new GlmModel(link, d, lambda);
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
        out.bonusesAreDrawn();
        double[] u = out.draw();
        RoundRandom.gaussians(rng, u);
        model.fisher().shape(u); // line 7: theta~ ~ N(theta-bar, a^2 H^-1)
        ArmForms.linearPair(model.mean(), u, arms.byFeature(), arms.arms(), out.mean(), out.bonus()); // line 8
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        model.add(x, y); // lines 4-5 of the next round: theta-bar and H
    }

    /**
     * explore = sigma/m sqrt(M) sqrt(d ln(T/d) + 2 ln T), the same in every round, with the smallest slope m = 0.1 and
     * the largest M = 1/4 that the experiments of Kang, Hsieh and Lee (2024) put in.
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        double T = c.horizon();
        double inside = d * Math.max(0, StrictMath.log(T / d)) + 2 * StrictMath.log(T);
        Setting fixed = SPACE.setting(c.sigma() / 0.1 * Math.sqrt(0.25) * Math.sqrt(inside));
        return t -> fixed;
    }

    /** The generalized linear model. */
    public GlmModel model() {
        return model;
    }

    @Override
    public void writeShared(StateWriter out) {
        model.writeShared(out);
    }

    @Override
    public String stateName() {
        return "GLM-TSL/1";
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
