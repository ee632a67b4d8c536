package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.state.StateFormatException;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that are part of the bandit's own state. What is kept depends on the events alone:
 *
 * <pre>
 *   waiting      decisions within their windows
 *   answers      by client id, as long as the decision waits, and at least while it is among the last answers with a client id
 *   closed       the last closed decisions that had rewards
 * </pre>
 */
final class DecisionsInMemory implements KeptDecisions {
    private static final int MOST_RECENT = 10_000; // answers, and closed decisions
    private static final int MOST_REWARD_IDS = 100_000; // of closed decisions, in all

    private final Policy policy;
    private final WaitingRoom room;
    private final Map<Long, WaitingDecision> waiting =
            new LinkedHashMap<>(); // the oldest first; so are their deadlines
    private final Map<String, Remembered> byClientId = new LinkedHashMap<>(); // in the order of nth
    private final ArrayDeque<Remembered> recent = new ArrayDeque<>(); // the last ones, the oldest first
    private long count; // of all answers with a client id
    private final Map<Long, ClosedDecision> closed = new LinkedHashMap<>(); // the longest closed first
    private int closedRewardIds;

    /**
     * A remembered answer.
     *
     * @param nth its position among all answers with a client id, from 1
     */
    private record Remembered(String clientId, long nth, Answer answer) {}

    DecisionsInMemory(Policy policy) {
        this.policy = policy;
        this.room = new WaitingRoom(policy.dimension());
    }

    @Override
    public WaitingRoom room() {
        return room;
    }

    @Override
    public long count() {
        return (long) waiting.size() + byClientId.size() + closed.size();
    }

    @Override
    public void open(WaitingDecision waits, Answer answer) {
        waiting.put(waits.number, waits);
        room.enter(waits);
        if (waits.clientId.isEmpty()) {
            return;
        }
        remember(new Remembered(waits.clientId, ++count, answer));
        if (recent.size() > MOST_RECENT) {
            Remembered oldest = recent.removeFirst();
            if (!waiting.containsKey(oldest.answer.decision())) {
                byClientId.remove(oldest.clientId);
            }
        }
    }

    private void remember(Remembered remembered) {
        byClientId.put(remembered.clientId, remembered);
        if (isRecent(remembered)) {
            recent.addLast(remembered);
        }
    }

    private boolean isRecent(Remembered remembered) {
        return remembered.nth > count - MOST_RECENT;
    }

    @Override
    public void replace(WaitingDecision before, WaitingDecision after) {
        waiting.put(after.number, after);
        room.leave(before);
        room.enter(after);
    }

    @Override
    public void close(WaitingDecision waits, boolean atOnce) {
        waiting.remove(waits.number);
        room.leave(waits);
        if (waits.value().isPresent()) {
            closed(waits.number, new ClosedDecision(atOnce, List.copyOf(waits.rewardIds())));
        }
        Remembered remembered = waits.clientId.isEmpty() ? null : byClientId.get(waits.clientId);
        if (remembered != null && !isRecent(remembered)) {
            byClientId.remove(waits.clientId);
        }
    }

    private void closed(long number, ClosedDecision decision) {
        closed.put(number, decision);
        closedRewardIds += decision.rewardIds().size();
        for (Iterator<ClosedDecision> longest = closed.values().iterator();
                closed.size() > MOST_RECENT || closedRewardIds > MOST_REWARD_IDS; ) {
            closedRewardIds -= longest.next().rewardIds().size();
            longest.remove();
        }
    }

    @Override
    public void forget(long now) {} // limited by number

    @Override
    public long nextForget() {
        return Long.MAX_VALUE;
    }

    @Override
    public @Nullable WaitingDecision find(long number) {
        return waiting.get(number);
    }

    @Override
    public @Nullable ClosedDecision closed(long number) {
        return closed.get(number);
    }

    @Override
    public @Nullable Answer answer(String clientId) {
        Remembered remembered = clientId.isEmpty() ? null : byClientId.get(clientId);
        return remembered == null ? null : remembered.answer;
    }

    @Override
    public @Nullable WaitingDecision oldest() {
        return waiting.isEmpty() ? null : waiting.values().iterator().next();
    }

    @Override
    public long nextDeadline() {
        WaitingDecision oldest = oldest();
        return oldest == null ? Long.MAX_VALUE : oldest.deadline;
    }

    @Override
    public List<WaitingDecision> waiting() {
        return List.copyOf(waiting.values());
    }

    @Override
    public KeptDecisions in(DecisionStore store, Duration remember, long now) {
        DecisionsInStore moved = new DecisionsInStore(policy);
        moved.in(store, remember, now);
        SortedMap<Long, KeptDecision.Content> all = new TreeMap<>();
        waiting.forEach((number, waits) ->
                all.put(number, new KeptDecision.Content(waits.clientId, null, waits.deadline, waits, null)));
        closed.forEach((number, decision) -> all.put(number, new KeptDecision.Content("", null, now, null, decision)));
        byClientId.values().forEach(remembered -> {
            long number = remembered.answer.decision();
            KeptDecision.Content other = all.get(number);
            all.put(
                    number,
                    other == null
                            ? new KeptDecision.Content(remembered.clientId, remembered.answer, now, null, null)
                            : new KeptDecision.Content(
                                    remembered.clientId,
                                    remembered.answer,
                                    other.deadline(),
                                    other.waits(),
                                    other.closed()));
        });
        all.forEach(moved::add);
        return moved;
    }

    @Override
    public void write(StateWriter out) {
        out.writeInt(waiting.size());
        waiting.values().forEach(waits -> waits.write(out));
        out.writeLong(count);
        out.writeInt(byClientId.size());
        byClientId.values().forEach(remembered -> {
            out.writeString(remembered.clientId);
            out.writeLong(remembered.nth);
            remembered.answer.write(out);
        });
        out.writeInt(closed.size());
        closed.forEach((number, decision) -> {
            out.writeLong(number);
            decision.write(out);
        });
    }

    @Override
    public void read(long decisions, int layout, StateReader in) {
        readWaiting(decisions, layout, in);
        readAnswers(in);
        int closings = in.readCount(MOST_RECENT);
        for (int i = 0; i < closings; i++) {
            long number = in.readTally();
            if (closed.containsKey(number)) {
                throw new StateFormatException("the saved state has closed decision " + number + " twice");
            }
            closed(number, ClosedDecision.read(in));
        }
    }

    private void readWaiting(long decisions, int layout, StateReader in) {
        int size = in.readCount(WaitingRoom.MOST_DECISIONS);
        WaitingDecision last = null;
        for (int i = 0; i < size; i++) {
            WaitingDecision next = WaitingDecision.read(policy, layout, in);
            boolean inOrder =
                    last == null ? next.number > 0 : next.number > last.number && next.deadline >= last.deadline;
            if (!inOrder || next.number > decisions) {
                throw new StateFormatException("the saved state has decision " + next.number + " out of order");
            }
            waiting.put(next.number, next);
            room.enter(next);
            last = next;
        }
    }

    private void readAnswers(StateReader in) {
        count = in.readTally();
        int size = in.readCount(in.remainingDoubles());
        long last = 0;
        for (int i = 0; i < size; i++) {
            Remembered remembered = new Remembered(in.readString(), in.readLong(), Answer.read(policy.space(), in));
            boolean kept = isRecent(remembered) || waiting.containsKey(remembered.answer.decision());
            if (remembered.nth <= last || remembered.nth > count || !kept) {
                throw new StateFormatException("the saved state remembers answer " + remembered.nth + " of " + count);
            }
            if (byClientId.containsKey(remembered.clientId)) {
                throw new StateFormatException("the saved state remembers " + remembered.clientId + " twice");
            }
            remember(remembered);
            last = remembered.nth;
        }
    }
}
