package dev.attune.engine;

/**
 * One coefficient of a sparse model.
 *
 * @param name such as {@code context.country=DE x id=tea}; {@code id=tea} for the arm alone
 * @param mean estimate: what a feature of encoded value 1 adds to the score of the arm
 * @param deviation standard deviation of the estimate
 */
public record NamedCoefficient(String name, double mean, double deviation) {}
