package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.model.CandidateBank;
import dev.attune.model.SparseGaussian;
import java.util.random.RandomGenerator;

/**
 * Auto: optimistic Thompson sampling, independent for each arm, over a {@link CandidateBank}. The default for named features: which model, which
 * prior and which features matter is chosen by prediction.
 *
 * <pre>
 *   index of arm k:  mu_k + explore sqrt(w_k / n_k) max(0, z_k)     z_k ~ N(0, 1), independent for each arm ;  n_k terms
 * </pre>
 *
 * <p>Cost per round: that of the leader to score, that of all candidates to learn.
 *
 * <p>Departures from Thompson sampling are those of {@link SparseTs}. Where arms share no coefficients, which the full model assumes, independent
 * draws are no departure.
 */
public final class Automatic extends ModelPolicy<CandidateBank> {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    /** Creates a policy with the default budget of coefficients. */
    public Automatic() {
        super(new CandidateBank(SparseGaussian.BUDGET), SPACE, "Auto/1");
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndOptimism(arms, rng, out);
    }

    @Override
    protected void learn(double[] x, double y, Setting setting) {
        model().add(x, y);
    }
}
