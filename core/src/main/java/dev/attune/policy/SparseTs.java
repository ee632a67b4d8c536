package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.model.Link;
import dev.attune.model.SparseGaussian;
import java.util.random.RandomGenerator;

/**
 * Sparse-TS: optimistic Thompson sampling, independent for each arm, over a {@link SparseGaussian} with identity, logistic or Poisson link. For named
 * features of any number: arms are lists of terms, and a pair of a context's term and an arm's has a coefficient from its first reward on.
 *
 * <pre>
 *   index of arm k:  eta_k + explore sqrt(w_k / n_k) max(0, z_k)     z_k ~ N(0, 1), independent for each arm ;  n_k pairs
 * </pre>
 *
 * <p>Cost per round: one look-up for each term of the context, one addition for each pair that has a coefficient; nothing depends on the number of
 * features that exist.
 *
 * <p>Departures from Thompson sampling: every arm has a draw of its own, also if arms share coefficients; with a diagonal covariance this
 * is what keeps many uncertain arms apart. The deviation is divided by sqrt(n): with many features at once the full one explores too much. A draw
 * below the mean is raised to the mean (optimistic Bayesian sampling).
 *
 * <p>Chapelle, Li, "An empirical evaluation of Thompson sampling", NIPS 2011; May, Korda, Lee, Leslie, "Optimistic Bayesian sampling in
 * contextual-bandit problems", JMLR 2012.
 */
public final class SparseTs extends ModelPolicy<SparseGaussian> {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    /** Creates a policy on a linear model with the default budget of coefficients. */
    public SparseTs() {
        this(Link.IDENTITY, SparseGaussian.BUDGET);
    }

    /**
     * Creates a policy that keeps a number of coefficients.
     *
     * @param budget number of coefficients
     */
    public SparseTs(Link link, int budget) {
        super(new SparseGaussian(link, budget), SPACE, "Sparse-TS " + link.linkName() + "/2");
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndOptimism(arms, rng, out);
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y);
    }

    @Override
    public void update(double[] x, double y, Setting setting, double likelihood) {
        Require.observation(this, x, y, setting);
        model().add(x, y, likelihood);
    }
}
