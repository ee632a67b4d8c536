package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Schedule;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.api.TheoryConstants;
import dev.attune.math.ArmForms;
import dev.attune.model.AveragedDescent;
import dev.attune.model.Link;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * SGD-TS: Thompson sampling around averaged stochastic gradient descent, one step and one draw per batch.
 *
 * <pre>
 *   warm-up: tau random pulls, theta0 = ridge estimate on them
 *   batch j = 1, 2, ... of tau rewards: theta~ by one gradient step, thetaBar by averaging ({@link AveragedDescent})
 *   z_j ~ N(0, I), kept for the whole batch
 *   index of arm a:  x_a' (thetaBar + explore sqrt(2/j) z_j)
 * </pre>
 *
 * <p>Cost per round: 2 K d multiplications to score, O(d) to learn; a round of the warm-up, which is fitted again after
 * every reward, costs up to O(tau d^2).
 *
 * <p>Where the paper is silent: batches are counted in rewards, so that late ones do no harm; the step is the one in
 * force for the reward that closes the batch; z_j is keyed by (seed, j), so it is no state. Before batch 1 there is no
 * batch, hence no gradient.
 *
 * <p>Departures: the warm-up estimate has ridge 10. Without it the ball around theta0 may miss theta* for good; {@code
 * startRidge} close to zero gives the published start. Tuners search the step on a log scale, in the box [0.1, 5] of
 * Kang, Hsieh and Lee (2024).
 *
 * <p>Ding, Hsieh, Sharpnack, "An efficient algorithm for generalized linear bandit: online stochastic gradient descent
 * and Thompson sampling", AISTATS 2021, Algorithm 1.
 */
public final class SgdTs extends ModelPolicy<AveragedDescent> {
    /** explore, step. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.1), Hyperparameters.step(1));

    /** Ridge of the warm-up estimate. */
    public static final double START_RIDGE = 10;

    private static final int BATCH_FACTOR = 6; // the publication's C in tau = C max(d, log T)

    /** Makes a logistic policy, with batches for horizons up to about 22,000 rounds (e^10). */
    public SgdTs(int dimension) {
        this(Link.LOGISTIC, dimension, batchLength(dimension, 22_026), START_RIDGE, 0);
    }

    /**
     * Makes a policy with all parameters explicit.
     *
     * @param link the link
     * @param dimension number of features
     * @param batch rewards per batch, tau
     * @param startRidge ridge of the warm-up estimate
     * @param seed key of the draws, one per batch
     */
    public SgdTs(Link link, int dimension, int batch, double startRidge, long seed) {
        super(new AveragedDescent(link, dimension, batch, startRidge, seed), SPACE, "SGD-TS/1");
    }

    /** Returns tau = 6 max(d, ln T), the publication's batch length. */
    public static int batchLength(int dimension, long horizon) {
        return BATCH_FACTOR * Math.max(dimension, (int) Math.ceil(StrictMath.log(horizon)));
    }

    @Override
    public int holdRounds() {
        return model().batchLength();
    }

    @Override
    public int warmupRounds() {
        return model().batchLength();
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        check(arms);
        out.resize(arms.arms(), dimension());
        out.bonusesAreDrawn();
        if (model().starting()) {
            for (int k = 0; k < arms.arms(); k++) { // line 2: random pulls, whatever the setting
                out.mean()[k] = rng.nextDouble();
                out.bonus()[k] = 0;
            }
        } else { // line 12
            double[] u = model().direction();
            ArmForms.linearPair(model().mean(), u, arms.byFeature(), arms.arms(), out.mean(), out.bonus());
        }
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y, setting.get(1));
    }

    /**
     * Returns explore^2 = g1^2 + g2^2 with g1 = sigma sqrt(d/2 ln(1 + 2 j tau/d) + 2 ln T), g2 = tau sqrt(1 + ln j), at
     * step = 1. Rounds are counted from the end of the warm-up, so round t falls in batch j = 1 + floor((t-1)/tau).
     */
    @Override
    public Optional<Schedule> theory(TheoryConstants c) {
        int d = model().dimension();
        int tau = model().batchLength();
        return Optional.of(t -> {
            double batch = 1 + (t - 1) / tau;
            double inside = 0.5 * d * StrictMath.log(1 + 2 * batch * tau / d) + 2 * StrictMath.log(c.horizon());
            double g2 = tau * Math.sqrt(1 + StrictMath.log(batch));
            return SPACE.setting(Math.sqrt(c.sigma() * c.sigma() * inside + g2 * g2), 1);
        });
    }
}
