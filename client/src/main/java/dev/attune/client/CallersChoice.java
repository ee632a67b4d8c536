package dev.attune.client;

import java.util.OptionalDouble;

/**
 * A choice that the caller made, for a bandit that learns from it without deciding. Immutable.
 *
 * @param request the arms there were, the context, and an id if a retry of the program must not count twice
 * @param arm id of the arm that the caller chose
 * @param probability with which the caller chose it, if it is known
 * @param reward what came of it, if that is known already; it can also come later, as that of any decision
 */
public record CallersChoice(ArmRequest request, String arm, OptionalDouble probability, OptionalDouble reward) {
    /** A choice whose probability is not known and whose reward comes later. */
    public static CallersChoice of(ArmRequest request, String arm) {
        return new CallersChoice(request, arm, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** The same with the probability with which the caller chose. */
    public CallersChoice withProbability(double value) {
        return new CallersChoice(request, arm, OptionalDouble.of(value), reward);
    }

    /** The same with its reward. */
    public CallersChoice withReward(double value) {
        return new CallersChoice(request, arm, probability, OptionalDouble.of(value));
    }

    CallersChoice named() {
        return new CallersChoice(request.named(), arm, probability, reward);
    }
}
