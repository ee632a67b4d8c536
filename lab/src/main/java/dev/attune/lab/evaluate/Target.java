package dev.attune.lab.evaluate;

import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.Argmax;
import java.util.Arrays;

/** A policy that does not learn while it is valued: for each event a probability of each arm. */
sealed interface Target {
    /** Returns its name in tables. */
    String label();

    /**
     * Fills in the probabilities of the arms.
     *
     * @param predicted what the model expects of each arm
     */
    void probabilities(LoggedEvent event, double[] predicted, double[] out);

    /** Every arm alike. */
    record Uniform() implements Target {
        @Override
        public String label() {
            return "uniform";
        }

        @Override
        public void probabilities(LoggedEvent event, double[] predicted, double[] out) {
            Arrays.fill(out, 0, event.arms().size(), 1.0 / event.arms().size());
        }
    }

    /** Always the same arm; where it is not on offer, every arm alike, so that it can be compared with what chooses always. */
    record FixedArm(String arm) implements Target {
        @Override
        public String label() {
            return "arm " + arm;
        }

        @Override
        public void probabilities(LoggedEvent event, double[] predicted, double[] out) {
            int arms = event.arms().size();
            for (int k = 0; k < arms; k++) {
                if (event.arms().get(k).id().equals(arm)) {
                    Arrays.fill(out, 0, arms, 0);
                    out[k] = 1;
                    return;
                }
            }
            Arrays.fill(out, 0, arms, 1.0 / arms);
        }
    }

    /**
     * The arm that the model likes best.
     *
     * @param random share of events with a random arm instead
     */
    record Trained(double random) implements Target {
        @Override
        public String label() {
            return random == 0 ? "trained, greedy" : "trained, " + Math.round(100 * random) + " % random";
        }

        @Override
        public void probabilities(LoggedEvent event, double[] predicted, double[] out) {
            int arms = event.arms().size();
            Arrays.fill(out, 0, arms, random / arms);
            out[Argmax.first(predicted, arms)] += 1 - random;
        }
    }
}
