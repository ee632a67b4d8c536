package dev.attune.live;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two maps outside of a bandit, in which it keeps its decisions instead of in its own state: decisions by their numbers, and numbers by client ids. A
 * stream job has them in the state of its engine, where a checkpoint can write single entries. A store belongs to one bandit.
 */
public interface DecisionStore {
    /** Returns a decision; null if there is none. */
    @Nullable
    KeptDecision get(long number);

    /** Adds or replaces a decision. */
    void put(long number, KeptDecision decision);

    /** Removes a decision. */
    void remove(long number);

    /** Returns the number of the decision of a client id; null if there is none. */
    @Nullable
    Long number(String clientId);

    /** Adds or replaces the number of the decision of a client id. */
    void putNumber(String clientId, long number);

    /** Removes a client id. */
    void removeNumber(String clientId);

    /** Removes everything. */
    void clear();

    /** Returns an empty store in memory. */
    static DecisionStore inMemory() {
        return new DecisionStore() {
            private final Map<Long, KeptDecision> decisions = new HashMap<>();
            private final Map<String, Long> numbers = new HashMap<>();

            @Override
            public @Nullable KeptDecision get(long number) {
                return decisions.get(number);
            }

            @Override
            public void put(long number, KeptDecision decision) {
                decisions.put(number, decision);
            }

            @Override
            public void remove(long number) {
                decisions.remove(number);
            }

            @Override
            public @Nullable Long number(String clientId) {
                return numbers.get(clientId);
            }

            @Override
            public void putNumber(String clientId, long number) {
                numbers.put(clientId, number);
            }

            @Override
            public void removeNumber(String clientId) {
                numbers.remove(clientId);
            }

            @Override
            public void clear() {
                decisions.clear();
                numbers.clear();
            }
        };
    }
}
