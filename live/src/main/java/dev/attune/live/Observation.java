package dev.attune.live;

import dev.attune.encode.Features;
import dev.attune.journal.Offer;
import java.util.OptionalDouble;

/**
 * A choice that the caller made, from which the bandit learns without deciding. Its reward comes with it, or later as that of any
 * decision.
 *
 * @param clientId what the caller calls it, so that a retry counts once; empty if it has no name
 * @param context what all arms share
 * @param offer the arms; version 0 of a catalogue stands for the one in force
 * @param arm id of the arm that the caller chose
 * @param propensity probability with which the caller chose it; NaN if it is not known
 * @param reward what it earned, if that is known already
 */
public record Observation(
        String clientId, Features context, Offer offer, String arm, double propensity, OptionalDouble reward) {}
