package dev.attune.live.statistics;

import dev.attune.api.Setting;
import dev.attune.api.TunerMap;
import java.util.Optional;

/**
 * What a tuner does.
 *
 * @param map what it has made of the hyperparameters
 * @param inForce the setting of the last decision; the preset if there was none
 * @param path the exploration path of the last decision, if the policy has one and scored its arms
 */
public record TunerView(TunerMap map, Setting inForce, Optional<PathView> path) {}
