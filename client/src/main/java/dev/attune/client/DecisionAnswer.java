package dev.attune.client;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A decision of the service.
 *
 * @param id of the decision, for its reward; signed by the service
 * @param arm id of the arm to show
 * @param probability with which it was chosen, if known
 * @param setting values of the policy's hyperparameters in force, by name
 * @param round of the bandit
 * @param ranking ids of arms to show after it, best first; nothing is learnt from them
 * @param repeated whether this is the answer to an earlier request with the same id
 */
public record DecisionAnswer(
        String id,
        String arm,
        OptionalDouble probability,
        Map<String, Double> setting,
        long round,
        List<String> ranking,
        boolean repeated) {
    /** Copies the collections. */
    public DecisionAnswer {
        setting = Map.copyOf(setting);
        ranking = List.copyOf(ranking);
    }
}
