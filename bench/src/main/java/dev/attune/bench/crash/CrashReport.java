package dev.attune.bench.crash;

import java.util.List;

/**
 * What a crash test has found.
 *
 * @param kills how often the service was killed
 * @param powerCuts of them, cuts of power
 * @param fullDisks of them, after the disk was full
 * @param wrongClocks of them, with a clock that was wrong by up to 400 days
 * @param skipped what could not be done here, and why; empty if nothing
 * @param killsInStart how many of them before it was ready
 * @param decisions that were acknowledged
 * @param rewards that were acknowledged as counted
 * @param events in the journal
 * @param askedAgain acknowledged decisions and rewards that were asked for again after a start
 * @param statesCompared states of bandits that were compared with a replay of the journal, bit for bit
 * @param lost acknowledged, but not in the journal
 * @param doubled in the journal twice
 * @param mismatches states, or decisions, that a replay gives otherwise
 * @param violations all that was wrong, in words
 */
public record CrashReport(
        int kills,
        int powerCuts,
        int fullDisks,
        int wrongClocks,
        String skipped,
        int killsInStart,
        long decisions,
        long rewards,
        long events,
        long askedAgain,
        long statesCompared,
        long lost,
        long doubled,
        long mismatches,
        List<String> violations) {
    /** Copies the list. */
    public CrashReport {
        violations = List.copyOf(violations);
    }

    /** Returns whether nothing was wrong. */
    public boolean passed() {
        return violations.isEmpty();
    }
}
