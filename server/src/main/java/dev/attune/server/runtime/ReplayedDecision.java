package dev.attune.server.runtime;

import dev.attune.live.Explanation;

/**
 * A past decision, made again from the journal. That it exists means that every decision on the way, and this one, came out as the journal
 * tells.
 *
 * @param explanation why it came out so
 * @param from position from which the journal was read; what was before is in a snapshot
 * @param to position of the decision
 * @param events how many events of its bandit were repeated, the decision included
 */
public record ReplayedDecision(Explanation explanation, long from, long to, long events) {}
