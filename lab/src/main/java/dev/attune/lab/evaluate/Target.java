package dev.attune.lab.evaluate;

import dev.attune.lab.log.LoggedEvent;
import dev.attune.math.Argmax;
import java.util.Arrays;
import java.util.Objects;

/**
 * A policy that does not learn while it is valued.
 *
 * @param label its name in tables
 * @param choice its probabilities of the arms of an event
 */
record Target(String label, Choice choice) {
    /** Every arm alike. */
    static final Target UNIFORM = new Target("uniform", (event, predicted, out) -> uniform(event, 1, out));

    /** Fills in the probabilities of the arms of an event, given what a model expects of each. */
    interface Choice {
        void fill(LoggedEvent event, double[] predicted, double[] out);
    }

    /** Always the same arm; where it is not on offer, every arm alike, so that it can be compared with what chooses always. */
    static Target fixed(String arm) {
        return new Target("arm " + arm, (event, predicted, out) -> {
            int place = event.place(arm);
            uniform(event, place < 0 ? 1 : 0, out);
            if (place >= 0) {
                out[place] = 1;
            }
        });
    }

    /**
     * The arm that the model likes best.
     *
     * @param random share of events with a random arm
     */
    static Target trained(double random) {
        return new Target(
                random == 0 ? "trained, greedy" : "trained, " + Math.round(100 * random) + " % random",
                (event, predicted, out) -> {
                    uniform(event, random, out);
                    out[Argmax.first(predicted, event.arms().size())] += 1 - random;
                });
    }

    /** A policy whose choices are in the log. */
    static Target given(String name) {
        return new Target("policy " + name, (event, predicted, out) -> {
            double[] logged = Objects.requireNonNull(event.policies().get(name));
            System.arraycopy(logged, 0, out, 0, logged.length);
        });
    }

    private static void uniform(LoggedEvent event, double share, double[] out) {
        int arms = event.arms().size();
        Arrays.fill(out, 0, arms, share / arms);
    }
}
