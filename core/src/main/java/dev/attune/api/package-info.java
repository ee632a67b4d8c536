/**
 * The vocabulary and the extension points. {@link dev.attune.api.Policy}, {@link dev.attune.api.ExplorationPath}, {@link dev.attune.api.Tuner} and
 * {@link dev.attune.api.PathTuner} are implemented by algorithms; {@link dev.attune.api.PolicyProvider}, {@link dev.attune.api.TunerProvider} and
 * {@link dev.attune.api.ProviderGroup} register them as services. The other types are the values that these interfaces exchange: arms, settings,
 * suggestions, scored rounds, posteriors.
 */
package dev.attune.api;
