package dev.attune.live;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;

/** Limits on the decisions of a bandit that wait for rewards, and on the ids of these rewards. */
final class WaitingLimits {
    static final int MOST_DECISIONS = 1 << 21; // of 256 bytes
    private static final long BYTES_BESIDE_FEATURES = 256;
    private static final long MOST_BYTES =
            MOST_DECISIONS * BYTES_BESIDE_FEATURES; // a quarter of the largest saved state
    private static final int MOST_REWARD_IDS = 1_000_000; // in all

    private final long bytesOfNext;
    private int decisions;
    private long bytes;
    private int rewardIds;

    /** Creates limits for decisions with this many features; 0 if their number varies. */
    WaitingLimits(int dimension) {
        bytesOfNext = bytes(dimension);
    }

    /** Returns how many decisions wait. */
    int decisions() {
        return decisions;
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

    void add(WaitingDecision waits) {
        decisions++;
        bytes += bytes(waits.pull.x().length);
        rewardIds += waits.rewardIds().size();
    }

    void remove(WaitingDecision waits) {
        decisions--;
        bytes -= bytes(waits.pull.x().length);
        rewardIds -= waits.rewardIds().size();
    }

    private static long bytes(int features) {
        return BYTES_BESIDE_FEATURES + (long) Double.BYTES * features;
    }

    void write(StateWriter out) {
        out.writeInt(decisions);
        out.writeLong(bytes);
        out.writeInt(rewardIds);
    }

    void read(StateReader in) {
        decisions = in.readCount(Integer.MAX_VALUE);
        bytes = in.readTally();
        rewardIds = in.readCount(Integer.MAX_VALUE);
    }
}
