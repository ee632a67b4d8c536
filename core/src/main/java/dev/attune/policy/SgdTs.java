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
import dev.attune.math.Symmetric;
import dev.attune.model.FrozenScorer;
import dev.attune.model.GlmModel;
import dev.attune.model.IsotropicGaussian;
import dev.attune.model.Link;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * SGD-TS: Thompson sampling around averaged stochastic gradient descent, one step and one draw per batch.
 *
 * <pre>
 *   warm-up: tau random pulls, theta0 = ridge estimate on them ;  theta~ = theta0, thetaBar = 0
 *   at the start of batch j = 1, 2, ...:
 *     theta~  -= (step / j) * gradient summed over the last batch, then projected on the ball |. - theta0| at most 2
 *     thetaBar = ((j-1) thetaBar + theta~) / j
 *     z_j ~ N(0, I), kept for the whole batch
 *   index of arm a:  x_a' (thetaBar + explore sqrt(2/j) z_j)
 * </pre>
 *
 * <p>Cost per round: 2 K d multiplications to score, O(d) to learn; a round of the warm-up, which is fitted anew after
 * every reward, costs up to O(tau d^2).
 *
 * <p>Where the paper is silent: batches are counted in rewards, so that late ones do no harm; the step is the one in
 * force for the reward that closes the batch; z_j is keyed by (seed, j), so it is no state. Before batch 1 there is no
 * batch, hence no gradient.
 *
 * <p>Departures: the warm-up estimate has ridge 10. Without it the ball around theta0 may miss theta* for good; {@code
 * startRidge} close to zero gives the published start.
 *
 * <p>Ding, Hsieh, Sharpnack, "An efficient algorithm for generalized linear bandit: online stochastic gradient descent
 * and Thompson sampling", AISTATS 2021, Algorithm 1.
 */
public final class SgdTs implements ExplorationPath {
    /** explore, step. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.1), Hyperparameters.step(1));

    /** Ridge of the warm-up estimate. */
    public static final double START_RIDGE = 10;

    private static final double RADIUS = 2;
    private static final int BATCH_FACTOR = 6; // the publication's C in tau = C max(d, log T)

    private final int d;
    private final int tau;
    private final long seed;
    private final Link link;
    private final GlmModel start; // holds the warm-up; idle afterwards
    private final double[] theta; // theta~
    private final double[] thetaBar;
    private final double[] gradient; // of the batch under way, at theta~
    private final double[] u; // sqrt(2/j) z_j
    private final IsotropicGaussian posterior;
    private long j; // batch under way; 0 in the warm-up
    private int inBatch; // rewards of this batch so far

    /** Logistic, with batches for horizons up to about 22,000 rounds (e^10). */
    public SgdTs(int dimension) {
        this(Link.LOGISTIC, dimension, batchLength(dimension, 22_026), START_RIDGE, 0);
    }

    /**
     * With everything of choice.
     *
     * @param link the link
     * @param dimension number of features
     * @param batch rewards per batch, tau
     * @param startRidge ridge of the warm-up estimate
     * @param seed key of the draws, one per batch
     */
    public SgdTs(Link link, int dimension, int batch, double startRidge, long seed) {
        this.d = Require.positive("dimension", dimension);
        this.tau = Require.positive("batch", batch);
        this.seed = seed;
        this.link = link;
        this.start = new GlmModel(link, d, startRidge);
        this.theta = new double[d];
        this.thetaBar = new double[d];
        this.gradient = new double[d];
        this.u = new double[d];
        this.posterior = new IsotropicGaussian(thetaBar);
        learnt();
    }

    /** tau = 6 max(d, ln T), the publication's batch length. */
    public static int batchLength(int dimension, long horizon) {
        return BATCH_FACTOR * Math.max(dimension, (int) Math.ceil(StrictMath.log(horizon)));
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
    public int holdRounds() {
        return tau;
    }

    @Override
    public int warmupRounds() {
        return tau;
    }

    @Override
    public Posterior posterior() {
        return posterior;
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        Require.dimension(arms, d);
        if (j == 0) {
            warmUp(arms, rng, out);
            return;
        }
        out.resize(arms.arms(), d);
        out.bonusesAreDrawn();
        ArmForms.linearPair(thetaBar, u, arms.byFeature(), arms.arms(), out.mean(), out.bonus()); // line 12
    }

    /** Line 2: random pulls, whatever the setting. */
    private void warmUp(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        out.resize(arms.arms(), d);
        out.bonusesAreDrawn();
        for (int k = 0; k < arms.arms(); k++) {
            out.mean()[k] = rng.nextDouble();
            out.bonus()[k] = 0;
        }
    }

    @Override
    public void update(double[] x, double y, Setting setting) {
        Require.observation(this, x, y, setting);
        if (j == 0) {
            start.add(x, y);
        } else {
            double residual = link.mean(Symmetric.dot(x, theta, d)) - y;
            for (int i = 0; i < d; i++) {
                gradient[i] = Math.fma(residual, x[i], gradient[i]);
            }
        }
        if (++inBatch == tau) {
            startBatch(setting.get(1));
        }
        learnt();
    }

    private void startBatch(double step) {
        double[] theta0 = start.mean();
        j++;
        inBatch = 0;
        if (j == 1) {
            System.arraycopy(theta0, 0, theta, 0, d); // line 3: theta~_0
        } else {
            for (int i = 0; i < d; i++) { // line 7: theta~_j, one step for the batch
                theta[i] = Math.fma(-step / j, gradient[i], theta[i]);
            }
            project(theta0);
        }
        for (int i = 0; i < d; i++) {
            thetaBar[i] += (theta[i] - thetaBar[i]) / j; // line 8
        }
        Arrays.fill(gradient, 0);
        draw();
    }

    private void project(double[] theta0) {
        double squared = 0;
        for (int i = 0; i < d; i++) {
            double gap = theta[i] - theta0[i];
            squared = Math.fma(gap, gap, squared);
        }
        double length = Math.sqrt(squared);
        if (length > RADIUS) {
            for (int i = 0; i < d; i++) {
                theta[i] = theta0[i] + RADIUS / length * (theta[i] - theta0[i]);
            }
        }
    }

    private void learnt() {
        posterior.learnt(2.0 / Math.max(1, j), j * tau + inBatch);
    }

    private void draw() {
        learnt();
        RoundRandom.gaussians(new RoundRandom(seed, j), u); // line 11
        posterior.shape(u);
    }

    /**
     * explore^2 = g1^2 + g2^2 with g1 = sigma sqrt(d/2 ln(1 + 2 j tau/d) + 2 ln T), g2 = tau sqrt(1 + ln j), at
     * step = 1 and the batch j that round t falls in.
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        return t -> {
            double batch = Math.max(1, (t - 1) / tau);
            double inside = 0.5 * d * StrictMath.log(1 + 2 * batch * tau / d) + 2 * StrictMath.log(c.horizon());
            double g2 = tau * Math.sqrt(1 + StrictMath.log(batch));
            return SPACE.setting(Math.sqrt(c.sigma() * c.sigma() * inside + g2 * g2), 1);
        };
    }

    /** The averaged coefficients, to be read only. */
    public double[] thetaBar() {
        return thetaBar;
    }

    @Override
    public String stateName() {
        return "SGD-TS/1";
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeString(batches());
        start.writeState(out);
        out.writeDoubles(theta);
        out.writeDoubles(thetaBar);
        out.writeDoubles(gradient);
        out.writeLong(j);
        out.writeInt(inBatch);
    }

    @Override
    public void readState(StateReader in) {
        in.expect("batches", batches());
        start.readState(in);
        in.readDoubles(theta);
        in.readDoubles(thetaBar);
        in.readDoubles(gradient);
        j = in.readTally();
        inBatch = in.readCount(tau - 1);
        draw();
    }

    private String batches() {
        return "of " + tau + " drawn with seed " + seed;
    }
}
