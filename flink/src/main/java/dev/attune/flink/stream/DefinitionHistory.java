package dev.attune.flink.stream;

import dev.attune.catalog.BanditDefinition;
import dev.attune.flink.wire.Message;
import dev.attune.flink.wire.RecordReader;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one name's definitions: what was in force when. Made of records, which are kept in their order until nobody can ask for
 * their time any more.
 */
final class DefinitionHistory {
    static final DefinitionHistory NONE = new DefinitionHistory(List.of());

    private final List<Entry> entries;

    /**
     * A record and what it led to.
     *
     * @param inForce what is in force from then on; null if the name was deleted
     * @param conflict why it has no effect; null if it has one. It stays until its time is over, because a record that comes later and counts
     *     earlier may change that.
     */
    private record Entry(
            Arrived record,
            @Nullable Definition inForce,
            @Nullable RefusedException conflict) {}

    private DefinitionHistory(List<Entry> entries) {
        this.entries = entries;
    }

    /** Of records that were taken before. */
    static DefinitionHistory of(List<Arrived> records, RecordReader reader) {
        DefinitionHistory history = NONE;
        for (Arrived record : records) {
            try {
                history = history.with(record, reader);
            } catch (RefusedException e) { // to go on would be to delete bandits
                throw new IllegalStateException(
                        "the definition of " + record.key() + " was taken before and is refused now: " + e.field() + " "
                                + e.getMessage() + "; start the job with the limits that it had",
                        e);
            }
        }
        return history;
    }

    /**
     * The same and one record more, if a bandit can be made of it. Whatever the order in which records come, the history is the same.
     *
     * @throws RefusedException if it makes no sense
     */
    DefinitionHistory tried(Arrived record, RecordReader reader) {
        byte[] value = record.value();
        if (value != null && reader.definition(record.key(), value) instanceof Message.Define said) {
            Place place = Place.of(record);
            try {
                KeyedBandit.create(record.key(), new Definition(place, place, said), record.time());
            } catch (IllegalArgumentException e) {
                throw new RefusedException(RefusedException.Reason.INVALID, "define", String.valueOf(e.getMessage()));
            }
        }
        return with(record, reader);
    }

    private DefinitionHistory with(Arrived record, RecordReader reader) {
        List<Entry> more = new ArrayList<>(entries.size() + 1);
        int before = 0;
        while (before < entries.size() && Arrived.ORDER.compare(entries.get(before).record, record) < 0) {
            more.add(entries.get(before++));
        }
        more.add(next(before == 0 ? null : more.get(before - 1).inForce, record, reader));
        for (Entry later : entries.subList(before, entries.size())) {
            more.add(next(more.get(more.size() - 1).inForce, later.record, reader));
        }
        return new DefinitionHistory(more);
    }

    private static Entry next(@Nullable Definition before, Arrived record, RecordReader reader) {
        byte[] value = record.value();
        if (value == null) {
            return new Entry(record, null, null);
        }
        if (!(reader.definition(record.key(), value) instanceof Message.Define said)) {
            return new Entry(record, before, null);
        }
        Place place = Place.of(record);
        if (before == null) {
            return new Entry(record, new Definition(place, place, said), null);
        }
        try {
            requireSame(before.said(), said);
        } catch (RefusedException e) {
            return new Entry(record, before, e);
        }
        return new Entry(record, new Definition(before.began(), place, said), null);
    }

    /** Why a record has no effect, as far as is known; null if it has one. */
    @Nullable
    RefusedException conflict(Arrived record) {
        for (Entry entry : entries) {
            if (Place.of(entry.record).equals(Place.of(record))) {
                return entry.conflict;
            }
        }
        return null;
    }

    private static void requireSame(Message.Define before, Message.Define after) {
        BanditDefinition old = before.bandit().definition().bandit();
        LiveDefinition asked = after.bandit().definition();
        LiveDefinition withOldFloor = new LiveDefinition(
                asked.bandit()
                        .withOptions(asked.bandit()
                                .options()
                                .withUniformShare(old.options().uniformShare())),
                asked.rules());
        if (!withOldFloor.equals(before.bandit().definition())) {
            throw conflict(
                    "define",
                    "only arms, floor and paused can change; delete the bandit first, with a record without a value");
        }
        if (after.bandit().arms().isEmpty() && !before.bandit().arms().isEmpty()) {
            throw conflict("define.arms", "a catalogue can be replaced, not taken away: say its arms again");
        }
    }

    private static RefusedException conflict(String field, String message) {
        return new RefusedException(RefusedException.Reason.CONFLICT, field, message);
    }

    /** What is in force at a time; null if nothing is. */
    @Nullable
    Definition inForce(long time) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).record.time() <= time) {
                return entries.get(i).inForce;
            }
        }
        return null;
    }

    /** When the bandits that began with a record ended; {@link Long#MAX_VALUE} if they have not. */
    long endOf(Place began) {
        boolean seen = false;
        for (Entry entry : entries) {
            seen = seen || Place.of(entry.record).equals(began) || entry.record.time() > began.time();
            if (seen && (entry.inForce == null || !entry.inForce.began().equals(began))) {
                return entry.record.time();
            }
        }
        return Long.MAX_VALUE;
    }

    /** Whether something ended up to a time. */
    boolean endsBy(long time) {
        for (Entry entry : entries) {
            if (entry.record.time() <= time && entry.inForce == null) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same without what nobody can ask for any more: what was superseded at a time that is over for all, unless the present bandits began
     * with it.
     */
    DefinitionHistory prune(long over) {
        Definition inForce = inForce(over);
        List<Entry> kept = new ArrayList<>();
        for (Entry entry : entries) {
            Place place = Place.of(entry.record);
            boolean needed = inForce != null && (place.equals(inForce.at()) || place.equals(inForce.began()));
            if (entry.record.time() > over || needed) {
                kept.add(entry);
            }
        }
        return kept.size() == entries.size() ? this : new DefinitionHistory(kept);
    }

    /** Whether nothing of it can ever be superseded by a time that passes. */
    boolean isSettled(long over) {
        return entries.isEmpty() || entries.get(entries.size() - 1).record.time() <= over;
    }

    /** The records that it is made of. */
    List<Arrived> records() {
        List<Arrived> records = new ArrayList<>(entries.size());
        entries.forEach(entry -> records.add(entry.record));
        return records;
    }
}
