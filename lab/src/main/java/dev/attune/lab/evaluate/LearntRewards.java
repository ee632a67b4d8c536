package dev.attune.lab.evaluate;

/**
 * What a reward model has learnt.
 *
 * @param policy the policy whose model it is
 * @param model which of its models predicts best
 * @param coefficients number of coefficients
 * @param dropped coefficients that were dropped because others needed their place
 */
public record LearntRewards(String policy, String model, long coefficients, long dropped) {}
