package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.model.DiagonalGaussian;
import dev.attune.model.Link;
import dev.attune.model.ModeSearch;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Laplace-TS: Thompson sampling from a diagonal Gaussian that follows the posterior of a logistic regression.
 *
 * <pre>
 *   w_i ~ N(m_i, explore^2 / q_i), one draw a round
 *   index of arm a:  x_a' w
 *   after a reward:  m = mode of the next posterior ;  q_i += x_i^2 mu'(m'x)
 * </pre>
 *
 * <p>Cost per round: 2 K d multiplications to score, O(d) to learn.
 *
 * <p>Departures: the mode is found exactly, so there is no step size; {@link #byDescent} searches as the experiments of
 * Kang, Hsieh and Lee (2024) did and has one, which tuners search on a log scale. {@code explore} scales the standard
 * deviation, as Chapelle and Li do in their experiments; the 2024 paper leaves it at 1.
 *
 * <p>Chapelle, Li, "An empirical evaluation of Thompson sampling", NIPS 2011, Algorithm 3.
 */
public final class LaplaceTs extends ModelPolicy<DiagonalGaussian> {
    /** explore; steeper than for UCB, so the preset is smaller. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    /** explore and step, of the form that searches by gradient descent. */
    public static final SettingSpace DESCENT_SPACE =
            SettingSpace.of(Hyperparameters.explore(1), Hyperparameters.step(1));

    private static final ModeSearch EXACT = new ModeSearch.Exact();

    /** Makes a logistic policy with lambda = 1. */
    public LaplaceTs(int dimension) {
        this(Link.LOGISTIC, dimension);
    }

    /** Makes a policy with this link and lambda = 1. */
    public LaplaceTs(Link link, int dimension) {
        this(link, dimension, 1);
    }

    /** Makes a policy with this link and lambda. */
    public LaplaceTs(Link link, int dimension, double lambda) {
        this(new DiagonalGaussian(link, dimension, lambda), SPACE, "Laplace-TS/1");
    }

    private LaplaceTs(DiagonalGaussian model, SettingSpace space, String stateName) {
        super(model, space, stateName);
    }

    /**
     * Returns the form of the 2024 paper's experiments, for reproduction: the mode by gradient descent with a step
     * size.
     */
    public static LaplaceTs byDescent(int dimension) {
        DiagonalGaussian model = new DiagonalGaussian(Link.LOGISTIC, dimension, 1);
        return new LaplaceTs(model, DESCENT_SPACE, "Laplace-TS by descent/1");
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndDraw(arms, rng, out);
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y, space().size() == 1 ? EXACT : new ModeSearch.Descent(setting.get(1)));
    }

    /** Returns explore = 1, the posterior as it is, and step = 1 where there is one. */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        Setting fixed = space().size() == 1 ? space().setting(1) : space().setting(1, 1);
        return Optional.of(t -> fixed);
    }
}
