package dev.attune.client;

import dev.attune.live.DecisionRequest;
import dev.attune.live.Observation;
import java.util.OptionalDouble;

/**
 * A choice that the caller made, for a bandit that learns from it without deciding. Immutable.
 *
 * @param request the arms on offer, the context, and an id if a retry of the program must not count twice
 * @param arm id of the arm that the caller chose
 * @param probability with which the caller chose it, if known
 * @param reward its reward, if already known; it can also be sent later, as that of any decision
 */
public record CallersChoice(ArmRequest request, String arm, OptionalDouble probability, OptionalDouble reward) {
    /** Returns a choice of unknown probability, without a reward. */
    public static CallersChoice of(ArmRequest request, String arm) {
        return new CallersChoice(request, arm, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Returns the choice with the probability with which the caller chose. */
    public CallersChoice withProbability(double value) {
        return new CallersChoice(request, arm, OptionalDouble.of(value), reward);
    }

    /** Returns the choice with its reward. */
    public CallersChoice withReward(double value) {
        return new CallersChoice(request, arm, probability, OptionalDouble.of(value));
    }

    /** Returns the choice as the service reads it, with a random id if it has none. */
    Observation named() {
        DecisionRequest asked = request.named();
        return new Observation(
                asked.clientId(), asked.context(), asked.offer(), arm, probability.orElse(Double.NaN), reward);
    }
}
