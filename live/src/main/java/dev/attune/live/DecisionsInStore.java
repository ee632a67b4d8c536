package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decisions in a {@link DecisionStore}, each until a time after its window, unless there are too many: its answer is repeated and its reward ids are
 * recognised for that long.
 * What is kept depends on the events and their times alone. Beside the store there are only a few numbers, so that neither a decision nor a reward
 * touches more than its own entries.
 */
final class DecisionsInStore implements KeptDecisions {
    /** Largest number of decisions; beyond it closed ones are forgotten early. */
    static final long MOST = 1_000_000;

    private final Policy policy;
    private final WaitingRoom room;
    private @Nullable DecisionStore store; // null after reading, until it is attached
    private long remember;
    private long first = 1; // no earlier decision is kept
    private long oldest = 1; // no earlier decision waits; waits if any does
    private long last; // the last decision
    private long kept;
    private long nextDeadline = Long.MAX_VALUE; // that of the oldest
    private long lastDeadline = Long.MIN_VALUE; // that of the last

    DecisionsInStore(Policy policy) {
        this.policy = policy;
        this.room = new WaitingRoom(policy.dimension());
    }

    @Override
    public KeptDecisions in(DecisionStore where, Duration howLong, long now) {
        store = where;
        remember = howLong.toMillis();
        return this;
    }

    /** Moves a decision here, in the order of numbers. */
    void add(long number, KeptDecision.Content content) {
        first = kept == 0 ? number : first;
        last = number;
        put(number, content);
        if (!content.clientId().isEmpty()) {
            store().putNumber(content.clientId(), number);
        }
        kept++;
        lastDeadline = Math.max(lastDeadline, content.deadline());
        if (room.decisions() == 0) {
            oldest = content.waits() == null ? number + 1 : number;
            nextDeadline = content.waits() == null ? Long.MAX_VALUE : content.deadline();
        }
        if (content.waits() != null) {
            room.enter(content.waits());
        }
    }

    private void put(long number, KeptDecision.Content content) {
        store().put(number, new KeptDecision(content));
    }

    private DecisionStore store() {
        if (store == null) {
            throw new IllegalStateException("the bandit has no store of decisions");
        }
        return store;
    }

    private KeptDecision.@Nullable Content get(long number) {
        KeptDecision found = store().get(number);
        return found == null ? null : found.content(policy);
    }

    @Override
    public WaitingRoom room() {
        return room;
    }

    @Override
    public long count() {
        return kept;
    }

    @Override
    public void open(WaitingDecision waits, Answer answer) {
        add(
                waits.number,
                new KeptDecision.Content(
                        waits.clientId, waits.clientId.isEmpty() ? null : answer, waits.deadline, waits, null));
    }

    @Override
    public void replace(WaitingDecision before, WaitingDecision after) {
        put(after.number, new KeptDecision.Content(after.clientId, answerOf(after), after.deadline, after, null));
        room.leave(before);
        room.enter(after);
    }

    @Override
    public void close(WaitingDecision waits, boolean atOnce) {
        ClosedDecision closed =
                waits.value().isPresent() ? new ClosedDecision(atOnce, List.copyOf(waits.rewardIds())) : null;
        if (closed == null && waits.clientId.isEmpty()) {
            store().remove(waits.number);
            kept--;
        } else {
            KeptDecision.Content content =
                    new KeptDecision.Content(waits.clientId, answerOf(waits), waits.deadline, null, closed);
            store().put(
                            waits.number,
                            KeptDecision.of(new KeptDecision(content).toBytes())); // compact, and written once
        }
        room.leave(waits);
        if (waits.number == oldest) {
            findOldest();
        }
    }

    private @Nullable Answer answerOf(WaitingDecision waits) {
        KeptDecision.Content content = get(waits.number);
        return content == null ? null : content.answer();
    }

    private void findOldest() {
        WaitingDecision next = null;
        while (room.decisions() > 0 && next == null && oldest < last) {
            next = find(++oldest);
        }
        nextDeadline = next == null ? Long.MAX_VALUE : next.deadline;
        oldest = next == null ? last + 1 : oldest;
    }

    @Override
    public void forget(long now) {
        while (first < oldest && first <= last) {
            KeptDecision.Content content = get(first);
            if (content != null) {
                if (kept <= MOST && until(content.deadline()) > now) {
                    return;
                }
                store().remove(first);
                kept--;
                if (!content.clientId().isEmpty()) {
                    store().removeNumber(content.clientId());
                }
            }
            first++;
        }
    }

    private long until(long deadline) {
        return deadline > Long.MAX_VALUE - remember ? Long.MAX_VALUE : deadline + remember;
    }

    @Override
    public long nextForget() {
        return kept == 0 ? Long.MAX_VALUE : until(lastDeadline);
    }

    @Override
    public @Nullable WaitingDecision find(long number) {
        KeptDecision.Content content = get(number);
        return content == null ? null : content.waits();
    }

    @Override
    public @Nullable ClosedDecision closed(long number) {
        KeptDecision.Content content = get(number);
        return content == null ? null : content.closed();
    }

    @Override
    public @Nullable Answer answer(String clientId) {
        Long number = clientId.isEmpty() ? null : store().number(clientId);
        KeptDecision.Content content = number == null ? null : get(number);
        return content == null ? null : content.answer();
    }

    @Override
    public @Nullable WaitingDecision oldest() {
        return room.decisions() == 0 ? null : find(oldest);
    }

    @Override
    public long nextDeadline() {
        return nextDeadline;
    }

    @Override
    public List<WaitingDecision> waiting() {
        List<WaitingDecision> all = new ArrayList<>(room.decisions());
        for (long number = oldest; all.size() < room.decisions(); number++) {
            WaitingDecision waits = find(number);
            if (waits != null) {
                all.add(waits);
            }
        }
        return all;
    }

    @Override
    public void write(StateWriter out) {
        out.writeLong(first);
        out.writeLong(oldest);
        out.writeLong(last);
        out.writeLong(kept);
        out.writeLong(nextDeadline);
        out.writeLong(lastDeadline);
        out.writeInt(room.decisions());
        out.writeLong(room.bytes());
        out.writeInt(room.rewardIds());
    }

    @Override
    public void read(long decisions, int layout, StateReader in) {
        first = in.readTally();
        oldest = in.readTally();
        last = in.readTally();
        kept = in.readTally();
        nextDeadline = in.readLong();
        lastDeadline = in.readLong();
        room.restore(in.readCount(Integer.MAX_VALUE), in.readTally(), in.readCount(Integer.MAX_VALUE));
        if (first < 1
                || oldest < first
                || oldest > last + 1
                || last > decisions
                || kept > last
                || room.decisions() > kept) {
            throw new StateFormatException("the saved state has decisions " + first + " to " + last + " of " + decisions
                    + ", of which " + room.decisions() + " wait from " + oldest + " on");
        }
    }
}
