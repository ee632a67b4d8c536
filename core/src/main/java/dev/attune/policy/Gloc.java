package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Hyperparameter;
import dev.attune.api.Scale;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.model.Link;
import dev.attune.model.OnlineNewton;
import java.util.Optional;
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
 * <p>Departures: tuners search kappa on a log scale, in the box [0.1, 5] of Kang, Hsieh and Lee (2024).
 *
 * <p>Jun, Bhargava, Nowak, Willett, "Scalable generalized linear bandits: online computation and hashing", NIPS 2017,
 * Algorithms 1 and 2.
 */
public final class Gloc extends ModelPolicy<OnlineNewton> {
    /** explore, kappa. */
    public static final SettingSpace SPACE = SettingSpace.of(
            Hyperparameters.explore(2), new Hyperparameter("kappa", "kappa", 1e-3, 1e3, 0.1, 5, Scale.LOG, 0.2));

    /** Makes a logistic policy with lambda = S = 1. */
    public Gloc(int dimension) {
        this(Link.LOGISTIC, dimension);
    }

    /** Makes a policy with this link and lambda = S = 1. */
    public Gloc(Link link, int dimension) {
        this(link, dimension, 1, 1);
    }

    /** Makes a policy with all parameters explicit: link, lambda and the bound S on |theta*|. */
    public Gloc(Link link, int dimension, double lambda, double radius) {
        super(new OnlineNewton(link, dimension, lambda, radius), SPACE, "GLOC/1");
    }

    /** Returns false: V counts every observation in full, whatever the slope of the link there. */
    @Override
    public boolean calibrated() {
        return false;
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndWidths(arms, out); // argmax over x and the ellipsoid of <x, theta>, equation (7)
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y, setting.get(1));
    }

    /**
     * Returns explore(t) = sqrt(beta_t) of Theorem 1, which depends on the rewards seen so far and not on t, with kappa
     * as known. S is the radius of this policy, 1 unless it is passed, and not that of the constants.
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        return Optional.of(
                t -> SPACE.setting(Math.sqrt(model().squaredRadius(c.kappa(), c.sigma(), c.delta())), c.kappa()));
    }
}
