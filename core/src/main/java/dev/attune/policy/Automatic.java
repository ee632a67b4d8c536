package dev.attune.policy;

import dev.attune.api.ActionSet;
import dev.attune.api.Forgetting;
import dev.attune.api.Require;
import dev.attune.api.ScoredRound;
import dev.attune.api.Setting;
import dev.attune.api.SettingSpace;
import dev.attune.model.CandidateBank;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Auto: chooses the model by prediction. A {@link CandidateBank} has models from simple to rich, and the one that has predicted the rewards best
 * scores the arms.
 *
 * <pre>
 *   leader with full covariance:  index of arm k = mu_k + explore sqrt(w_k)
 *   diagonal leader:              index of arm k = mu_k + explore sqrt(w_k / n_k) max(0, z_k)     z_k ~ N(0, 1), independent for each arm ;  n_k terms
 * </pre>
 *
 * <p>Cost per round: that of the leader to score, that of all candidates to learn.
 *
 * <p>Departures from Thompson sampling of the diagonal leader are those of {@link SparseTs}.
 */
public final class Automatic extends ModelPolicy<CandidateBank> {
    /** explore. */
    public static final SettingSpace SPACE = SettingSpace.of(Hyperparameters.explore(0.25));

    /** Creates a policy for named features, with the default budget of coefficients; it detects changes of the world. */
    public Automatic() {
        this(0, Forgetting.DETECTED);
    }

    /**
     * Creates a policy.
     *
     * @param dimension length of the vectors; 0 for named features
     * @param forgetting how candidates with full covariance forget
     */
    public Automatic(int dimension, Forgetting forgetting) {
        this(dimension, forgetting, EnumSet.allOf(CandidateBank.Kind.class), "Auto");
    }

    /** Creates a policy with some of the candidates only, for studies of what each of them does. */
    public Automatic(int dimension, Forgetting forgetting, Set<CandidateBank.Kind> candidates) {
        this(dimension, forgetting, candidates, "Auto " + candidates);
    }

    private Automatic(int dimension, Forgetting forgetting, Set<CandidateBank.Kind> candidates, String name) {
        super(
                CandidateBank.of(dimension, forgetting, candidates),
                SPACE,
                stateName(name + (dimension == 0 ? " of candidates" : " on vectors"), forgetting));
    }

    @Override
    public void score(ActionSet arms, RandomGenerator rng, ScoredRound out) {
        model().meansAndBonuses(arms, rng, out);
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
