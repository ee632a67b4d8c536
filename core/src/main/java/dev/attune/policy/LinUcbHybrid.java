package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.model.HybridRidge;
import java.util.random.RandomGenerator;

/**
 * Hybrid LinUCB: the arm with the largest upper confidence bound of a linear model with coefficients that all arms share and coefficients of
 * each arm's own.
 *
 * <pre>
 *   x = (a, f), a the number of the arm's block ;  z the first features of f, shared ;  x the last ones, the arm's own ; both may be all of f
 *   index of arm a:  z' beta + x' theta_a + explore sqrt(s_a)
 *   s_a = z' A_0^-1 z - 2 z' A_0^-1 B_a' A_a^-1 x + x' A_a^-1 x + x' A_a^-1 B_a A_0^-1 B_a' A_a^-1 x
 *       = w' A_0^-1 w + x' A_a^-1 x  with  w = z - B_a' A_a^-1 x
 * </pre>
 *
 * <p>Cost with k shared and d own features: O(k^2 + d^2) for each arm that is scored and for each reward.
 *
 * <p>Where the paper is silent: lambda is 1, as in its lines 1 and 8, unless it is passed or tuned, the same for all coefficients; arms may
 * share a block, and the block of a retired arm can be cleared and given to another, which leaves what it taught about the shared
 * coefficients. The paper prescribes an exploration rate for its Algorithm 1 only, so there is no theoretical setting.
 *
 * <p>By the number of features alone, as by name, both z and x are all features: beta is what arms have in common, and a new arm starts from it.
 * A feature of the context alone, the same for all arms of a round, should have no shared coefficient if arms are unlike each other: the
 * coefficient takes over what the arm that is played most pays, and the others are believed to pay it too. Put such features last and share
 * the others: {@link #LinUcbHybrid(int, int, int)}.
 *
 * <p>Li, Chu, Langford, Schapire, "A contextual-bandit approach to personalized news article recommendation", WWW 2010, Algorithm 2.
 */
public final class LinUcbHybrid extends ModelPolicy<HybridRidge> {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(1));

    private static final String STATE = "LinUCB-hybrid/1";

    /**
     * Makes a policy in which every feature has a shared coefficient and one of each arm; lambda = 1 at first, and path tuners set it by the
     * evidence of the rewards.
     *
     * @param dimension number of features, with the number of the block
     */
    public LinUcbHybrid(int dimension) {
        this(dimension, dimension - 1, dimension - 1);
    }

    /**
     * Makes a policy with these shared and own features; lambda = 1 at first, and path tuners set it by the evidence of the rewards.
     *
     * @param dimension number of features, with the number of the block
     * @param shared how many of the features, the first after the number of the block, have coefficients that all arms share
     * @param own how many of the features, the last ones, have coefficients for each arm; with {@code shared} at least all
     */
    public LinUcbHybrid(int dimension, int shared, int own) {
        super(new HybridRidge(LinUcb.blockDimension(dimension), shared, own), SPACE, STATE);
    }

    /** Makes a policy with these shared and own features and a lambda that is kept: tuners do not change it. */
    public LinUcbHybrid(int dimension, int shared, int own, double lambda) {
        super(new HybridRidge(LinUcb.blockDimension(dimension), shared, own, lambda), SPACE, STATE);
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndWidths(arms, out); // lines 5-14: beta, new arms, theta_a, s_a and p_a
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y); // lines 17-23
    }
}
