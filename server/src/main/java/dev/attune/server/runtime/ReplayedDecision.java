package dev.attune.server.runtime;

import dev.attune.live.Explanation;

/**
 * A past decision, replayed from the journal: it and all replayed decisions before it are equal to the journal.
 *
 * @param explanation of the decision
 * @param from position from which the journal was read; what was before is in a snapshot
 * @param to position of the decision
 * @param events number of replayed events of its bandit, the decision included
 */
public record ReplayedDecision(Explanation explanation, long from, long to, long events) {}
