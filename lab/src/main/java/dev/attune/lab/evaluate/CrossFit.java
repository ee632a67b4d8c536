package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.api.ExplorationPath;
import dev.attune.api.ModelBank;
import dev.attune.api.PolicyProvider;
import dev.attune.api.ScoredRound;
import dev.attune.catalog.Catalog;
import dev.attune.lab.report.Interval;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import java.util.List;

/**
 * Predicts what each arm of an event would earn, never by a model that has seen the event: each {@linkplain #half half} of the log
 * teaches a model, and is predicted by the model of the other half. The models are those of the default policy on named features, so a reward and
 * a prediction cost O(non-zeros), independent of the number of features.
 *
 * <p>Cross-fitting: Chernozhukov, Chetverikov, Demirer, Duflo, Hansen, Newey, Robins: Double/debiased machine learning for
 * treatment and structural parameters. Econometrics Journal 2018.
 */
final class CrossFit {
    private static final long COPIES_SEED = 0x510E527FADE682D1L;
    private static final long HALVES_SEED = 0x9B05688C2B3E6C1FL;
    private static final int MOST_COPIES = 1000;

    private final PolicyProvider provider = Catalog.policy(Catalog.DEFAULT_POLICY);
    private final List<ExplorationPath> models = List.of(model(), model());
    private final RoundRandom random = new RoundRandom(0, 0); // of bonuses, which are not used
    private final ScoredRound scored = new ScoredRound();
    private final Interval rewards;
    private double[] raw = {};
    private double[] bounded = {};

    /**
     * Creates models that have learnt nothing.
     *
     * @param rewards interval of all possible rewards
     */
    CrossFit(Interval rewards) {
        this.rewards = rewards;
    }

    private ExplorationPath model() {
        return provider.create(0).path().orElseThrow();
    }

    /** Returns the half of the log that an event belongs to, 0 or 1, drawn by its number. */
    static int half(long event) {
        return (int) (new RoundRandom(HALVES_SEED, event).nextLong() & 1);
    }

    /**
     * Returns how often a model without weights learns an event that stands for several: its weight, rounded up or down at random so that the
     * mean is the weight; at most {@value #MOST_COPIES}. The draw is keyed by the number of the event.
     */
    static int copies(long event, double weight) {
        return weight == 1 ? 1 : (int) Math.min(MOST_COPIES, weight + new RoundRandom(COPIES_SEED, event).nextDouble());
    }

    /** Learns a logged reward; an event that stands for several counts as many times. */
    void learn(long event, ActionSet arms, int chosen, double reward, double weight) {
        ExplorationPath model = models.get(half(event));
        double[] terms = arms.features(chosen);
        for (int i = copies(event, weight); i > 0; i--) {
            model.update(terms, reward, model.space().preset());
        }
    }

    /** Predicts the rewards of the arms of an event, by the model of the other half. */
    void predict(long event, ActionSet arms) {
        if (raw.length < arms.arms()) {
            raw = new double[ArmForms.rowLength(arms.arms())];
            bounded = new double[raw.length];
        }
        ExplorationPath model = models.get(1 - half(event));
        model.score(arms, random, scored);
        for (int k = 0; k < arms.arms(); k++) {
            raw[k] = model.reward(scored.mean()[k]);
            bounded[k] = Math.max(rewards.low(), Math.min(rewards.high(), raw[k]));
        }
    }

    /** Returns the predictions of the model, to choose by: they have no ties at the ends of the range. */
    double[] raw() {
        return raw;
    }

    /** Returns the predictions within the range of rewards, to value by. */
    double[] bounded() {
        return bounded;
    }

    /** Returns how much the models of the two halves have learnt. */
    List<Evaluation.LearntModel> learnt() {
        return models.stream()
                .map(model -> {
                    ModelBank posterior = model.posterior().bank().orElseThrow();
                    return new Evaluation.LearntModel(
                            provider.name(),
                            posterior.candidateName(posterior.leader()),
                            posterior.size(),
                            posterior.evicted());
                })
                .toList();
    }
}
