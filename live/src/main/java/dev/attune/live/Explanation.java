package dev.attune.live;

import dev.attune.api.Setting;
import java.util.List;

/**
 * Why a past decision came out as it did.
 *
 * @param arms the arms on offer, in their order, as the model saw them at that moment
 * @param envelope which arm each exploration rate would have chosen, from the least rate to the greatest; empty where arms were not scored
 * @param setting the hyperparameters in force
 * @param greedy id of the arm with the largest estimate; empty where arms were not scored
 * @param chosen id of the chosen arm
 * @param exploring whether the chosen arm is another than the greedy one
 * @param why the reason, as a sentence for people
 */
public record Explanation(
        List<ArmExplanation> arms,
        List<Interval> envelope,
        Setting setting,
        String greedy,
        String chosen,
        boolean exploring,
        String why) {
    /** Copies the lists. */
    public Explanation {
        arms = List.copyOf(arms);
        envelope = List.copyOf(envelope);
    }

    /**
     * An arm as the model saw it. All numbers are NaN where arms were not scored.
     *
     * @param id of the arm
     * @param mean what it was expected to earn, on the scale of the policy's index
     * @param width what one unit of exploration adds: how little is known of it, or, for Thompson sampling, its share of the draw
     * @param index mean + explore * width
     * @param probability with which it could have been chosen, the floor included; NaN where it is not known
     */
    public record ArmExplanation(String id, double mean, double width, double index, double probability) {}

    /**
     * Exploration rates that choose the same arm.
     *
     * @param from the least of them
     * @param to where the next interval begins, or the envelope ends
     * @param arm id of the arm
     */
    public record Interval(double from, double to, String arm) {}
}
