package dev.attune.live;

import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import java.util.OptionalDouble;

/**
 * A choice of the caller, from which the bandit learns without deciding. Its reward comes with it, or later as that of any decision.
 *
 * @param clientId the caller's id of the observation, so that a retry counts once; empty for none
 * @param context features shared by all arms
 * @param offer the arms; version 0 of a catalogue stands for the one in force
 * @param arm id of the arm that the caller chose
 * @param propensity probability with which the caller chose it; NaN if unknown
 * @param reward its reward, if already known
 */
public record Observation(
        String clientId, Features context, Offer offer, String arm, double propensity, OptionalDouble reward)
        implements LiveRequest {}
