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
import dev.attune.math.Symmetric;
import dev.attune.model.FrozenScorer;
import dev.attune.model.GlmModel;
import dev.attune.model.Link;
import dev.attune.model.Precision;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
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
 * parameters; here the ridge lambda = 1 does the work of both.
 *
 * <p>Filippi, Cappe, Garivier, Szepesvari, "Parametric bandits: the generalized linear case", NIPS 2010, Algorithm 1.
 */
public final class GlmUcb implements ExplorationPath {
    /** explore, in units of reward. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    private final int d;
    private final GlmModel model;
    private final Precision V;

    /** Logistic, with prior precision lambda = 1. */
    public GlmUcb(int dimension) {
        this(Link.LOGISTIC, dimension, 1);
    }

    /** With a link and prior precision of choice. */
    public GlmUcb(Link link, int dimension, double lambda) {
        this.d = Require.positive("dimension", dimension);
        this.model = new GlmModel(link, d, lambda);
        this.V = new Precision(d, lambda);
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

    /** The index is in units of reward already; the score is not. */
    @Override
    public double predict(double[] x) {
        return model.link().mean(Symmetric.dot(x, model.mean(), d));
    }

    /** In units of reward, as the index is: the slope at zero turns scores into rewards. */
    @Override
    public Posterior posterior() {
        return new ScaledPosterior(model, model.link().slopeAt(model.link().mean(0)));
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        Require.dimension(arms, d);
        out.resize(arms.arms(), d);
        double[] mean = out.mean();
        ArmForms.linear(model.mean(), arms.byFeature(), arms.arms(), mean);
        for (int k = 0; k < arms.arms(); k++) {
            mean[k] = model.link().mean(mean[k]);
        }
        V.widths(arms, out); // line 7: argmax mu(m_a' theta) + rho(t) |m_a|_{M^-1}
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        V.add(1, x);
        model.add(x, y); // line 5 of the next round: the estimate, equation (5)
    }

    /**
     * explore(t) = 2 k_mu q / c_mu sqrt(2 d ln t ln(2 d T/delta)) with q = sqrt(3 + 2 ln(1 + 2/lambda)), rewards and
     * features bounded by one, k_mu the largest and c_mu = kappa the smallest slope of the link.
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        double steepest = model.link() == Link.LOGISTIC ? 0.25 : 1;
        double q = Math.sqrt(3 + 2 * StrictMath.log(1 + 2 / V.lambda()));
        double spread = 2 * d * StrictMath.log(2.0 * d * c.horizon() / c.delta());
        return t -> SPACE.setting(2 * steepest * q / c.kappa() * Math.sqrt(spread * StrictMath.log(t)));
    }

    /** The generalized linear model. */
    public GlmModel model() {
        return model;
    }

    @Override
    public void writeShared(StateWriter out) {
        model.writeShared(out);
        V.writeState(out);
    }

    @Override
    public String stateName() {
        return "GLM-UCB/1";
    }

    @Override
    public void writeState(StateWriter out) {
        model.writeState(out);
        V.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        model.readState(in);
        V.readState(in);
    }
}
