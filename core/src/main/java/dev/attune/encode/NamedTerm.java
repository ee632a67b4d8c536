package dev.attune.encode;

/**
 * One of the things that a vector is made of: sign times value is added in the slot.
 *
 * @param name such as {@code context.country=DE x arm.genre=jazz}, {@code id=a}, {@code context.age}, {@code bias}
 * @param slot position in the vector
 * @param sign 1 or -1, so that a coefficient times this sign is the effect of the thing itself
 * @param value before the sign, and before vectors are scaled to unit length
 */
public record NamedTerm(String name, int slot, int sign, double value) {}
