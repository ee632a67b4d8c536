package dev.attune.live;

import dev.attune.journal.JournalEvent;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Brings rewards and decisions together: what counts, and when it is learnt. */
final class RewardJoiner {
    private final BanditState state;

    RewardJoiner(BanditState state) {
        this.state = state;
    }

    RewardOutcome reward(long decision, String rewardId, double value, long now, EventLog log) {
        if (decision < 1 || decision > state.decisions) {
            return RewardOutcome.UNKNOWN;
        }
        WaitingDecision waits = state.waiting.get(decision);
        if (waits == null) {
            return state.closed.outcome(decision, rewardId);
        }
        if (waits.rewardIds().contains(rewardId)) {
            return RewardOutcome.DUPLICATE;
        }
        if (waits.deadline <= state.at(now)) { // due, though nobody has closed it yet
            return RewardOutcome.LATE;
        }
        if (state.rules.aggregation() == Aggregation.FIRST && waits.value().isPresent()) {
            return RewardOutcome.NOT_FIRST;
        }
        if (!rewardId.isEmpty()) {
            state.waiting.requireRoomForRewardId(waits);
        }
        state.waiting.gather(waits, state.rules.aggregation(), rewardId, value);
        state.tell(new JournalEvent.Rewarded(state.number, decision, rewardId, value), now, log);
        if (state.rules.learning() == Learning.AT_ONCE) {
            close(waits, now, log);
        }
        return RewardOutcome.COUNTED;
    }

    int closeDue(long now, int most, EventLog log) {
        int closed = 0;
        for (WaitingDecision oldest = state.waiting.oldest();
                oldest != null && oldest.deadline <= state.at(now) && closed < most;
                oldest = state.waiting.oldest()) {
            close(oldest, now, log);
            closed++;
        }
        return closed;
    }

    private void close(WaitingDecision waits, long now, EventLog log) {
        state.time = state.at(now); // statistics want to know when
        OptionalDouble earned = state.earned(waits);
        OptionalLong change = earned.isPresent() ? state.join(waits, earned.getAsDouble()) : OptionalLong.empty();
        if (change.isPresent()) {
            state.tell(
                    new JournalEvent.Joined(state.number, waits.number, earned.getAsDouble(), change.getAsLong()),
                    now,
                    log);
        } else {
            expire(waits, now, log); // also what the model refuses to learn: one decision must not stop all that follow
        }
    }

    /** Gives up all that wait for rewards of an arm. */
    void expireAll(String arm, long now, EventLog log) {
        state.waiting.of(arm).forEach(waits -> expire(waits, now, log));
    }

    private void expire(WaitingDecision waits, long now, EventLog log) {
        state.time = state.at(now);
        state.expire(waits);
        state.tell(new JournalEvent.Expired(state.number, waits.number), now, log);
    }
}
