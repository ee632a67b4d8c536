package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Posterior;
import dev.attune.api.Require;
import dev.attune.api.RewardRange;
import dev.attune.api.Scale;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.math.ArmForms;
import dev.attune.model.FrozenScorer;
import dev.attune.model.Link;
import dev.attune.model.OnlineNewton;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * GLOC: optimism around an online Newton learner, so that nothing has to look back.
 *
 * <pre>
 *   theta by an online Newton step with curvature kappa, z = x' theta before the step
 *   V = lambda I + sum x x'     thetaHat = V^-1 sum z x
 *   index of arm a:  x_a' thetaHat + explore sqrt(x_a' V^-1 x_a)
 * </pre>
 *
 * <p>Cost per round: K d (d+3)/2 multiplications to score, O(d^2) to learn, a few O(d^3) when the step leaves the ball.
 *
 * <p>Where the paper is silent: lambda = epsilon = S = 1. Then A = V and one matrix serves both. kappa = 0.2 as the
 * preset, the smallest slope of the logistic function on [-1, 1]; above 1 the learner hardly moves.
 *
 * <p>Jun, Bhargava, Nowak, Willett, "Scalable generalized linear bandits: online computation and hashing", NIPS 2017,
 * Algorithms 1 and 2.
 */
public final class Gloc implements ExplorationPath {
    /** explore, kappa. */
    public static final SettingSpace SPACE = SettingSpace.of(
            Hyperparameters.explore(2), new Hyperparameter("kappa", "kappa", 1e-3, 1e3, 0.1, 5, Scale.LOG, 0.2));

    private final int d;
    private final Link link;
    private final OnlineNewton model;

    /** Logistic, with lambda = S = 1. */
    public Gloc(int dimension) {
        this(Link.LOGISTIC, dimension, 1, 1);
    }

    /** With a link, prior precision and bound on |theta*| of choice. */
    public Gloc(Link link, int dimension, double lambda, double radius) {
        this.d = Require.positive("dimension", dimension);
        this.link = link;
        this.model = new OnlineNewton(link, d, lambda, radius);
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
        return link.rewards();
    }

    @Override
    public double reward(double mean) {
        return link.mean(mean);
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
        model.precision().widths(arms, out); // argmax over x and the ellipsoid of <x, theta>, equation (7)
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        model.add(x, y, setting.get(1));
    }

    /** explore(t) = sqrt(beta_t) of Theorem 1, which depends on the rewards seen so far and not on t; kappa as known. */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        return t -> SPACE.setting(Math.sqrt(model.squaredRadius(c.kappa(), c.sigma(), c.delta())), c.kappa());
    }

    /** The online learner. */
    public OnlineNewton model() {
        return model;
    }

    @Override
    public String stateName() {
        return "GLOC/1";
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
