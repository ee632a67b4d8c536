package dev.attune.live.json;

import dev.attune.live.Observation;
import java.util.OptionalDouble;

/**
 * A choice of the caller as it is sent.
 *
 * @param observation what was chosen from what
 * @param reward what it earned, where that is known already
 */
public record ObservedChoice(Observation observation, OptionalDouble reward) {}
