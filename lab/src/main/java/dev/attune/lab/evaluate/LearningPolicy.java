package dev.attune.lab.evaluate;

import dev.attune.Catalog;
import dev.attune.Options;
import dev.attune.SelfTuningBandit;
import dev.attune.api.Horizon;
import dev.attune.api.Policy;
import dev.attune.tuner.Fixed;

/**
 * A bandit that is to learn from a log: a policy of the catalogue with a tuner of the catalogue, or with one hyperparameter fixed.
 *
 * @param policy name of the policy
 * @param tuner name of the tuner, or a hyperparameter with its value, such as {@code explore=0.5}
 */
public record LearningPolicy(String policy, String tuner) {
    /**
     * Writes the names as the catalogue does.
     *
     * @throws IllegalArgumentException if there is no such policy or tuner
     */
    public LearningPolicy {
        policy = Catalog.policy(policy).name();
        if (tuner.indexOf('=') < 0) {
            tuner = Catalog.tuner(tuner).name();
        }
    }

    /** Whether it has a tuner, not a fixed value. */
    public boolean tuned() {
        return tuner.indexOf('=') < 0;
    }

    /** What it is called in tables. */
    public String label() {
        return policy + ", " + tuner;
    }

    /**
     * Makes one.
     *
     * @throws IllegalArgumentException if the policy lacks what the tuner needs
     */
    public SelfTuningBandit make(int dimension, long horizon, long seed) {
        Policy made = Catalog.policy(policy).factory().apply(dimension);
        Options options = Options.DEFAULT.seed(seed);
        int equals = tuner.indexOf('=');
        if (equals < 0) {
            return Catalog.tuner(tuner).tuning().tune(made, Horizon.of(Math.max(1, horizon)), options);
        }
        double[] values = made.space().preset().toArray();
        values[made.space().indexOf(tuner.substring(0, equals))] = number(tuner.substring(equals + 1));
        return SelfTuningBandit.of(made, new Fixed(made.space().setting(values)), options);
    }

    private double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("tuner " + tuner + ": " + text + " is not a number", e);
        }
    }
}
