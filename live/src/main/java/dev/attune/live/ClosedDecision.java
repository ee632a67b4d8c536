package dev.attune.live;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.List;

/**
 * What is remembered of a closed decision that had a reward, to recognise rewards that are sent again.
 *
 * @param atOnce whether its reward was learnt on arrival, so that another is not late but not the first
 * @param rewardIds ids of its rewards
 */
record ClosedDecision(boolean atOnce, List<String> rewardIds) {
    /** Copies the list. */
    ClosedDecision {
        rewardIds = List.copyOf(rewardIds);
    }

    /** Returns the outcome of another reward. */
    RewardOutcome outcome(String rewardId) {
        if (rewardIds.contains(rewardId)) {
            return RewardOutcome.DUPLICATE;
        }
        return atOnce ? RewardOutcome.NOT_FIRST : RewardOutcome.LATE;
    }

    void write(StateWriter out) {
        out.writeFlag(atOnce);
        SavedValues.writeTexts(rewardIds, out);
    }

    static ClosedDecision read(StateReader in) {
        return new ClosedDecision(in.readFlag(), SavedValues.readTexts(WaitingDecision.MOST_REWARD_IDS, in));
    }
}
