package dev.attune.client;

import dev.attune.live.Explanation.ArmExplanation;
import dev.attune.live.statistics.PathView.Segment;
import java.util.List;
import java.util.Map;

/**
 * Why a past decision came out as it did.
 *
 * @param chosen id of the chosen arm
 * @param greedy id of the arm with the largest estimate; empty where arms were not scored
 * @param why the reason, as a sentence for people
 * @param setting values of the hyperparameters in force, by name
 * @param arms the arms on offer as the model saw them at that moment
 * @param envelope which arm each exploration rate would have chosen, from the least rate to the greatest
 */
public record DecisionExplanation(
        String chosen,
        String greedy,
        String why,
        Map<String, Double> setting,
        List<ArmExplanation> arms,
        List<Segment> envelope) {
    /** Copies the collections. */
    public DecisionExplanation {
        setting = Map.copyOf(setting);
        arms = List.copyOf(arms);
        envelope = List.copyOf(envelope);
    }
}
