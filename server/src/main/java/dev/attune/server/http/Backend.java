package dev.attune.server.http;

import dev.attune.live.json.JsonLimits;
import dev.attune.server.runtime.BanditRuntime;
import dev.attune.server.security.DecisionIds;
import java.util.function.LongSupplier;

/**
 * What requests work on.
 *
 * @param runtime the bandits
 * @param ids what callers call decisions
 * @param limits how much a request may hold
 * @param seeds makes a seed for a bandit that comes without one
 */
public record Backend(BanditRuntime runtime, DecisionIds ids, JsonLimits limits, LongSupplier seeds) {}
