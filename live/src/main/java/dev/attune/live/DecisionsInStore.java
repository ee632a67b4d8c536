package dev.attune.live;

import dev.attune.api.Policy;
import dev.attune.state.Checkpoint;
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

    private static final String ENTRY_NAME = "kept decision/1";

    private final Policy policy;
    private final boolean atOnce;
    private final WaitingLimits limits;
    private @Nullable DecisionStore store; // null after reading, until it is attached
    private long remember;
    private long first = 1; // no earlier decision is kept
    private long oldest = 1; // the oldest decision that waits; last + 1 if none does
    private long last; // the last decision
    private long kept;
    private long nextDeadline = Long.MAX_VALUE; // that of the oldest
    private long lastDeadline = Long.MIN_VALUE; // that of the last

    /**
     * A decision in the store.
     *
     * @param clientId of its request; empty for none
     * @param answer null if there is no client id
     * @param deadline end of its window
     * @param waits null if the decision is closed
     * @param rewardIds of a closed decision that had a reward; null for others
     */
    record Entry(
            String clientId,
            @Nullable Answer answer,
            long deadline,
            @Nullable WaitingDecision waits,
            @Nullable List<String> rewardIds) {
        static Entry of(WaitingDecision waits) {
            return new Entry(waits.clientId, waits.answer, waits.deadline, waits, null);
        }

        private void write(boolean atOnce, StateWriter out) {
            out.writeString(clientId);
            if (answer != null) {
                answer.write(out);
            }
            out.writeLong(deadline);
            out.writeFlag(waits != null);
            if (waits != null) {
                waits.write(out);
            }
            out.writeFlag(rewardIds != null);
            if (rewardIds != null) {
                out.writeFlag(atOnce);
                SavedValues.writeTexts(rewardIds, out);
            }
        }

        private static Entry read(Policy policy, StateReader in) {
            String clientId = in.readString();
            Answer answer = clientId.isEmpty() ? null : Answer.read(policy.space(), in);
            long deadline = in.readLong();
            WaitingDecision waits = in.readFlag() ? WaitingDecision.read(policy, in) : null;
            if (waits != null) {
                waits.answer = answer;
            }
            List<String> rewardIds = null;
            if (in.readFlag()) {
                in.readFlag(); // atOnce, which the rules of the bandit state as well
                rewardIds = SavedValues.readTexts(WaitingDecision.MOST_REWARD_IDS, in);
            }
            return new Entry(clientId, answer, deadline, waits, rewardIds);
        }
    }

    /**
     * Creates an empty collection without a store.
     *
     * @param atOnce whether rewards are learnt on arrival
     * @param limits on decisions that wait
     */
    DecisionsInStore(Policy policy, boolean atOnce, WaitingLimits limits) {
        this.policy = policy;
        this.atOnce = atOnce;
        this.limits = limits;
    }

    @Override
    public KeptDecisions withStore(DecisionStore where, Duration howLong, long now) {
        store = where;
        remember = howLong.toMillis();
        return this;
    }

    private DecisionStore store() {
        if (store == null) {
            throw new IllegalStateException("the bandit has no store of decisions");
        }
        return store;
    }

    private @Nullable Entry get(long number) {
        byte[] bytes = store().decisions().get(number);
        return bytes == null ? null : Checkpoint.open(bytes, ENTRY_NAME, in -> Entry.read(policy, in));
    }

    private void put(long number, Entry entry) {
        store().decisions().put(number, Checkpoint.seal(ENTRY_NAME, out -> entry.write(atOnce, out)));
    }

    private void remove(long number) {
        store().decisions().remove(number);
        kept--;
    }

    @Override
    public void open(WaitingDecision waits) {
        add(waits.number, Entry.of(waits));
    }

    /** Adds a decision with a larger number than all others. */
    void add(long number, Entry entry) {
        if (oldest > last) { // none waits
            oldest = entry.waits == null ? number + 1 : number;
            nextDeadline = entry.waits == null ? Long.MAX_VALUE : entry.deadline;
        }
        first = kept == 0 ? number : first;
        last = number;
        put(number, entry);
        if (!entry.clientId.isEmpty()) {
            store().numbers().put(entry.clientId, number);
        }
        kept++;
        lastDeadline = Math.max(lastDeadline, entry.deadline);
    }

    @Override
    public void update(WaitingDecision waits) {
        put(waits.number, Entry.of(waits));
    }

    @Override
    public void close(WaitingDecision waits) {
        boolean rewarded = waits.value().isPresent();
        if (rewarded || !waits.clientId.isEmpty()) {
            List<String> rewardIds = rewarded ? List.copyOf(waits.rewardIds()) : null;
            put(waits.number, new Entry(waits.clientId, waits.answer, waits.deadline, null, rewardIds));
        } else {
            remove(waits.number);
        }
        if (waits.number == oldest) {
            findOldest();
        }
    }

    private void findOldest() {
        WaitingDecision next = null;
        while (limits.decisions() > 0 && next == null && oldest < last) {
            next = find(++oldest);
        }
        nextDeadline = next == null ? Long.MAX_VALUE : next.deadline;
        oldest = next == null ? last + 1 : oldest;
    }

    @Override
    public @Nullable WaitingDecision find(long number) {
        Entry entry = get(number);
        return entry == null ? null : entry.waits;
    }

    @Override
    public @Nullable List<String> closedRewardIds(long number) {
        Entry entry = get(number);
        return entry == null ? null : entry.rewardIds;
    }

    @Override
    public @Nullable Answer answer(String clientId) {
        Long number = store().numbers().get(clientId);
        Entry entry = number == null ? null : get(number);
        return entry == null ? null : entry.answer;
    }

    @Override
    public @Nullable WaitingDecision due(long now) {
        return oldest <= last && nextDeadline <= now ? find(oldest) : null;
    }

    @Override
    public long nextDeadline() {
        return nextDeadline;
    }

    @Override
    public List<WaitingDecision> waiting() {
        List<WaitingDecision> all = new ArrayList<>(limits.decisions());
        for (long number = oldest; number <= last && all.size() < limits.decisions(); number++) {
            WaitingDecision waits = find(number);
            if (waits != null) {
                all.add(waits);
            }
        }
        return all;
    }

    @Override
    public long count() {
        return kept;
    }

    @Override
    public void forget(long now) {
        while (first < oldest && first <= last) {
            Entry entry = get(first);
            if (entry != null) {
                if (kept <= MOST && until(entry.deadline) > now) {
                    return;
                }
                remove(first);
                if (!entry.clientId.isEmpty()) {
                    store().numbers().remove(entry.clientId);
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
    public void write(StateWriter out) {
        out.writeLong(first);
        out.writeLong(oldest);
        out.writeLong(last);
        out.writeLong(kept);
        out.writeLong(nextDeadline);
        out.writeLong(lastDeadline);
        limits.write(out);
    }

    @Override
    public void read(long decisions, StateReader in) {
        first = in.readTally();
        oldest = in.readTally();
        last = in.readTally();
        kept = in.readTally();
        nextDeadline = in.readLong();
        lastDeadline = in.readLong();
        limits.read(in);
        if (first < 1
                || oldest < first
                || oldest > last + 1
                || last > decisions
                || kept > last
                || limits.decisions() > kept) {
            throw new StateFormatException("the saved state has decisions " + first + " to " + last + " of " + decisions
                    + ", of which " + limits.decisions() + " wait from " + oldest + " on");
        }
    }
}
