package dev.attune.lab.evaluate;

import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.Argmax;
import java.util.Arrays;
import java.util.function.ToIntBiFunction;

/**
 * A policy that does not learn while it is valued: in each event it prefers an arm, and chooses a random one in a share of the events.
 *
 * @param label its name in tables
 * @param random share of events with a random arm
 * @param preferred the arm that is preferred, given what the model expects of each arm; -1 for a random one
 */
record Target(String label, double random, ToIntBiFunction<LoggedEvent, double[]> preferred) {
    /** Every arm alike. */
    static final Target UNIFORM = new Target("uniform", 1, (event, predicted) -> -1);

    /** Always the same arm; where it is not on offer, every arm alike, so that it can be compared with what chooses always. */
    static Target fixed(String arm) {
        return new Target("arm " + arm, 0, (event, predicted) -> {
            for (int k = 0; k < event.arms().size(); k++) {
                if (event.arms().get(k).id().equals(arm)) {
                    return k;
                }
            }
            return -1;
        });
    }

    /** The arm that the model likes best. */
    static Target trained(double random) {
        return new Target(
                random == 0 ? "trained, greedy" : "trained, " + Math.round(100 * random) + " % random",
                random,
                (event, predicted) -> Argmax.first(predicted, event.arms().size()));
    }

    /**
     * Fills in the probabilities of the arms.
     *
     * @param predicted what the model expects of each arm
     */
    void probabilities(LoggedEvent event, double[] predicted, double[] out) {
        int arms = event.arms().size();
        int arm = preferred.applyAsInt(event, predicted);
        Arrays.fill(out, 0, arms, (arm < 0 ? 1 : random) / arms);
        if (arm >= 0) {
            out[arm] += 1 - random;
        }
    }
}
