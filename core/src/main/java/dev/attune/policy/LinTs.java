package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.math.RoundRandom;
import dev.attune.model.Challenger;
import dev.attune.model.FrozenScorer;
import dev.attune.model.RidgeModel;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * LinTS: Thompson sampling for a linear model; the arm that is best for one draw of the coefficients.
 *
 * <pre>
 *   V = lambda I + sum x x'     b = sum x y     theta = V^-1 b
 *   u ~ N(0, V^-1), one draw a round
 *   index of arm a:  x_a' (theta + explore u)
 * </pre>
 *
 * <p>Cost per round: 2 K d multiplications and O(d^2) to score, O(d^2) to learn.
 *
 * <p>Where the paper is silent: lambda = 1.
 *
 * <p>Agrawal, Goyal, "Thompson sampling for contextual bandits with linear payoffs", ICML 2013, Algorithm 1 (their v is
 * our explore); Abeille, Lazaric, "Linear Thompson sampling revisited", AISTATS 2017.
 */
public final class LinTs implements ExplorationPath {
    /** explore; steeper than for UCB, so the preset is smaller. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    private final int d;
    private final RidgeModel model;
    private final String stateName;

    /** With prior precision lambda = 1. */
    public LinTs(int dimension) {
        this(dimension, 1);
    }

    /** With a prior precision of choice. */
    public LinTs(int dimension, double lambda) {
        this(new RidgeModel(Require.positive("dimension", dimension), lambda), "LinTS/1");
    }

    private LinTs(RidgeModel model, String stateName) {
        this.d = model.dimension();
        this.model = model;
        this.stateName = stateName;
    }

    /** For a world that changes: with a {@link Challenger} that replaces the model when it has fallen behind. */
    public static LinTs forgetting(int dimension, double lambda) {
        Challenger challenger = new Challenger(Require.positive("dimension", dimension), lambda);
        return new LinTs(new RidgeModel(dimension, lambda, challenger), "forgetting LinTS/1");
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
    public Posterior posterior() {
        return model;
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        Require.dimension(arms, d);
        out.resize(arms.arms(), d);
        out.bonusesAreDrawn();
        RoundRandom.gaussians(rng, out.draw());
        model.meansAndDraw(arms, out); // sample mu~ from N(mu-hat, v^2 B^-1), play argmax b' mu~
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        model.add(x, y); // B += b b', f += b r
    }

    /** As published by Agrawal and Goyal: explore(t) = sigma sqrt(9 d ln(t/delta)). */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        return t -> SPACE.setting(c.sigma() * Math.sqrt(9 * d * StrictMath.log(t / c.delta())));
    }

    /** The value with which the experiments of Kang, Hsieh and Lee (2024) were run: LinUCB's with sigma/5. */
    public Schedule theoryAsReleased(TheoryConstants c) {
        double lambda = model.precision().lambda();
        return t -> SPACE.setting(LinUcb.radius(d, lambda, c.sigma() / 5, c.delta(), c.norm(), t));
    }

    /** The linear model. */
    public RidgeModel model() {
        return model;
    }

    @Override
    public String stateName() {
        return stateName;
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
