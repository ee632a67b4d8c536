package dev.attune.live;

import dev.attune.encode.Arm;
import dev.attune.engine.Pull;
import dev.attune.journal.Decided;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalRecord;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Repeats what a log tells, and trusts nothing that it can work out itself. */
final class Replay {
    private final BanditState state;

    Replay(BanditState state) {
        this.state = state;
    }

    void apply(JournalRecord record) {
        try {
            repeat(record);
        } catch (IllegalArgumentException | RefusedException e) {
            throw mismatch(record, String.valueOf(e.getMessage()));
        }
    }

    private void repeat(JournalRecord record) {
        JournalEvent event = record.event();
        if (event.bandit() != state.number) {
            throw mismatch(record, "an event of bandit " + event.bandit() + " is none of bandit " + state.number);
        }
        state.time = state.at(record.time());
        if (event instanceof Decided told) {
            decide(told, record);
        } else if (event instanceof JournalEvent.Rewarded told) {
            WaitingDecision waits = waiting(told.decision(), record);
            state.waiting.gather(waits, state.rules.aggregation(), told.rewardId(), told.value());
        } else if (event instanceof JournalEvent.Joined told) {
            join(told, record);
        } else if (event instanceof JournalEvent.Expired told) {
            state.expire(waiting(told.decision(), record));
        } else if (event instanceof JournalEvent.Catalogued told) {
            Catalogue next = state.catalogue.next(told.arms());
            if (next.version() != told.version()) {
                throw mismatch(record, "catalogue " + told.version() + " comes in place of " + next.version());
            }
            state.catalogue = next;
        } else if (event instanceof JournalEvent.Changed told) {
            state.change(Change.of(told));
        }
    }

    private void decide(Decided told, JournalRecord record) {
        List<Arm> arms = state.catalogue.arms(state.catalogue.pin(told.offer()));
        Pull made = told.byCaller()
                ? state.model.observe(told.context(), arms, told.arm())
                : state.model.decide(told.context(), arms);
        Decided again = told.byCaller()
                ? state.observed(told.clientId(), told.context(), told.offer(), made, told.propensity())
                : state.decided(
                        told.clientId(), told.context(), told.offer(), made, arms.size(), told.ranking().length + 1);
        if (!again.equals(told)) {
            throw mismatch(record, difference(told, again));
        }
        state.remember(told, made, arms, record.position());
    }

    private static String difference(Decided told, Decided again) {
        return "the journal tells decision " + told.decision() + " of round " + told.round() + ": arm " + told.arm()
                + " with setting " + Arrays.toString(told.setting()) + "; replaying gives decision " + again.decision()
                + " of round " + again.round() + ": arm " + again.arm() + " with setting "
                + Arrays.toString(again.setting())
                + (Arrays.equals(told.x(), again.x()) ? "" : ", and other features of that arm");
    }

    private void join(JournalEvent.Joined told, JournalRecord record) {
        WaitingDecision waits = waiting(told.decision(), record);
        OptionalDouble earned = state.earned(waits);
        if (earned.isEmpty() || Double.compare(earned.getAsDouble(), told.value()) != 0) {
            throw mismatch(
                    record,
                    "the journal tells reward " + told.value() + " of decision " + told.decision()
                            + ", its rewards give " + (earned.isEmpty() ? "none" : earned.getAsDouble()));
        }
        long change = state.join(waits, told.value())
                .orElseThrow(() -> mismatch(
                        record, "the model rejects reward " + told.value() + " of decision " + told.decision()));
        if (told.change() != 0 && told.change() != change) { // 0 is also what a journal older than alarms has
            throw mismatch(
                    record,
                    "the journal has change " + told.change() + " of the world at the reward of decision "
                            + told.decision() + "; replaying gives " + (change == 0 ? "none" : "change " + change));
        }
    }

    private WaitingDecision waiting(long decision, JournalRecord record) {
        WaitingDecision waits = state.waiting.get(decision);
        if (waits == null) {
            throw mismatch(record, "decision " + decision + " does not wait for a reward");
        }
        return waits;
    }

    private static ReplayMismatchException mismatch(JournalRecord record, String message) {
        return new ReplayMismatchException(record.position(), message);
    }

    Explanation explain(JournalRecord record) {
        if (!(record.event() instanceof Decided told)) {
            throw new IllegalArgumentException("position " + record.position() + " is not a decision");
        }
        Catalogue catalogue = state.catalogue;
        apply(record);
        return new Explainer(state.model, told, catalogue.arms(told.offer())).explain();
    }
}
