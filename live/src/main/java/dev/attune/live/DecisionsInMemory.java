package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.live.DecisionsInStore.Entry;
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
    private final boolean atOnce;
    private final WaitingLimits limits;
    private final Map<Long, WaitingDecision> waiting =
            new LinkedHashMap<>(); // the oldest first; so are their deadlines
    private final Map<String, Remembered> answers = new LinkedHashMap<>(); // by client id, in the order of nth
    private final ArrayDeque<Remembered> recent = new ArrayDeque<>(); // the last ones, the oldest first
    private long answerCount; // of all answers with a client id
    private final Map<Long, List<String>> closed = new LinkedHashMap<>(); // reward ids; the longest closed first
    private int closedRewardIds;

    /**
     * A remembered answer.
     *
     * @param nth its position among all answers with a client id, from 1
     */
    private record Remembered(String clientId, long nth, Answer answer) {}

    /**
     * Creates an empty collection.
     *
     * @param atOnce whether rewards are learnt on arrival
     * @param limits on decisions that wait
     */
    DecisionsInMemory(Policy policy, boolean atOnce, WaitingLimits limits) {
        this.policy = policy;
        this.atOnce = atOnce;
        this.limits = limits;
    }

    @Override
    public void open(WaitingDecision waits) {
        waiting.put(waits.number, waits);
        if (waits.answer == null) {
            return;
        }
        remember(new Remembered(waits.clientId, ++answerCount, waits.answer));
        if (recent.size() > MOST_RECENT) {
            Remembered oldest = recent.removeFirst();
            if (!waiting.containsKey(oldest.answer.decision())) {
                answers.remove(oldest.clientId);
            }
        }
    }

    private void remember(Remembered remembered) {
        answers.put(remembered.clientId, remembered);
        if (isRecent(remembered)) {
            recent.addLast(remembered);
        }
    }

    private boolean isRecent(Remembered remembered) {
        return remembered.nth > answerCount - MOST_RECENT;
    }

    @Override
    public void update(WaitingDecision waits) {} // the object in the map has changed

    @Override
    public void close(WaitingDecision waits) {
        waiting.remove(waits.number);
        if (waits.value().isPresent()) {
            addClosed(waits.number, List.copyOf(waits.rewardIds()));
        }
        Remembered remembered = waits.clientId.isEmpty() ? null : answers.get(waits.clientId);
        if (remembered != null && !isRecent(remembered)) {
            answers.remove(waits.clientId);
        }
    }

    private void addClosed(long number, List<String> rewardIds) {
        closed.put(number, rewardIds);
        closedRewardIds += rewardIds.size();
        for (Iterator<List<String>> longest = closed.values().iterator();
                closed.size() > MOST_RECENT || closedRewardIds > MOST_REWARD_IDS; ) {
            closedRewardIds -= longest.next().size();
            longest.remove();
        }
    }

    @Override
    public @Nullable WaitingDecision find(long number) {
        return waiting.get(number);
    }

    @Override
    public @Nullable List<String> closedRewardIds(long number) {
        return closed.get(number);
    }

    @Override
    public @Nullable Answer answer(String clientId) {
        Remembered remembered = answers.get(clientId);
        return remembered == null ? null : remembered.answer;
    }

    @Override
    public @Nullable WaitingDecision due(long now) {
        return nextDeadline() <= now ? waiting.values().iterator().next() : null;
    }

    @Override
    public long nextDeadline() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.values().iterator().next().deadline;
    }

    @Override
    public List<WaitingDecision> waiting() {
        return List.copyOf(waiting.values());
    }

    @Override
    public long count() {
        return (long) waiting.size() + answers.size() + closed.size();
    }

    @Override
    public void forget(long now) {} // limited by number

    @Override
    public long nextForget() {
        return Long.MAX_VALUE;
    }

    @Override
    public KeptDecisions withStore(DecisionStore store, Duration remember, long now) {
        SortedMap<Long, Entry> all = new TreeMap<>();
        closed.forEach((number, rewardIds) -> all.put(number, new Entry("", null, now, null, rewardIds)));
        answers.values().forEach(one -> {
            long number = one.answer.decision();
            all.put(number, new Entry(one.clientId, one.answer, now, null, closed.get(number)));
        });
        waiting.forEach((number, waits) -> all.put(number, Entry.of(waits)));
        DecisionsInStore moved = new DecisionsInStore(policy, atOnce, limits);
        moved.withStore(store, remember, now);
        all.forEach(moved::add);
        return moved;
    }

    @Override
    public void write(StateWriter out) {
        out.writeInt(waiting.size());
        waiting.values().forEach(waits -> waits.write(out));
        out.writeLong(answerCount);
        out.writeInt(answers.size());
        answers.values().forEach(remembered -> {
            out.writeString(remembered.clientId);
            out.writeLong(remembered.nth);
            remembered.answer.write(out);
        });
        out.writeInt(closed.size());
        closed.forEach((number, rewardIds) -> {
            out.writeLong(number);
            out.writeFlag(atOnce);
            SavedValues.writeTexts(rewardIds, out);
        });
    }

    @Override
    public void read(long decisions, StateReader in) {
        readWaiting(decisions, in);
        readAnswers(in);
        int closings = in.readCount(MOST_RECENT);
        for (int i = 0; i < closings; i++) {
            long number = in.readTally();
            if (closed.containsKey(number)) {
                throw new StateFormatException("the saved state has closed decision " + number + " twice");
            }
            in.readFlag(); // atOnce, which the rules of the bandit state as well
            addClosed(number, SavedValues.readTexts(WaitingDecision.MOST_REWARD_IDS, in));
        }
    }

    private void readWaiting(long decisions, StateReader in) {
        int size = in.readCount(WaitingLimits.MOST_DECISIONS);
        WaitingDecision last = null;
        for (int i = 0; i < size; i++) {
            WaitingDecision next = WaitingDecision.read(policy, in);
            boolean inOrder =
                    last == null ? next.number > 0 : next.number > last.number && next.deadline >= last.deadline;
            if (!inOrder || next.number > decisions) {
                throw new StateFormatException("the saved state has decision " + next.number + " out of order");
            }
            waiting.put(next.number, next);
            limits.add(next);
            last = next;
        }
    }

    private void readAnswers(StateReader in) {
        answerCount = in.readTally();
        int size = in.readCount(in.remainingDoubles());
        long last = 0;
        for (int i = 0; i < size; i++) {
            Remembered remembered = new Remembered(in.readString(), in.readLong(), Answer.read(policy.space(), in));
            WaitingDecision waits = waiting.get(remembered.answer.decision());
            if (remembered.nth <= last || remembered.nth > answerCount || (waits == null && !isRecent(remembered))) {
                throw new StateFormatException(
                        "the saved state remembers answer " + remembered.nth + " of " + answerCount);
            }
            if (answers.containsKey(remembered.clientId)) {
                throw new StateFormatException("the saved state remembers " + remembered.clientId + " twice");
            }
            remember(remembered);
            if (waits != null) {
                waits.answer = remembered.answer;
            }
            last = remembered.nth;
        }
    }
}
