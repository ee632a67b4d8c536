package dev.attune.live;

import dev.attune.encode.Features;
import dev.attune.journal.Offer;

/**
 * A caller wants an arm.
 *
 * @param clientId what the caller calls the request, so that a retry gets the same decision; empty if it has no name
 * @param context what all arms share
 * @param offer the arms; version 0 of a catalogue stands for the one in force
 * @param top how many arms are to be shown, the chosen one included; 1 for a plain decision
 */
public record DecisionRequest(String clientId, Features context, Offer offer, int top) {}
