package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decisions that wait for their rewards, by number, the oldest first; as time never goes back, so are their deadlines. */
final class WaitingDecisions {
    private static final long MOST_BYTES = 1L << 29; // a quarter of the largest saved state
    private static final long BYTES_BESIDE_FEATURES = 256;
    private static final int MOST_REWARD_IDS = 1_000_000; // in all

    private final Map<Long, WaitingDecision> byNumber = new LinkedHashMap<>();
    private final long bytesOfNext;
    private long bytes;
    private int rewardIds;

    /** Creates an empty collection for decisions with this many features; 0 if their number varies. */
    WaitingDecisions(int dimension) {
        bytesOfNext = BYTES_BESIDE_FEATURES + (long) Double.BYTES * dimension;
    }

    /** Rejects more decisions than fit. */
    void requireRoom(int more) {
        if (bytes > MOST_BYTES - more * bytesOfNext) {
            throw tooMany(byNumber.size() + " decisions wait for their rewards, which is as many as possible");
        }
    }

    private static long bytes(WaitingDecision waits) {
        return BYTES_BESIDE_FEATURES + (long) Double.BYTES * waits.decision.x().length;
    }

    /** Rejects another reward with an id if there are too many. */
    void requireRoomForRewardId(WaitingDecision waits) {
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
        byNumber.put(waits.number, waits);
        bytes += bytes(waits);
    }

    void gather(WaitingDecision waits, Aggregation aggregation, String rewardId, double value) {
        int before = waits.rewardIds().size();
        waits.gather(aggregation, rewardId, value);
        rewardIds += waits.rewardIds().size() - before;
    }

    void remove(WaitingDecision waits) {
        byNumber.remove(waits.number);
        bytes -= bytes(waits);
        rewardIds -= waits.rewardIds().size();
    }

    @Nullable
    WaitingDecision get(long number) {
        return byNumber.get(number);
    }

    boolean contains(long number) {
        return byNumber.containsKey(number);
    }

    @Nullable
    WaitingDecision oldest() {
        return byNumber.isEmpty() ? null : byNumber.values().iterator().next();
    }

    /** Returns all of them, the oldest first. */
    List<WaitingDecision> all() {
        return List.copyOf(byNumber.values());
    }

    /** Returns those that chose an arm, the oldest first. */
    List<WaitingDecision> of(String arm) {
        return byNumber.values().stream().filter(waits -> waits.arm.equals(arm)).toList();
    }

    int size() {
        return byNumber.size();
    }

    void write(StateWriter out) {
        out.writeInt(byNumber.size());
        byNumber.values().forEach(waits -> waits.write(out));
    }

    void read(Policy policy, long decisions, int layout, StateReader in) {
        int count = in.readCount((int) (MOST_BYTES / BYTES_BESIDE_FEATURES));
        WaitingDecision last = null;
        for (int i = 0; i < count; i++) {
            WaitingDecision next = WaitingDecision.read(policy, layout, in);
            boolean inOrder =
                    last == null ? next.number > 0 : next.number > last.number && next.deadline >= last.deadline;
            if (!inOrder || next.number > decisions) {
                throw new StateFormatException("the saved state has decision " + next.number + " out of order");
            }
            add(next);
            rewardIds += next.rewardIds().size();
            last = next;
        }
    }
}
