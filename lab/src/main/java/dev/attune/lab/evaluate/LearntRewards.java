package dev.attune.lab.evaluate;

/**
 * What a reward model has learnt.
 *
 * @param model name of the model
 * @param coefficients number of coefficients
 * @param dropped coefficients that were dropped because others needed their place
 */
public record LearntRewards(String model, long coefficients, long dropped) {}
