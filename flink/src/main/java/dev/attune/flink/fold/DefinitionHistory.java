package dev.attune.flink.fold;

import dev.attune.catalog.BanditDefinition;
import dev.attune.kafka.wire.Message;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of one name, and when each was in force. Immutable. Records are kept in their order until no record of an earlier time can
 * arrive.
 */
public final class DefinitionHistory {
    /** The history of a name without definitions. */
    public static final DefinitionHistory NONE = new DefinitionHistory(List.of());

    private final List<Entry> entries;

    /**
     * A definition in force.
     *
     * @param began the record that defined the name after there was no definition: another one means other bandits
     * @param at the record of this definition
     */
    record Definition(RecordPosition began, RecordPosition at, Message.Define define) {}

    /**
     * A record and its effect.
     *
     * @param inForce the definition in force from then on; null if the name was deleted
     * @param conflict why it has no effect; null if it has one. It is kept until its time is over, because a record that arrives later with an
     *     earlier time may change that.
     */
    private record Entry(
            InputRecord record,
            @Nullable Definition inForce,
            @Nullable RefusedException conflict) {}

    private DefinitionHistory(List<Entry> entries) {
        this.entries = entries;
    }

    /** Returns the history of records that were accepted before. */
    public static DefinitionHistory of(List<InputRecord> records, RecordCodec codec) {
        DefinitionHistory history = NONE;
        for (InputRecord record : records) {
            try {
                history = history.with(record, codec);
            } catch (RefusedException e) { // to continue would delete bandits
                throw new IllegalStateException(
                        "the definition of " + record.key() + " was accepted before and is rejected now: " + e.field()
                                + " " + e.getMessage() + "; start the job with its earlier limits",
                        e);
            }
        }
        return history;
    }

    /**
     * Returns the history with one more record, if a bandit can be created from it. The result does not depend on the order of arrival.
     *
     * @throws RefusedException if the record is invalid
     */
    public DefinitionHistory plus(InputRecord record, RecordCodec codec) {
        byte[] value = record.value();
        if (value != null && codec.readDefinition(record.key(), value) instanceof Message.Define define) {
            RecordPosition position = RecordPosition.of(record);
            try {
                KeyedBandit.create(record.key(), new Definition(position, position, define), record.time());
            } catch (IllegalArgumentException e) {
                throw new RefusedException(RefusedException.Reason.INVALID, "define", String.valueOf(e.getMessage()));
            }
        }
        return with(record, codec);
    }

    private DefinitionHistory with(InputRecord record, RecordCodec codec) {
        List<Entry> more = new ArrayList<>(entries.size() + 1);
        int before = 0;
        while (before < entries.size() && InputRecord.ORDER.compare(entries.get(before).record, record) < 0) {
            more.add(entries.get(before++));
        }
        more.add(next(before == 0 ? null : more.get(before - 1).inForce, record, codec));
        for (Entry later : entries.subList(before, entries.size())) {
            more.add(next(more.get(more.size() - 1).inForce, later.record, codec));
        }
        return new DefinitionHistory(more);
    }

    private static Entry next(@Nullable Definition before, InputRecord record, RecordCodec codec) {
        byte[] value = record.value();
        if (value == null) {
            return new Entry(record, null, null);
        }
        if (!(codec.readDefinition(record.key(), value) instanceof Message.Define define)) {
            return new Entry(record, before, null);
        }
        RecordPosition position = RecordPosition.of(record);
        if (before == null) {
            return new Entry(record, new Definition(position, position, define), null);
        }
        try {
            requireSame(before.define(), define);
        } catch (RefusedException e) {
            return new Entry(record, before, e);
        }
        return new Entry(record, new Definition(before.began(), position, define), null);
    }

    /** Returns why a record has no effect, given the records so far; null if it has one. */
    public @Nullable RefusedException conflict(InputRecord record) {
        for (Entry entry : entries) {
            if (RecordPosition.of(entry.record).equals(RecordPosition.of(record))) {
                return entry.conflict;
            }
        }
        return null;
    }

    private static void requireSame(Message.Define before, Message.Define after) {
        BanditDefinition old = before.bandit().definition().bandit();
        LiveDefinition asked = after.bandit().definition();
        LiveDefinition withOldValues = new LiveDefinition(
                asked.bandit()
                        .withOptions(asked.bandit()
                                .options()
                                .withUniformShare(old.options().uniformShare())),
                asked.rules(),
                before.bandit().definition().control());
        if (!withOldValues.equals(before.bandit().definition())) {
            throw conflict(
                    "define",
                    "only arms, floor, control and paused can change; delete the bandit first, with a record without a value");
        }
        if (after.bandit().arms().isEmpty() && !before.bandit().arms().isEmpty()) {
            throw conflict("define.arms", "a catalogue can be replaced, not removed: repeat its arms");
        }
    }

    private static RefusedException conflict(String field, String message) {
        return new RefusedException(RefusedException.Reason.CONFLICT, field, message);
    }

    /** Returns the definition in force at a time; null if there is none. */
    @Nullable
    Definition inForce(long time) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).record.time() <= time) {
                return entries.get(i).inForce;
            }
        }
        return null;
    }

    /** Returns when the bandits that began with a record ended; {@link Long#MAX_VALUE} if they have not. */
    long endOf(RecordPosition began) {
        boolean seen = false;
        for (Entry entry : entries) {
            seen = seen || RecordPosition.of(entry.record).equals(began) || entry.record.time() > began.time();
            if (seen && (entry.inForce == null || !entry.inForce.began().equals(began))) {
                return entry.record.time();
            }
        }
        return Long.MAX_VALUE;
    }

    /** Returns whether the name was deleted at or before a time. */
    public boolean endsBy(long time) {
        for (Entry entry : entries) {
            if (entry.record.time() <= time && entry.inForce == null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the history without the records that can no longer have an effect: those superseded at a time that is over, unless the current
     * bandits began with them.
     */
    public DefinitionHistory prune(long over) {
        Definition inForce = inForce(over);
        List<Entry> kept = new ArrayList<>();
        for (Entry entry : entries) {
            RecordPosition position = RecordPosition.of(entry.record);
            boolean needed = inForce != null && (position.equals(inForce.at()) || position.equals(inForce.began()));
            if (entry.record.time() > over || needed) {
                kept.add(entry);
            }
        }
        return kept.size() == entries.size() ? this : new DefinitionHistory(kept);
    }

    /** Returns whether the passing of time cannot supersede any more of it. */
    public boolean isSettled(long over) {
        return entries.isEmpty() || entries.get(entries.size() - 1).record.time() <= over;
    }

    /** Returns its records, in order. */
    public List<InputRecord> records() {
        List<InputRecord> records = new ArrayList<>(entries.size());
        entries.forEach(entry -> records.add(entry.record));
        return records;
    }
}
