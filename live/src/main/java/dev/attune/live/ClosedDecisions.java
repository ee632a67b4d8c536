package dev.attune.live;

import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The last closed decisions with rewards, to recognise rewards that are sent again. What is kept depends on the events alone.
 */
final class ClosedDecisions {
    private static final int MOST = 10_000;
    private static final int MOST_REWARD_IDS = 100_000; // in all

    private final Map<Long, Closed> byNumber = new LinkedHashMap<>(); // the longest closed first
    private int rewardIds;

    /**
     * A closed decision.
     *
     * @param atOnce whether its reward was learnt on arrival, so that another is not late but not the first
     */
    private record Closed(boolean atOnce, List<String> rewardIds) {}

    /** Adds a decision that is closed. */
    void add(WaitingDecision waits, boolean atOnce) {
        if (waits.value().isPresent()) {
            add(waits.number, new Closed(atOnce, List.copyOf(waits.rewardIds())));
        }
    }

    private void add(long number, Closed closed) {
        byNumber.put(number, closed);
        rewardIds += closed.rewardIds.size();
        for (Iterator<Closed> longest = byNumber.values().iterator(); tooMany(); ) {
            rewardIds -= longest.next().rewardIds.size();
            longest.remove();
        }
    }

    private boolean tooMany() {
        return byNumber.size() > MOST || rewardIds > MOST_REWARD_IDS;
    }

    /** Returns the outcome of a reward of a decision that does not wait. */
    RewardOutcome outcome(long number, String rewardId) {
        Closed closed = byNumber.get(number);
        if (closed == null) {
            return RewardOutcome.LATE;
        }
        if (closed.rewardIds.contains(rewardId)) {
            return RewardOutcome.DUPLICATE;
        }
        return closed.atOnce ? RewardOutcome.NOT_FIRST : RewardOutcome.LATE;
    }

    void write(StateWriter out) {
        out.writeInt(byNumber.size());
        byNumber.forEach((number, closed) -> {
            out.writeLong(number);
            out.writeFlag(closed.atOnce);
            SavedValues.writeTexts(closed.rewardIds, out);
        });
    }

    void read(StateReader in) {
        int count = in.readCount(MOST);
        for (int i = 0; i < count; i++) {
            long number = in.readTally();
            if (byNumber.containsKey(number)) {
                throw new StateFormatException("the saved state has closed decision " + number + " twice");
            }
            add(number, new Closed(in.readFlag(), SavedValues.readTexts(WaitingDecision.MOST_REWARD_IDS, in)));
        }
    }
}
