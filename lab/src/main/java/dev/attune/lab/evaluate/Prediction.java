package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.math.ArmForms;

/** What the reward model expects of the arms of the present event. */
final class Prediction {
    private final DirectModel model;
    private final Interval rewards;
    private double[] raw = {};
    private double[] bounded = {};

    Prediction(DirectModel model, Interval rewards) {
        this.model = model;
        this.rewards = rewards;
    }

    /** Moves on to another event. */
    void predict(long event, ActionSet arms) {
        if (raw.length < arms.arms()) {
            raw = new double[ArmForms.rowLength(arms.arms())];
            bounded = new double[raw.length];
        }
        model.predict(event, arms, raw);
        for (int k = 0; k < arms.arms(); k++) {
            bounded[k] = Math.max(rewards.low(), Math.min(rewards.high(), raw[k]));
        }
    }

    /** As the model has it, to choose by: it has no ties at the ends of the range. */
    double[] raw() {
        return raw;
    }

    /** Kept within the rewards that there can be, to value by. */
    double[] bounded() {
        return bounded;
    }
}
