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
import dev.attune.model.Challenger;
import dev.attune.model.FrozenScorer;
import dev.attune.model.Link;
import dev.attune.model.RidgeModel;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.random.RandomGenerator;

/**
 * LinUCB: the arm with the largest upper confidence bound of a linear model.
 *
 * <pre>
 *   V = lambda I + sum x x'     b = sum x y     theta = V^-1 b
 *   index of arm a:  x_a' theta + explore sqrt(x_a' V^-1 x_a)
 * </pre>
 *
 * <p>Cost per round: K d (d+3)/2 multiplications to score, O(d^2) to learn.
 *
 * <p>Where the paper is silent: one theta for all arms (Li et al. keep one per arm; an encoding does that), lambda = 1.
 *
 * <p>Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article recommendation", WWW 2010,
 * Algorithm 1. Theory: Abbasi-Yadkori, Pal, Szepesvari, NIPS 2011, Theorem 2.
 */
public final class LinUcb implements ExplorationPath {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(1));

    private final int d;
    private final RidgeModel model;
    private final String stateName;

    /** With prior precision lambda = 1. */
    public LinUcb(int dimension) {
        this(dimension, 1);
    }

    /** With a prior precision of choice. */
    public LinUcb(int dimension, double lambda) {
        this(new RidgeModel(Require.positive("dimension", dimension), lambda), "LinUCB/1");
    }

    private LinUcb(RidgeModel model, String stateName) {
        this.d = model.dimension();
        this.model = model;
        this.stateName = stateName;
    }

    /** For a world that changes: with a {@link Challenger} that replaces the model when it has fallen behind. */
    public static LinUcb forgetting(int dimension, double lambda) {
        Challenger challenger = new Challenger(Require.positive("dimension", dimension), lambda);
        return new LinUcb(new RidgeModel(dimension, lambda, challenger), "forgetting LinUCB/1");
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
        model.meansAndWidths(arms, out); // lines 8 and 9: theta-hat and p = theta-hat' x + alpha sqrt(x' A^-1 x)
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        model.add(x, y); // lines 12-13: A += x x', b += r x
    }

    /** explore(t) = sigma sqrt(d ln((1 + t/lambda)/delta)) + S sqrt(lambda). */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        double lambda = model.precision().lambda();
        return t -> SPACE.setting(radius(d, lambda, c.sigma(), c.delta(), c.norm(), t));
    }

    /** Radius of the ellipsoid that holds theta* in every round with probability 1 - delta. */
    static double radius(int d, double lambda, double sigma, double delta, double norm, long t) {
        return sigma * Math.sqrt(d * StrictMath.log((1 + t / lambda) / delta)) + norm * Math.sqrt(lambda);
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
