package dev.attune.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two tables outside of a bandit, in which it keeps its decisions instead of in its own state. A stream job has them in the state of its engine,
 * where a checkpoint can write single entries. A store belongs to one bandit.
 *
 * @param decisions by their numbers, as the bytes that {@code docs/format/live.md} specifies
 * @param numbers of decisions by client ids
 */
public record DecisionStore(Table<Long, byte[]> decisions, Table<String, Long> numbers) {
    /** A table. Values are never changed. */
    public interface Table<K, V> {
        /** Returns a value; null if there is none. */
        @Nullable
        V get(K key);

        /** Adds or replaces a value. */
        void put(K key, V value);

        /** Removes a value, if there is one. */
        void remove(K key);

        /** Removes all values. */
        void clear();
    }

    private static final class TableInMemory<K, V> implements Table<K, V> {
        private final Map<K, V> values = new HashMap<>();

        @Override
        public @Nullable V get(K key) {
            return values.get(key);
        }

        @Override
        public void put(K key, V value) {
            values.put(key, value);
        }

        @Override
        public void remove(K key) {
            values.remove(key);
        }

        @Override
        public void clear() {
            values.clear();
        }
    }

    /** Returns an empty store in memory. */
    public static DecisionStore inMemory() {
        return new DecisionStore(new TableInMemory<>(), new TableInMemory<>());
    }

    /** Removes everything. */
    public void clear() {
        decisions.clear();
        numbers.clear();
    }
}
