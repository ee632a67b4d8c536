package dev.attune.live;

import dev.attune.encode.Features;
import dev.attune.journal.Offer;

/**
 * A request for a decision.
 *
 * @param clientId the caller's id of the request, so that a retry gets the same decision; empty for none
 * @param context features shared by all arms
 * @param offer the arms; version 0 of a catalogue stands for the one in force
 * @param top number of arms to show, the chosen one included
 */
public record DecisionRequest(String clientId, Features context, Offer offer, int top) implements LiveRequest {}
