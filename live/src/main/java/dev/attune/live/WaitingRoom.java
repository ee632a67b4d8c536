package dev.attune.live;

/** Limits on the decisions of a bandit that wait for rewards, and on the ids of these rewards. */
final class WaitingRoom {
    static final int MOST_DECISIONS = 1 << 21; // of 256 bytes
    private static final long BYTES_BESIDE_FEATURES = 256;
    private static final long MOST_BYTES =
            MOST_DECISIONS * BYTES_BESIDE_FEATURES; // a quarter of the largest saved state
    private static final int MOST_REWARD_IDS = 1_000_000; // in all

    private final long bytesOfNext;
    private int decisions;
    private long bytes;
    private int rewardIds;

    /** Creates an empty room for decisions with this many features; 0 if their number varies. */
    WaitingRoom(int dimension) {
        bytesOfNext = BYTES_BESIDE_FEATURES + (long) Double.BYTES * dimension;
    }

    int decisions() {
        return decisions;
    }

    long bytes() {
        return bytes;
    }

    int rewardIds() {
        return rewardIds;
    }

    /** Rejects more decisions than fit. */
    void require(int more) {
        if (bytes > MOST_BYTES - more * bytesOfNext) {
            throw tooMany(decisions + " decisions wait for their rewards, which is as many as possible");
        }
    }

    /** Rejects another reward with an id if there are too many. */
    void requireRewardId(WaitingDecision waits) {
        if (waits.rewardIds().size() >= WaitingDecision.MOST_REWARD_IDS) {
            throw RefusedException.invalid(
                    "id", "the decision has had " + WaitingDecision.MOST_REWARD_IDS + " rewards");
        }
        if (rewardIds >= MOST_REWARD_IDS) {
            throw tooMany(rewardIds + " rewards wait to be learnt, which is as many as possible");
        }
    }

    private static RefusedException tooMany(String message) {
        return new RefusedException(RefusedException.Reason.TOO_MANY_WAITING, "", message);
    }

    void enter(WaitingDecision waits) {
        decisions++;
        bytes += bytes(waits);
        rewardIds += waits.rewardIds().size();
    }

    void leave(WaitingDecision waits) {
        decisions--;
        bytes -= bytes(waits);
        rewardIds -= waits.rewardIds().size();
    }

    /** Continues with saved sums. */
    void restore(int savedDecisions, long savedBytes, int savedRewardIds) {
        decisions = savedDecisions;
        bytes = savedBytes;
        rewardIds = savedRewardIds;
    }

    private static long bytes(WaitingDecision waits) {
        return BYTES_BESIDE_FEATURES + (long) Double.BYTES * waits.decision.x().length;
    }
}
