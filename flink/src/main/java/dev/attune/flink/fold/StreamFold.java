package dev.attune.flink.fold;

import dev.attune.catalog.BanditDefinition;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.DecisionStore;
import dev.attune.live.RefusedException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes the records of a key at a point in time. It must be called, in the order of time, for every time at which the key has records or
 * a timer is due; the output then depends on the records and their times alone.
 */
public final class StreamFold {
    /** The reason of a dead letter whose record was rejected for lack of memory. */
    public static final String MEMORY = "memory";

    static final String UNKNOWN_BANDIT = "there is no definition of this bandit at this time";
    static final String UNKNOWN_DECISION = "the bandit has made no such decision";

    private final StreamRules rules;
    private final MemoryBudget memory;
    private final RecordCodec codec;
    private final StreamOutput out;
    private final Supplier<DecisionStore> stores;

    /** Creates a fold that passes its output to a consumer, with all decisions in memory. */
    public StreamFold(StreamRules rules, Consumer<OutputRecord> out) {
        this(rules, out, FoldListener.NONE, MemoryBudget.unlimited(), DecisionStore::inMemory);
    }

    /**
     * Creates a fold.
     *
     * @param listener receives its events
     * @param memory that its bandits share; the records of bandits for which there is no room become dead letters
     * @param stores supplies the empty store of decisions of a new bandit
     */
    public StreamFold(
            StreamRules rules,
            Consumer<OutputRecord> out,
            FoldListener listener,
            MemoryBudget memory,
            Supplier<DecisionStore> stores) {
        this.stores = stores;
        this.memory = memory;
        this.rules = rules;
        this.codec = new RecordCodec(rules.limits());
        this.out = new StreamOutput(rules, out, listener);
    }

    /** Returns the codec of input records. */
    public RecordCodec codec() {
        return codec;
    }

    /** Returns the writer of the output. */
    public StreamOutput out() {
        return out;
    }

    /**
     * Processes all times up to a point in time at which the key has records or a timer is due.
     *
     * @param before the key's bandit; null if it has none
     * @param history of its name
     * @param records up to this time, in order
     * @return the key's bandit afterwards; null if it has none
     */
    public @Nullable KeyedBandit until(
            long over, String key, @Nullable KeyedBandit before, DefinitionHistory history, List<InputRecord> records) {
        KeyedBandit bandit = before;
        int done = 0;
        while (true) {
            long now = bandit == null ? Long.MAX_VALUE : bandit.nextTimer();
            int end = done;
            if (done < records.size() && records.get(done).time() <= now) {
                now = records.get(done).time();
                while (end < records.size() && records.get(end).time() == now) {
                    end++;
                }
            }
            if (now > over || (end == done && now == Long.MAX_VALUE)) {
                return bandit;
            }
            bandit = at(now, key, bandit, history, records.subList(done, end));
            done = end;
        }
    }

    /**
     * Processes a point in time, in this order: bandits deleted before end, reward windows close, bandits deleted now end, records are processed,
     * reports are due.
     *
     * @param before the key's bandit; null if it has none
     * @param history of its name
     * @param records of this time, in order
     * @return the key's bandit afterwards; null if it has none
     */
    public @Nullable KeyedBandit at(
            long now, String key, @Nullable KeyedBandit before, DefinitionHistory history, List<InputRecord> records) {
        KeyedBandit bandit = before == null ? null : unlessEnded(before, history, now - 1);
        if (bandit != null) {
            bandit.advanceTo(now, out);
            bandit = unlessEnded(bandit, history, now);
        }
        DefinitionHistory.Definition inForce = history.inForce(now);
        for (InputRecord record : records) {
            if (inForce == null) {
                out.dead(record, "unknown-bandit", "", UNKNOWN_BANDIT, now);
            } else {
                bandit = process(record, key, bandit, inForce);
            }
        }
        if (bandit != null) {
            bandit.report(now, rules, out);
        }
        return bandit;
    }

    /** Returns the bandit, or null if it has ended by a time, after reporting that. */
    public @Nullable KeyedBandit unlessEnded(KeyedBandit bandit, DefinitionHistory history, long time) {
        DefinitionHistory.Definition inForce = history.inForce(time);
        if (inForce != null && inForce.began().equals(bandit.began)) {
            return bandit;
        }
        bandit.end(Math.min(history.endOf(bandit.began), time), out);
        return null;
    }

    private @Nullable KeyedBandit process(
            InputRecord record, String key, @Nullable KeyedBandit before, DefinitionHistory.Definition inForce) {
        if (before != null) {
            before.apply(inForce, record.time());
        }
        Message message;
        try {
            message = record.topic() == InputTopic.REWARDS
                    ? codec.readReward(record.value())
                    : codec.readRequest(record.value());
        } catch (RefusedException e) {
            if (before != null) {
                before.refused(record, "", e, out);
            } else {
                out.refused(record, "", e);
            }
            return before;
        }
        if (message instanceof Message.Tick) {
            return before;
        }
        KeyedBandit bandit = before;
        if (bandit == null) {
            if (message instanceof Message.Reward reward
                    && reward.reward().request().isEmpty()) {
                out.dead(record, "unknown-decision", "reward.decision", UNKNOWN_DECISION, record.time());
                return null; // creates no bandit
            }
            BanditDefinition declared = inForce.define().bandit().definition().bandit();
            if (!memory.hasRoomFor(declared)) {
                out.dead(record, MEMORY, "", memory.full(declared), record.time());
                return null;
            }
            bandit = KeyedBandit.create(key, inForce, record.time());
            bandit.bandit.keepIn(stores.get(), rules.remember());
        }
        bandit.process(record, message, codec, rules, out);
        return bandit;
    }
}
