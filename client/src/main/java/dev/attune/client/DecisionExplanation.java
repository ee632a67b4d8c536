package dev.attune.client;

import dev.attune.live.Explanation.ArmExplanation;
import dev.attune.live.statistics.PathView.Segment;
import java.util.List;
import java.util.Map;

/**
 * Why a past decision was made.
 *
 * @param chosen id of the chosen arm
 * @param greedy id of the arm with the largest estimate; empty if arms were not scored
 * @param why the reason in one sentence
 * @param setting values of the hyperparameters in force, by name
 * @param arms the arms on offer, as the model saw them
 * @param envelope the arm that each exploration rate would have chosen, in the order of the rates
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
