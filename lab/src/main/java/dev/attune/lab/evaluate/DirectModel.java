package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;
import dev.attune.math.RoundRandom;
import dev.attune.model.EvidencePrior;
import dev.attune.model.RidgeModel;

/**
 * What each arm of an event would earn, by ridge regression, and never from a model that has seen the event: the events are
 * dealt into two halves by their number, each half teaches a model, and each is predicted by the model of the other half.
 *
 * <p>Cross-fitting: Chernozhukov, Chetverikov, Demirer, Duflo, Hansen, Newey, Robins: Double/debiased machine learning for
 * treatment and structural parameters. Econometrics Journal 2018. The prior precision is tuned by evidence.
 */
final class DirectModel {
    private static final long SEED = 0x9B05688C2B3E6C1FL;
    private static final int FOLDS = 2;

    private final RidgeModel[] models = new RidgeModel[FOLDS];
    private final EvidencePrior[] priors = new EvidencePrior[FOLDS];
    private final RoundRandom random = new RoundRandom(SEED, 0);

    DirectModel(int dimension) {
        for (int fold = 0; fold < FOLDS; fold++) {
            models[fold] = new RidgeModel(dimension, 1);
            priors[fold] = new EvidencePrior();
        }
    }

    private int fold(long event) {
        random.reset(SEED, event);
        return (int) (random.nextLong() & 1);
    }

    /** Learns a logged reward; an event that stands for several counts as many times. */
    void learn(long event, ActionSet arms, int chosen, double reward, double weight) {
        int fold = fold(event);
        priors[fold].offered(arms, models[fold]);
        double[] x = arms.features(chosen);
        double root = Math.sqrt(weight);
        for (int i = 0; i < x.length; i++) {
            x[i] *= root;
        }
        models[fold].add(x, root * reward);
        priors[fold].rewarded(models[fold]);
    }

    /** Fills in what the other half of the log expects of each arm of an event. */
    void predict(long event, ActionSet arms, double[] out) {
        ArmForms.linear(models[1 - fold(event)].mean(), arms.byFeature(), arms.arms(), out);
    }
}
